"""What a statement is about, so that a later correction finds it: subject and slot in lower-case words."""

import re

from shared.domain.candidate import Category

LONGEST_ABOUT = 40
# What a choice or a liking is of: the first row that fits names the slot.
TOPICS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), topic)
    for pattern, topic in (
        (
            (
                r"postgres|mysql|mongo|sqlite|mariadb|oracle|clickhouse|cassandra|dynamodb|\bredis\b|tidb|"
                r"\bdatabase\b|数据库"
            ),
            "database",
        ),
        (r"\baws\b|\bgcp\b|azure|google cloud|腾讯云|阿里云|华为云|hetzner|digitalocean|\bheroku\b|vercel", "cloud"),
        (r"\breact\b|\bvue|angular|svelte|next\.?js|前端框架", "frontend_framework"),
        (r"django|flask|fastapi|\brails\b|spring ?boot|express\b|laravel|后端框架", "backend_framework"),
        (r"kafka|rabbitmq|\brq\b|celery|rocketmq|pulsar|消息队列", "queue"),
        (r"kubernetes|\bk8s\b|docker|nomad|容器", "deployment"),
        (r"vs ?code|\bn?vim\b|neovim|emacs|pycharm|intellij|\bcursor\b|编辑器", "editor"),
        (r"\bpython\b|golang|\brust\b|\bjava\b|typescript|kotlin|编程语言", "programming_language"),
    )
)
# Tools that a person chooses for themselves, unless they say "we".
PERSONAL_TOPICS = frozenset({"editor", "programming_language"})
DIET = re.compile(
    (
        r"[川粤湘鲁浙闽徽苏西中东北素法云贵]菜|[日韩泰西中]餐|料理|菜系|素食|吃素|吃辣|口味|清淡|"
        r"\b(?:food|cuisine|dishes|vegetarian|vegan|spicy)\b"
    ),
    re.IGNORECASE,
)
REPLY = re.compile(
    (
        r"回复|回答|答复|简洁|\b(?:repl(?:y|ies)|answers?|responses?|respond|explanations?|emojis?|tone|"
        r"bullet points)\b"
    ),
    re.IGNORECASE,
)
# What a wish about replies is about: each may be wished for beside the others.
REPLY_TOPICS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), topic)
    for pattern, topic in (
        (
            (
                r"\b(?:in|use|speak) (?:simplified |traditional |british |american )?(?:english|chinese|mandarin|german|french|"
                r"japanese|spanish|italian)\b|(?:用|说|讲|使用|改成|换成)(?:简体|繁体)?(?:中文|英文|英语|汉语|普通话|日语|日文|德语|法语)"
            ),
            "reply_language",
        ),
        (r"\bemojis?\b|表情", "reply_emoji"),
        (
            (
                r"\b(?:short|brief|concise|terse|compact|long|longer|detailed|thorough|in depth|verbose|to the point)\b|"
                r"简洁|简短|精简|简明|详细|详尽|啰嗦|长一?点|短一?点"
            ),
            "reply_length",
        ),
        (r"\b(?:bullet points|tables?|lists?|markdown|headings?|code blocks?)\b|列表|表格|要点|分点", "reply_format"),
        (r"\b(?:formal|informal|casual|friendly|polite|funny|tone)\b|正式|口语|语气|幽默|礼貌", "reply_tone"),
    )
)
COLOUR_SCHEME = re.compile(r"(?:dark|light) (?:mode|theme)|(?:深色|浅色|暗色|夜间)(?:模式|主题)", re.IGNORECASE)
LEADING = re.compile(
    (
        r"^(?:to |the |a |an |my |our |some |new |current |latest |drinking |eating |using |having |drink |eat |use |it when |"
        r"that |[吃喝用看听玩去做的了]+)+"
    ),
    re.IGNORECASE,
)
ABOUT_END = re.compile(
    r"\s+(?:because|but|when|since|and|so|over|than|rather|more|instead|for|in|on|at|with|any ?more|any longer|now|too|a lot|at all|"
    r"very much|the most)\b|因为|但是|胜过|多过|而不|了$|很久|很多年",
    re.IGNORECASE,
)
PRONOUN_ONLY = frozenset({"", "it", "that", "this", "them", "him", "her", "you", "these", "those", "它", "这个", "那个", "你", "他", "她"})
PROJECT = re.compile(r"\b(?:we|our|us|team|project|company|app)\b|我们|咱们|团队|公司|项目", re.IGNORECASE)
# A part of a project with a name of its own; what opens a Chinese clause is no part of the name.
COMPONENT = re.compile(
    (
        r"\b(?:the|our|my|this) ((?!(?:whole|entire|same|new|old|other|current|main|first|next|last)\b)[a-z][\w-]*"
        r"(?: (?!(?:and|or|of|for|in|on|to|with)\b)[a-z][\w-]*)? (?:service|app|site|website|api|pipeline|dashboards?|cluster|frontend|"
        r"backend|module|worker|gateway|portal|bot|builds?))\b|"
        r"(?:^|我们?的?|咱们?的?|决定|把|将|让|给|在|从|对|的|[，,、\s]|用于|要|了)"
        r"((?:(?!我|咱|们|决定|把|将|让|给|在|从|对|的|用|要|了|是|这个|那个|整个|所有|其他)[一-鿿A-Za-z]){1,6}"
        r"(?:服务(?!器)|系统|平台|网站|后台|模块|网关|看板|前端|后端))"
    ),
    re.IGNORECASE,
)
# The deadline for Falcon: of a thing with a name of its own, that is no month, day or number.
PART_OF = re.compile(
    r"\b(?:for|of) (?:the |our )?((?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|"
    r"Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Q[1-4])\b)[A-Z][A-Za-z0-9-]{2,})\b"
)
WORDS = re.compile(r"[^\w一-鿿]+")


