"""Decisions, people around the user, the project and the passing present. Data only; the first row that fits wins."""

from shared.domain.candidate import Layer
from shared.extraction.offline_phrases import (
    ADVERB,
    DATED_THING,
    DECISION,
    ENTITY,
    FACT,
    KIN,
    OTHER,
    PROJECT_THING,
    ZH_DATED_THING,
    ZH_KIN,
    ZH_PROJECT_THING,
    PhraseRow,
    phrase_row,
)

WORLD_ROWS: tuple[PhraseRow, ...] = (
    # decisions
    phrase_row(
        r"\b(?:i|we|the team|my team)(?:'ve| have|'d| had)? "
        + ADVERB
        + (
            r"(?:decided|chosen|chose|agreed|settled on|picked|opted|committed to|concluded|resolved)\b|"
            r"\blet's (?:go with|use|stick (?:with|to)|switch to|adopt)\b|\b(?:i|we)(?:'ll| will|'re| are|'m|"
            r" am) (?:going with|go with|going to use|use|using|switch(?:ing)? to|migrat(?:e|ing) to|"
            r"stick(?:ing)? (?:with|to)|adopt(?:ing)?)\b|\bthe decision is\b|\b(?:it is|it's|"
            r"it was) decided\b"
        ),
        DECISION,
        "choice:{about}",
    ),
    phrase_row(
        (
            r"(?:^|[,，。:：]|我们?|咱们?|团队|公司|大家|项目组)(?:已经|最终|最后|还是|一致|刚刚?|今天|昨天)*(?:决定|"
            r"确定|敲定|选定|商定|拍板|定下来|选择了)(?:了)?(?:要|用|采用|使用|把|将|在|不|先|由|改|去|从|"
            r"选|以|[一-鿿A-Za-z])|就(?:用|选|采用|定)[^，。]{2,}(?:吧|了)|(?:改用|换成|改成|换用|迁移到|"
            r"切换到)[^，。]{1,}"
        ),
        DECISION,
        "choice:{about}",
    ),
    # people, animals and things around the user
    phrase_row(
        r"\b(?:my|our) (?P<about>"
        + KIN
        + (
            r")(?:'s)? (?:name )?(?:is (?:named|called)|is [A-Z]|named|called|goes by)|"
            r"我们?(?:家)?的?(?P<about_zh>"
        )
        + ZH_KIN
        + r")(?:的名字)?(?:叫|名叫|是叫)",
        ENTITY,
        "name",
        subject="{about}",
    ),
    phrase_row(
        (
            r"\bi(?:'ve| have)? (?:have|got|own|adopted|raise)(?: got)? (?:an? |two |three |four |\d+ |twin |"
            r"the )(?:\w+ ){0,2}"
        )
        + KIN
        + r"|我们?(?:家)?(?:有|养了|养着|领养了)(?:[一二两三四五\d]+)?[个只条位名]?.{0,6}"
        + ZH_KIN,
        ENTITY,
        None,
    ),
    phrase_row(
        r"\b(?:my|our) (?P<about>(?:[a-z-]+ ){0,2}"
        + KIN
        + (
            r")(?:'s)? (?:[A-Z][a-z]+ )?(?:is|are|was|were|has|have|loves?|likes?|hates?|works?|lives?|"
            r"plays?|went|got|moved|studies|study|turned|started|prefers?|runs?|needs?|teaches|goes|will|"
            r"just|recently|can|owns?|still|always|wants?|wears?|speaks?|plans?|"
            r"comes|takes|retires?|retired|lost|passed|was|speaks|sells?|drives?|sings?|writes?)\b"
        ),
        ENTITY,
        None,
        subject="{about}",
    ),
    phrase_row(
        r"(?:我们?(?:家)?的?|^)(?P<about_zh>"
        + ZH_KIN
        + r")(?:[一-鿿]{2,3})?(?:是|在|喜欢|不喜欢|住|今年|刚|已经|会|要|对|有|爱|负责|的|开|还|每|周|教|做|"
        r"叫|姓)",
        ENTITY,
        None,
        subject="{about}",
    ),
    phrase_row(
        r"\b(?:my|our) (?P<about>(?:[a-z-]+ ){0,2}"
        + KIN
        + r") (?:[A-Z][a-z]+ )?(?:can't|cannot|doesn't|does not|won't|never) (?:eat|have|drink|tolerate|touch)s?\b|"
        r"我们?(?:家)?的?(?P<about_zh>" + ZH_KIN + r")(?:不能|不|从不|不会)(?:吃|喝|碰)",
        ENTITY,
        None,
        subject="{about}",
        keeps_negation=True,
    ),
    # the project
    phrase_row(
        r"\b(?:our|the|my) (?:[\w-]+ ){0,3}?"
        + DATED_THING
        + r"(?: \w+){0,4}? (?:is|was|are|has been|got|will be|moved|starts|begins)\b|"
        + ZH_DATED_THING
        + r"(?:是|在|定在|改到|改在|推迟到|提前到|定于|为|安排在|：)",
        FACT,
        "{about}",
        subject="project",
    ),
    phrase_row(
        r"\b(?:our|the|my|this) (?:[\w-]+ ){0,3}?"
        + PROJECT_THING
        + (
            r"(?:'s)? (?:[\w-]+ ){0,2}?(?:is|are|uses?|runs?|was|has|have|lives|listens|will|needs|deploys?|"
            r"stores?|sits|supports?|consists|ships)\b(?! (?:down|broken|failing|slow|offline|stuck))"
        ),
        FACT,
        "choice:{about}",
        subject="project",
    ),
    phrase_row(
        r"(?:我们?的?|咱们?的?|这个|该|^)?(?:[一-鿿A-Za-z]{0,8})"
        + ZH_PROJECT_THING
        + (
            r"(?:的[一-鿿]{1,6})?(?:都|现在|目前|已经)?(?:部署在|部署到|运行在|跑在|放在|使用|采用|用的是|用|"
            r"是|基于|在|叫|位于|支持|需要|托管在)"
        ),
        FACT,
        "choice:{about}",
        subject="project",
    ),
    phrase_row(
        r"\bwe "
        + ADVERB
        + (
            r"(?:use|run|deploy|host|store|ship|support|rely on)\b|我们(?:公司|团队|项目|组|部门)?(?:现在|"
            r"目前|一直)?(?:用|使用|采用|部署|运行)"
        ),
        FACT,
        "choice:{about}",
        subject="project",
    ),
    phrase_row(
        r"\bi " + ADVERB + r"use [A-Z\w]|我(?:平时|一般|现在|一直)?(?:用的是|使用|用)(?:的)?\s*[A-Za-z一-鿿]", FACT, "choice:{about}"
    ),
    # the passing present: what is being done and felt right now
    phrase_row(
        r"\b(?:i|we)(?:'m| am|'ve been| have been|'re| are)? "
        + ADVERB
        + (
            r"(?:(?:a bit|so|very|too|really|kinda|pretty|just) )*(?:(?:feel|feeling|felt) (?:(?:a bit|so|very|really|"
            r"quite) )*)?(?:sick|ill|burnt|stressed|overwhelmed|anxious|exhausted|nervous|"
            r"confused|frustrated|scared|upset|struggling|worried|lonely|weighed down|having (?:trouble|a hard time|"
            r"difficulty))\b"
        ),
        OTHER,
        None,
        layer=Layer.REALTIME_ENV,
    ),
    phrase_row(
        (
            r"我(?:最近|今天|这几天|这两天|总是?|一直|现在|也|又|真的|还是|有时候?|经常|常常)*(?:感到|感觉|觉得|有点|有些|很|非常|"
            r"比较|特别)"
            r"+.{0,6}?(?:疲惫|疲倦|焦虑|压抑|郁闷|难过|烦躁|烦恼|迷茫|无助|孤独|困惑|沮丧|紧张|累|困|压力|不安|失落|无聊|兴奋|开心|高兴|"
            r"无望|乏味|不舒服|犯愁|挫败)"
        ),
        OTHER,
        None,
        layer=Layer.REALTIME_ENV,
    ),
    phrase_row(
        (
            r"(?:正在|目前在|还在|在)(?:调试|排查|修复?|处理|部署|测试|重构|合并|上线|评审|review|debug)|"
            r"\b(?:debugging|fixing|investigating|deploying|testing|refactoring|reviewing|rebasing|merging|"
            r"troubleshooting)\b"
        ),
        OTHER,
        None,
        layer=Layer.REALTIME_ENV,
    ),
    phrase_row(
        (
            r"\b(?:server|build|site|website|api|service|pipeline|ci|database|db|deployment|cluster|network|"
            r"printer|app)s? (?:\w+ )?(?:is|are) (?:\w+ )?(?:down|broken|failing|offline|slow|stuck|"
            r"unreachable)\b|(?:服务器|服务|网站|接口|系统|数据库|网络|构建)(?:现在|目前|又|已经)?(?:挂|崩|"
            r"宕机|卡|断|报错|超时|不可用)"
        ),
        FACT,
        None,
        layer=Layer.REALTIME_ENV,
    ),
    phrase_row(
        r"\bi(?:'m| am) "
        + ADVERB
        + (
            r"(?:so |very |too |a bit )?(?:tired|hungry|sleepy|busy|sick|ill|bored|stressed|in a meeting|"
            r"on the train|at the airport|traveling|travelling)\b|^(?:我)?(?:今天|现在)?(?:好|很|有点|"
            r"太)(?:累|困|饿|忙|烦|热|冷)"
        ),
        OTHER,
        None,
        layer=Layer.REALTIME_ENV,
    ),
)
