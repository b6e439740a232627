"""Standing orders in whatever words: what is always or never done, what follows when something is so, what is forbidden. Data only.

Tried with the stories: they ask for PARTS_OF_A_STORY words that name something.
"""

from shared.extraction.offline_order_words import CONDITIONAL_ORDERS, ORDER_VERB, ZH_OBLIGES, ZH_ORDER
from shared.extraction.offline_phrases import FACT, PREFERENCE, PhraseRow, phrase_row

NO_ORDER = (
    r"(?:mind|give|been|be|a|an|the|my|your|our|in|on|at|so|too|say|know|knew|thought|think|seen|had|felt|heard|happy|good|great|nice|"
    r"again|ever|happen(?:ed|s)?|mine|more|less|really|quite|there|here|worth|easy|hard|fun|down|up|look(?:ing)?|believe|"
    r"remember|forget|stop|change|lose|fear|judge|underestimate|\w+(?:ed|ing|n't))\b"
)
BY_DEFAULT = (
    r"\b(?:by default|every time|each time|at all times|as a rule|in general|by (?:their|its|his|her) \w+|in (?:all|every|each|any) |"
    r"in (?:drafts|e-?mails|replies|reports|code|docs|tickets|commits|answers|comments)|for (?:all|every|each|any) (?:of )?|to (?:all|"
    r"every|each|any) |"
    r"unless (?:i|told|asked|stated|we)|when(?:ever)? (?:you|i|we|there)|without (?:asking|my|telling|checking|approval)|"
    r"(?:under|in) any circumstances|from now on|until further notice)\b"
)
ZH_ALWAYS = (
    r"(?:任何(?:时候|情况下?|人)|无论(?:如何|什么时候|何时)|不管(?:怎样|什么时候)|凡是?|所有|一切|每次|每个|每份|每条|每逢|每当|但凡|"
    r"一律|一概|统统|全部|"
    r"永远|绝对|以后|今后|平时|默认|原则上|从今往后)"
)
ZH_NOBODY = r"(?!.*(?:(?<![给跟和对问诉找让叫醒知])[我咱]|[他她它你您]|自己|人生|生活|人们|大家))"

ORDER_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        r"^(?:please |just |and )?(?:never(?: ever)?|always) (?!" + NO_ORDER + r")[a-z][a-z-]+ (?!up\b)\S",
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    phrase_row("|".join(CONDITIONAL_ORDERS), PREFERENCE, "standing_wish:{about}", keeps_negation=True),
    phrase_row(
        r"^(?:please )?(?:only|do not|don't|" + ORDER_VERB + r")\b.*" + BY_DEFAULT,
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:please )?only " + ORDER_VERB + r"\b|\byou (?:must|may|are|should|shall)(?: (?:not|never|always|only))+ (?:to |allowed to |"
        r"supposed to )?(?!be\b|have\b|feel\b|give up|worry)[a-z]+ \w+",
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:my|our|the) (?:(?:house |team |golden |general |only |first |basic )?rules?(?: of thumb)?|policy|convention|principle|"
        r"default|guideline|agreement|"
        r"standard)\b[^:]{0,24}(?::| is| are| says) \S.{4,}|^(?:我们?(?:这边)?的?|团队的?|公司的?)?(?:规矩|规则|惯例|约定|原则|习惯|制度|"
        r"规范)(?:就)?(?:是|[:：])[^。]{3,}",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"(?:周末|晚上|半夜|睡觉|开会|上班|没事|没有|之前|以后|时候|工作日|节假日|饭点|凌晨|早上|中午|午休)[^。我]{0,10}(?:别|不要|"
        r"勿)[^。了]{1,}(?:我|$)",
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"\b(?:is|are) (?:strictly |absolutely |always |only |generally )*(?:forbidden|prohibited|banned|not allowed|not permitted|"
        r"mandatory|"
        r"compulsory|obligatory|off[- ]limits|allowed (?:only|on|in|for|with)|only allowed)\b",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:all|every|each|any|no) (?:[\w-]+ ){1,6}?(?:go|goes|is|are|gets?|needs?|has|have|must|should|will|belongs?|runs?|lives?|"
        r"comes?) "
        r"(?=.*(?:\d|#\w|@\w|/\w|(?-i:\b[A-Z]\w)))",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:" + ZH_ORDER + r")|"
        r"^" + ZH_NOBODY + r"[^,，。]{0,10}?" + ZH_ALWAYS + r"[^。]{0,24}?(?:不要|别(?!人|的|说|忘)|不许|不准|不得|不能|必须|务必|先|"
        r"只能|应当|"
        r"(?:都|就|请|统一|一律)?(?:用|按|写成?|走|放到?|标|改成|发到?|存到?|叫)(?!心|完|了|过))[^了。]+$",
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^" + ZH_NOBODY + r".*(?:不许|不准(?!确|时|备)|不得(?!不|了|已)|严禁|禁止|务必|一律|统一(?=叫|用|按|写|改|走|放|发|称)|"
        r"必须(?!的))[一-鿿A-Za-z“\"]+",
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:跟|和|对|给|向)(?!我|你|您|他|她)[^,，。我]{1,8}(?:说话|讲话|写信|写邮件|发邮件|发消息|沟通|打交道|汇报|交流|回复|"
        r"打电话)(?:的时候|时)?"
        r"[,，]?" + ZH_OBLIGES + r"+[^。]{1,}",
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:请)?(?:先[^,，。我]{1,10}再|[^,，。我你他她]{2,14}(?:之前|以前|(?<!以)前)(?:要|得|必须|一定|务必|请)?(?:先|"
        r"都)[^,，。]{2,})",
        PREFERENCE,
        "standing_wish:{about}",
        keeps_negation=True,
    ),
    # what is asked for of a thing: the seat by the window, the hotel with a lift
    phrase_row(r"^[一-鿿]{2,6}(?:一定)?要(?:带|有|靠|离|含|配|朝|能|是|好|不)[^,，。了]{1,12}的$", PREFERENCE, keeps_negation=True),
    phrase_row(
        r"^(?:next time|in (?:the )?future),? (?:without|no|with|less|more|only|fewer|"
        r"please)\b .+",
        PREFERENCE,
        keeps_negation=True,
    ),
)
