"""What is over, and values that rose, fell or moved, told of the user's own life. Data only.

No slot where the words do not name the property: the guard finds what they end by what both of them say.
"""

from shared.extraction.offline_phrases import ADVERB, FACT, ZH_ADVERB, PhraseRow, phrase_row

NOT_NAMED = r"(?!it\b|that\b|this\b|them\b|him\b|her\b|you\b|there\b|so\b|to\b|anything\b|much\b)"
DOING = r"(?!know|care|want|think|feel|need|get|understand|remember|believe|see|mean|mind|trust|have to)[a-z]+"
ZH_DOING = r"(?:学|打|拉|弹|练|跑|养|收集|收藏|做|教|踢|玩|写|画|唱|去|上|开|骑|订|看|听|参加|负责|练习|坚持|研究|使用|用|管|带)"
ROSE = (
    r"(?:went|rose|increased|dropped|fell|changed|jumped|sank|climbed|was (?:raised|lowered|changed|moved|cut)|"
    r"has (?:gone|risen|changed|dropped))"
)
ZH_ROSE = r"(?:涨价?|降价?|升|改|调整?|变|换|提高|减少?|增加|下调|上调)(?:到|成|为|至)"

ENDED_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        r"\bi "
        + ADVERB
        + r"(?:no longer (?:\w+ly )?"
        + DOING
        + " "
        + NOT_NAMED
        + r"\w+|(?:don't|do not) "
        + DOING
        + " "
        + NOT_NAMED
        + r".{2,40}? (?:any ?more|any longer)\b|(?:have |'ve )?(?:gave|given) up (?!on\b)"
        + NOT_NAMED
        + r"\w+|(?:have |'ve )?(?:stopped|quit) [a-z]+ing "
        + NOT_NAMED
        + r"\w+|sold (?:my|our|the) \w+|got rid of (?:my|our|the) \w+)",
        FACT,
    ),
    phrase_row(
        r"\bi(?:'ve| have)? (?:and [A-Z]\w+ )?" + ADVERB + r"(?:got (?:married|divorced|engaged|separated)|broke up|split up)\b",
        FACT,
    ),
    phrase_row(
        r"^我"
        + ZH_ADVERB
        + r"(?:已经|现在|最近|今年)?(?:不(?:再)?"
        + ZH_DOING
        + r"[^，,。不]{1,14}了|不再"
        + ZH_DOING
        + r"[^，,。]{1,14}|把[^，,。]{1,10}(?:卖|送人|扔|退|停|取消)(?:了|掉)|卖(?:掉)?了[^，,。]{2,10})",
        FACT,
    ),
    phrase_row(
        r"\bmy (?P<about>[a-z][a-z ]{1,24}?) " + ROSE + r"(?: up| down)? (?:from .{1,24} )?to \S|"
        r"我的(?P<about_zh>(?:(?!从)[一-鿿]){1,8}?)(?:现在|已经|今年|这个月)?(?:从[^，,。]{1,14}?)?" + ZH_ROSE,
        FACT,
        "{about}",
    ),
    phrase_row(
        r"^(?:the|our) (?:[\w-]+ ){0,3}?(?:service|server|app|site|website|api|pipeline|dashboard|cluster|frontend|backend|module|worker|"
        r"gateway|portal|bot|database|queue|job|build)s? (?:has |have |was |were |is |are )?(?:been )?(?:now )?"
        r"(?:moved|changed|switched|migrated|renamed|upgraded|ported|relocated) .{0,60}?\bto \S",
        FACT,
        subject="project",
    ),
    phrase_row(
        r"\bi(?:'ve| have)? "
        + ADVERB
        + r"(?:(?:changed|switched) careers|retrained as|requalified as)\b|^我"
        + ZH_ADVERB
        + r"(?:已经|刚|最近|现在)?(?:转行|改行|转岗)(?:去|到)?(?:做|当|成)",
        FACT,
        "occupation",
    ),
    # what is owned, and where somebody has been
    phrase_row(r"\bi (?:also |still |now )?own (?:an?|the|two|three|four|\d+) (?!few\b|lot\b|bit\b|mistake)\w+", FACT),
    phrase_row(
        r"\bi (?:was|have been|'ve been) (?:in|to) (?-i:[A-Z])\w+ (?:on|for|last|with|during|when|in|twice|once|several|two|three)\b", FACT
    ),
)
"""Tried after what is told with a slot of its own."""
