"""What the user says has changed: each row carries the subject and slot of the statement that it corrects. Data only.

Tried before all other rows, because a change is told in more words than a state ("from X to Y", 不用 X 了，改用 Y).
"""

from shared.extraction.offline_phrases import (
    ADVERB,
    DATED_THING,
    DECISION,
    ENTITY,
    FACT,
    KIN,
    PREFERENCE,
    ZH_ADVERB,
    ZH_DATED_THING,
    ZH_KIN,
    PhraseRow,
    phrase_row,
)

MOVED = r"(?:moved|relocated)"
SWITCHED = r"(?:moved(?= (?:over |away )?from\b)|moved (?:the|our|all|everything|it)|migrated|switched|changed|ported|converted|upgraded)"
ZH_SWITCH = r"(?:改用|换成|换用|改成|换到|换为|迁移?到|迁移?至|切换?到|切换?成|升级到)"
ZH_LATELY = r"(?:.{0,6}?(?:今天|昨天|上周|上个?月|今年|去年|最近|前几天|刚刚?|已经|这个月|这周).{0,3}?)?"
ZH_WAS_MOVED = r"(?:改到了?|改在|改成了?|挪到了?|推迟到了?|提前到了?|延期到了?|换到了?)"

CHANGE_ROWS: tuple[PhraseRow, ...] = (
    # where somebody lives and works
    phrase_row(
        r"\bi(?:'ve| have)? "
        + ADVERB
        + MOVED
        + r" (?:away )?from .{2,40}? (?:to|into) |\bi(?: am|'m)? "
        + ADVERB
        + r"(?:no longer|don't|do not) (?:live|living|based) (?:in|at)\b",
        FACT,
        "residence",
    ),
    phrase_row(
        r"\b(?:i|we)(?:'ve| have)? "
        + ADVERB
        + r"(?:moved|relocated)(?: house| home| flat| apartment| places| out| again| away)*[,;.]? (?:and |so )?(?:(?:i|we)(?:'m|'re|"
        r" am| are)? )?"
        r"(?:now |currently )?(?:live|living|based|in)\b|\b(?:i|we)(?: am| are|'m|'re) (?:no longer|not) (?:in|"
        r"at) [A-Z][\w ]{1,24}[,;] ?(?:but |and )?"
        r"(?:(?:i|we)(?:'m|'re| am| are)? )?(?:now )?(?:live |living )?in\b|\b(?:i|we)(?: am| are|'m|'re) in [A-Z]\w+ now\b|"
        r"\bmy (?:new |home )?address is\b",
        FACT,
        "residence",
    ),
    phrase_row(
        r"(?:我|我们一?家|我家|家里)?"
        + ZH_LATELY
        + r"(?:搬(?:了?家|了|走|出来)了?[,，。 ]*(?:我|我们)?(?:现在|目前|如今|已经)?(?:就|都)?(?:住|定居|搬?到|在)|"
        r"不(?:再)?(?:住|在)(?:在)?[^,，。]{2,10}了[,，。 ]*(?:我|我们)?(?:现在|目前|如今)?(?:就|都|已经)?(?:住|定居|搬到|"
        r"在)(?=在?[一-鿿]{2})|"
        r"(?:现在|如今)(?:我|我们)?(?:已经)?(?:住在?|定居在?|人在)(?=[一-鿿]{2})|回(?:到)?[一-鿿]{2,8}?定居|(?:我|我家|"
        r"我们家)(?:的)?(?:新)?(?:地址|住址)(?:是|在|改))",
        FACT,
        "residence",
    ),
    phrase_row(
        r"我(?:们?一?家)?" + ZH_LATELY + r"从.{1,10}?(?:搬|迁|移居)(?:家)?(?:到|去|来|回)了?|我(?:已经|现在)?不(?:再)?住在?.{1,10}了",
        FACT,
        "residence",
    ),
    phrase_row(
        r"\bi(?: am|'m)? "
        + ADVERB
        + r"(?:no longer|don't|do not) (?:work|working|employed) (?:at|for|with)\b|\bi(?:'ve| have)? "
        + ADVERB
        + r"(?:changed jobs|switched jobs|quit my job|moved from .{2,30} to .{2,30} as an?\b)",
        FACT,
        "employer",
    ),
    phrase_row(
        r"我" + ZH_LATELY + r"(?:已经)?(?:不(?:再)?在.{1,16}?(?:工作|上班|任职|干)了|从.{1,16}?(?:离职|辞职|跳槽|离开)|换(?:了)?工作)",
        FACT,
        "employer",
    ),
    phrase_row(
        r"\b(?:my|our) (?P<about>"
        + KIN
        + r")(?:'s)? (?:(?P<who>[A-Z][a-z]+) )?(?:has |have |had )?"
        + ADVERB
        + r"(?:lives?|living|moved|relocated|is based) (?:back )?(?:in|to|from|at)\b",
        ENTITY,
        "residence",
        subject="{about}",
    ),
    phrase_row(
        r"我们?(?:家)?的?(?P<about_zh>"
        + ZH_KIN
        + r")(?P<who_zh>(?![今昨上去最前刚已这现一也都还目以从在就又不全])[一-鿿]{2,3})?"
        + ZH_LATELY
        + r"(?:从.{1,8})?(?:住在|搬到了?|搬去了?|定居)",
        ENTITY,
        "residence",
        subject="{about}",
    ),
    # what somebody eats
    phrase_row(
        r"\bi(?:'m| am) "
        + ADVERB
        + r"(?:not |no longer )(?:an? )?(?:\w+ )?(?:vegetarian|vegan|pescatarian|lactose intolerant|gluten[- ]free)\b",
        PREFERENCE,
        "diet",
    ),
    phrase_row(r"我" + ZH_ADVERB + r"(?:已经|现在)?(?:不(?:再)?(?:吃素|素食)|不是素食|开始吃(?:素|肉|荤))", PREFERENCE, "diet"),
    # what is used
    phrase_row(
        r"\b(?:i|we|the team|my team)(?:'ve| have|'d| had)? "
        + ADVERB
        + SWITCHED
        + r" (?!my mind\b)(?:.{1,60}? )?(?:from .{2,40}? )?(?:over )?(?:to|onto) |\b(?:i|we|the team)(?:'ve| have)? "
        + ADVERB
        + r"replaced .{2,40}? (?:with|by) |\b(?:i|we)(?: are|'re| am|'m)? "
        + ADVERB
        + r"(?:no longer|don't|do not|stopped|quit) (?:use|using)\b",
        DECISION,
        "switch:{about}",
    ),
    phrase_row(
        r"(?:不(?:再)?(?:使?用|采用)|弃用|放弃|停用)(?:了)?[^，,。]{1,30}?了?[，,。 ]*(?:而是|现在|都|已经|全部)?"
        + ZH_SWITCH
        + r"|从[^，,。]{1,20}?"
        + ZH_SWITCH
        + r"|(?:把|将)[^，,。]{1,30}?"
        + ZH_SWITCH
        + r"|(?:我们?|团队|公司|项目组?)[^，,。]{0,12}?(?:不(?:再)?(?:使?用|采用))[^，,。]{1,20}了",
        DECISION,
        "switch:{about}",
    ),
    # when something is
    phrase_row(
        r"\b(?:moved|changed|shifted|postponed|rescheduled|pushed|delayed|brought forward) (?:the|our|my) (?:[\w-]+ ){0,3}?"
        + DATED_THING
        + r"\b",
        FACT,
        "{about}",
        subject="project",
    ),
    phrase_row(
        r"\b(?:the|our|my) (?:[\w-]+ ){0,3}?"
        + DATED_THING
        + (
            r" (?:has |have |had )?(?:been |was |is |got )?(?:now )?(?:moved|changed|shifted|postponed|rescheduled|pushed|"
            r"delayed)\b"
        ),
        FACT,
        "{about}",
        subject="project",
    ),
    phrase_row(
        r"(?:把|将)?(?:我们?的?)?" + ZH_DATED_THING + r"(?:时间|日期)?(?:又|已经|被|现在)?(?:从[^，,。]{1,14}?)?" + ZH_WAS_MOVED,
        FACT,
        "{about}",
        subject="project",
    ),
)