def slot_of(template: str | None, about: str, *, statement: str) -> str | None:
    """The slot of a row. None where nothing short and nameable is there: a slot that fits everything would retire everything."""
    if template == "residence" and _topic(statement) is not None:
        return _topic(statement)  # "I moved to PostgreSQL" is not about a home
    if template is None or "{about}" not in template:
        return template
    kind = template.partition(":")[0]
    if kind == "choice":
        return _topic(statement)
    if kind == "switch":
        return _topic(statement) or _component(statement)
    if kind == "standing_wish":
        return _reply_slot(statement) if REPLY.search(statement) else _topic(statement)
    if kind == "attitude":
        return _attitude(about, statement)
    name = _named(about)
    return template.replace("{about}", name) if name is not None and not name.endswith("之一") else None


def subject_of(template: str | None, about: str, *, straight: str, category: Category) -> str | None:
    """The user, the project, or the one who is spoken of."""
    if template == "{about}":
        return _named(about) or "user"
    if template == "project" or (template == "user" and category is Category.DECISION):
        if template == "project" and (part := PART_OF.search(straight)) is not None:
            return _component(straight) or part[1].lower()
        is_project = template == "project" or PROJECT.search(straight) or _topic(straight) not in {None, *PERSONAL_TOPICS}
        return _component(straight) or ("project" if is_project else "user")
    return template


def _topic(statement: str) -> str | None:
    return next((topic for pattern, topic in TOPICS if pattern.search(statement)), None)


def _component(statement: str) -> str | None:
    """The part of a project that is spoken of: booking service, 订单服务. Two services have two databases."""
    found = COMPONENT.search(statement)
    if found is None:
        return None
    return WORDS.sub("_", next(name for name in found.groups() if name).lower()).strip("_")


def _reply_slot(statement: str) -> str:
    return next((slot for pattern, slot in REPLY_TOPICS if pattern.search(statement)), "reply_style")


def _attitude(about: str, statement: str) -> str | None:
    names_manner = not about or any(pattern.search(about) for pattern, _ in REPLY_TOPICS)
    if REPLY.search(about) or (names_manner and REPLY.search(statement)):
        return _reply_slot(statement)
    if DIET.search(about):
        return "diet"
    if COLOUR_SCHEME.search(about):
        return "colour_scheme"
    name = _named(about)
    return f"attitude:{name}" if name is not None else None


def _named(about: str) -> str | None:
    short = LEADING.sub("", ABOUT_END.split(about.strip())[0].strip())
    name = WORDS.sub("_", short.lower()).strip("_")
    if name in PRONOUN_ONLY or name.startswith(("and_", "or_", "but_")) or len(name) > LONGEST_ABOUT or name.count("_") > 3:
        return None
    return name
