"""Plain statements of whatever content: who speaks, or what is the speaker's, and a verb of the present. Data only.

Tried last. They ask for a story's content, address nobody, and leave out what is thought, felt, said, hoped and asked.
"""

import re

from shared.extraction.offline_phrases import FACT, KIN, ZH_KIN, PhraseRow, phrase_row

DEGREE = (
    r"(?:(?:also|just|really|still|even|always|all|both|each|so|super|very|quite|pretty|too|now|already|basically|kinda|more|most|"
    r"much|never|often|only|[a-z]+ly|[a-z]+ley) )*"
)
NOT_TOLD = (
    r"(?:think|thought|know|knew|guess|mean|meant|see|saw|hear|heard|say|said|ask|asked|wonder|hope|hoped|wish|agree|understand|"
    r"remember|forgot|forget|want|wanted|wanna|gonna|try|tried|feel|felt|can|can't|cannot|could|couldn't|would|wouldn't|should|"
    r"will|won't|did|didn't|do|don't|doubt|suppose|believe|imagine|figure|figured|bet|promise|swear|apologi[sz]e|appreciate|"
    r"reali[sz]ed?|notice|noticed|look|looked|find|found|expect|expected|rec+om+end|suggest|told|tell|talk|talked|was|were|had|must|"
    r"might|may|shall|to|need|got|get to|have to|have (?:no|never|had|got to|been)|am|are|love|like|hate|enjoy|admire|make|made|"
    r"keep|push|back|support|encourage|plan|learn|relate|care|miss|like to|hope to|bring|give|take care|go ahead|thank)"
)
NOT_BEING = (
    r"(?:not|so|just|sure|sorry|glad|happy|gonna|wanna|off|here|there|to|up|in|out|on|down|okay|ok|fine|good|well|back|done|ready|"
    r"excited|thrilled|stoked|pumped|inspired|proud|keen|thankful|grateful|tempted|swamped|tired|lucky|blessed|inclined|obsessed|"
    r"sunk|focused|interested|amazed|surprised|impressed|touched|eager|curious|honou?red|determined|confident|hopeful|optimistic|"
    r"certain|aware|into|with|at|for|like|total|huge|big|part|afraid (?!of\b)|invested|[a-z]+ing)"
)
ADDRESSED = r"(?!.*\b(?:you|your|yours|yourself|y'all|u)\b)"
ZH_DEGREE = (
    r"(?:也|都|就|还是?|又|才|很|真的?|只是?|一直|总是?|已经|现在|今天|最近|其实|非常|挺|先|确实|的确|一定要?|比较|更|最|特别|有些?|有点|下个?月|明天|"
    r"以后|不|没有?)*"
)
ZH_NOT_TOLD = (
    r"(?:想|觉得|感|认为|以为|知道|明白|理解|懂|说|问|看|听|希望|期待|需要|可以|能|会(?!说|讲|做|弹|拉|修|写|游)|要(?=去|问|说|看|想|先|走)|来|去|试|猜|"
    r"怕|害怕|相信|信|同意|同感|考虑|尽|努力|发现|注意|记得|忘|遇|碰|收到|谢|建议|推荐|告诉|应该|必须|得|愿意|打算|尝试|了解|继续|突然|刚|在(?:想|看|家里)|"
    r"享受|担心|焦虑|困惑|聊|AI|的AI|一个人|一起|之间)"
)
ZH_ADDRESSED = r"(?!.*[你您])(?!.*(?:聊|分享|我们可以|大家))"

PLAIN_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        r"^"
        + ADDRESSED
        + (r"(?:i|we) (?!" + DEGREE + NOT_TOLD + r"\b)" + DEGREE)
        + r"(?!\w+(?:ed|ing)\b)[a-z]+ (?!(?:it|this|that|them|him|her|us|so|up|out|together)\b)",
        FACT,
    ),
    phrase_row(r"^" + ADDRESSED + r"i(?:'m| am) (?!" + DEGREE + NOT_BEING + r"\b)(?:an? |the )?" + DEGREE + r"[a-z-]+ ", FACT),
    phrase_row(
        r"^" + ADDRESSED + r"(?:my|our) (?!" + KIN + r" (?:said|says|told|thinks?))(?:[\w'-]+ ){1,5}?"
        r"(?!(?:and|or|of|in|on|at|to|for|with|from|by|as|was|were|had|did|makes?|brings?|gives?|means?|\w+ing)\b)"
        r"(?:[a-z]+s|is|are|have|keep|use|run|live|come|go|need|start)\b",
        FACT,
    ),
    # What is nobody's counts only with a detail: a number, a time or a name.
    PhraseRow(
        re.compile(
            r"^(?!.*\b(?:[Yy]ou|[Yy]our|[Ii]t's)\b)[Tt]he (?:[\w'-]+ ){1,5}?(?:is|are|runs?|uses?|starts?|listens?|lives?|costs?|leaves?|"
            r"arrives?|belongs?|needs?|expires?|ends?|opens?|closes?|supports?|requires?|contains?|takes|lasts)\b"
            r"(?! (?:solid|amazing|great|awesome)).*(?:\d|\b[A-Z]\w+)"
        ),
        FACT,
        "project",
    ),
    phrase_row(
        r"^"
        + ZH_ADDRESSED
        + (r"(?:我们?|咱们?|我家|我们(?:组|公司|团队|部门|家))(?!" + ZH_DEGREE + ZH_NOT_TOLD + r")")
        + r"(?!.*(?:了|过)[，。]?$)[一-鿿A-Za-z0-9]{2,}",
        FACT,
    ),
    phrase_row(
        r"^" + ZH_ADDRESSED + r"(?:我(?:的)?)?" + ZH_KIN + r"(?!说|觉得|认为|建议|让|叫我|告诉)[一-鿿A-Za-z0-9]{3,}", FACT, subject="family"
    ),
    phrase_row(
        (
            r"[一-鿿A-Za-z]{2,}(?:都|统一|全部)?(?:是用|采用|使用|存放?在|存储在|托管在|部署在|运行在|装的是|跑在)\s*[一-鿿A-Za-z0-9]{2,}|"
            r"(?:每天|每周.?|每月|每晚|每年|每季度)[^，。]{0,12}(?:做|跑|执行|备份|发布|开会|交|更新|同步|打扫|检查|盘点|发)"
        ),
        FACT,
        subject="project",
    ),
)
