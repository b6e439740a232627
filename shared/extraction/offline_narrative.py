"""What people tell of themselves and others beyond fixed attributes: events, plans, habits, third persons. Data only.

These rows are tried after those of known words and ask for more content: PARTS_OF_A_STORY words that name something.
"""

import re

from shared.extraction.offline_phrases import ADVERB, ENTITY, FACT, JOB, PREFERENCE, PhraseRow, phrase_row

# Content words (vague ones not counted) that a told event, plan or description needs.
PARTS_OF_A_STORY = 2

PAST = (
    r"(?:went|met|saw|did(?= (?:my|our|an?|the|two|three|four|some|both|volunteer)\b)|bought|got|made|took|ran|won|lost|found|built|"
    r"wrote|read|began|started|"
    r"finished|completed|became|came|gave|had|has|held|joined|learn(?:ed|t)|left|paid|sold|spent|"
    r"taught|grew|drove|flew|fell|broke|sent|set|put|kept|brought|caught|chose|drew|ate|drank|sang|"
    r"swam|spoke|slept|hurt|(?!wanted|need|tried to ask|asked|mentioned|wondered|noticed|hoped|guess|"
    r"supposed|realized|realised|forgot)[a-z]{3,}ed)"
)
NO_NAME = (
    r"(?!\w+ing\b)(?!(?:This|That|These|Those|There|Here|It|He|She|They|You|We|What|Who|How|If|When|While|Also|"
    r"Then|The|And|But|So|Maybe|Please|Yes|No|Ok|Okay|Thanks|Thank|Today|Tomorrow|Yesterday|"
    r"Everything|Everyone|Nothing|Something|Someone|Nobody|My|Our|Your|His|Her|Their|Its|One|All|"
    r"Some|Any|Let|As|At|In|On|For|From|After|Before|Well|Now|Just|Not|Hope|Glad|Sounds|Hey|Hi|Oh|"
    r"Wow|Sure|Life|Work|Good|Great|Nice|Which|Where|Why|Both|Each|Every|Most|Many|Much|Such)\b)"
)
SURNAME = (
    r"(?:[小老阿][一-鿿]|(?!周[一二三四五六日末])"
    r"[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭"
    r"吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江"
    r"史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文](?!$)[一-鿿]{1,2}?)"
)


NARRATIVE_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        (
            r"\b(?:i|we) (?:usually|always|often|typically|normally|regularly|sometimes) [a-z]+|\b(?:i|"
            r"we) [a-z]+\b.*\b(?:every|each) (?:day|morning|evening|night|week|weekend|month|year|monday|"
            r"tuesday|wednesday|thursday|friday|saturday|sunday)s?\b|\b(?:once|twice|\d+ times) a (?:day|"
            r"week|month|year)\b"
        ),
        PREFERENCE,
    ),
    phrase_row(
        (
            r"我们?(?:.{0,6}?)(?:每天|每周|每月|每年|每个?(?:周|星期|月)|经常|通常|一般都?|常常|总是|"
            r"平时)(?:都|会)?[一-鿿A-Za-z]{2,}|我(?:的)?习惯|我们?.{0,4}(?:周末|晚上|早上|睡前|饭后|下班后|"
            r"假期).{0,3}[吃喝看跑做去打玩听学练]"
        ),
        PREFERENCE,
    ),
    phrase_row(
        r"\b(?:i|we)(?:'m| am|'re| are|'ve been| have been|'ll| will)(?: be)? "
        + ADVERB
        + (
            r"(?:going to|planning|working on|learning|studying|training for|writing|building|taking|moving|"
            r"starting|launching|preparing|organi[sz]ing|volunteering|raising|saving|looking (?:for|"
            r"into|at)|researching|creating|running|hosting|joining|visiting|attending|travel(?:l)?ing|"
            r"painting|practi[cs]ing|teaching|expecting|applying|having (?:a|an|my|our) (?!hard|tough|bad|great|"
            r"good|rough|blast)|meeting|"
            r"flying|leaving|helping|making|coming|(?!feeling|struggling|looking|trying|hoping|wondering|being|"
            r"kidding|loving|wanting|needing|"
            r"liking|guessing|thinking|worrying|talking|saying|asking|telling|chatting|finding|getting|doing|enjoying|facing|"
            r"experiencing|having|waiting|staring|sitting|standing|lying|heading|holding|typing|opening)[a-z]+ing)\b|\b(?:i|"
            r"we) (?:plan|intend|hope) to\b"
        ),
        FACT,
    ),
    phrase_row(
        (
            r"我们?(?:现在|最近|目前|今年|一直|正|还|下周|下个?月|明年|明天|后天|周末)*(?:正在|在(?=学|做|写|"
            r"准备|筹备|开发|负责|研究|读|练|带|看|找|备)|打算|计划|准备|即将|将要?|要(?=去|搬|结婚|生|考|"
            r"参加|出差|换)|会(?=去|在|搬|参加)|负责|学习|研究|从事)"
        ),
        FACT,
    ),
    phrase_row(
        (
            r"(?:^|[,.;:!] ?|\b(?:and|but|so|when|last \w+|yesterday|ago|since|that|because|today|week|month|"
            r"weekend|year|tell you|say|know|\d{4}),? )(?:i|we)(?:'ve| have|'d| had)? (?:also |just |recently |finally |"
            r"already |once |even |actually |really |both |only |never |always |been |first |then |"
            r"last \w+ )*"
        )
        + PAST
        + r"\b",
        FACT,
        is_event=True,
    ),
    phrase_row(
        (
            r"^(?:(?:just|recently|finally|also|even|already|last \w+,?|yesterday,?) )*(?:got|took|lost|went|started|finished|"
            r"bought|moved|met|made|visited|joined|had|saw|won|adopted|built|signed up|applied|graduated|passed|quit|ran|"
            r"painted|wrote|read|opened|hosted|attended|received|learned|baked|cooked|hiked|dropped|donated|volunteered|"
            r"celebrated|spent|grew up|worked) (?:an?|the|my|our|some|two|three|\d+|to|in|on|at|with|for|off|up|another|\w+ing)\b"
        ),
        FACT,
        is_event=True,
    ),
    phrase_row(
        (
            r"\b(?:i|we) (?:also |still |even |actually |mainly |mostly |only )*(?:play|collect|teach|coach|volunteer|paint|cook|bake|"
            r"draw|sing|knit|garden|ski|surf|hike|swim|dance|practi[cs]e|code|grow|restore|repair|sell|run|lead|manage|"
            r"host|organi[sz]e|speak|study|drive|ride|wear|smoke|commute|rent|follow|attend|support|meditate|"
            r"jog|cycle|fish|hunt|camp|climb|sew|own|keep|raise|have)\b(?! (?:up|away|out|into)\b)"
        ),
        FACT,
    ),
    phrase_row(
        (
            r"\bi (?:never|rarely|hardly ever|almost never) (?!know|knew|mind|thought|think|heard|guess|seen|imagined|been|[a-z]+ed\b)"
            r"[a-z]+|\bi (?:don't|do not|can't|cannot) (?:smoke|drive|work|own|wear|swim|cook|dance|travel|fly|watch|read|speak|ride|"
            r"use|take|play|listen|buy|accept|do (?:meetings|calls)|answer)\b|我(?:从来?|几乎|很少|基本上?|"
            r"一般)(?:都)?(?:不|没)(?:会|在|去|吃|喝|看|"
            r"用|做|打|开|买|玩|穿|熬|参加|接)?[一-鿿]"
        ),
        PREFERENCE,
    ),
    phrase_row(
        (
            r"\b(?:our|my|the) (?:[\w-]+ ){1,3}?(?:meets?|starts?|begins?|ends?|opens?|closes?|takes place|ships?|goes live|goes out)\b"
            r".{0,40}?(?:\b(?:every|each|on|at|in|from|until|by)\b|\d)|\b(?:is|are) (?:called|named|codenamed|nicknamed|known as)\b"
        ),
        FACT,
        subject="project",
    ),
    phrase_row(
        (
            r"我(?:会|在.{1,12}?)(?:拉|弹|吹|唱|教|学|带|当|踢|打|画|练|读|做)[一-鿿A-Za-z]|(?:我们?|我家|"
            r"咱们?)(?:的)?(?:办公室|公司|学校|团队|工厂|"
            r"仓库|店|餐厅|工作室|实验室|家|房子|车|总部|项目组)(?:就)?(?:在|位于|搬到)|(?<!我的)(?<!们的)(?:名字|"
            r"名称|代号|昵称|外号|域名|车牌|型号|版本号?|口号)"
            r"(?:就)?(?:叫|是|为|[:：])"
        ),
        FACT,
    ),
    phrase_row(
        r"我(?:们)?.{0,8}?开始(?:学|追|练|看|读|用|做|养|写|吃|跑|参加|准备|尝试|使用|接触|研究)[一-鿿A-Za-z《]",
        FACT,
        is_event=True,
    ),
    phrase_row(
        (
            r"^.{0,14}?(?:我们?|我家)(?!觉得|感觉|想|问|以为|忘|说|知道|不知道|不懂|试|看到你|明白|"
            r"了解)(?:.{1,30}?)(?:了|过)"
        ),
        FACT,
        is_event=True,
    ),
    phrase_row(
        (
            r"(?:昨天|前天|上周|上个?月|去年|今年|刚刚?|最近|周末).{0,6}(?:去|参加|完成|买|学会?|搬|毕业|"
            r"结婚|考|拿|见|看|开始|换|生|做|提交|发布|上线|修复).{0,20}了"
        ),
        FACT,
        is_event=True,
    ),
    PhraseRow(
        re.compile(
            r"^"
            + NO_NAME
            + (
                r"(?P<about>[A-Z][a-z]+(?: [A-Z][a-z]+)?) (?:works? (?:at|for|with)|joined|left|got a job|"
                r"was hired)\b"
            )
        ),
        ENTITY,
        "{about}",
        "employer",
    ),
    PhraseRow(
        re.compile(r"^" + NO_NAME + r"(?P<about>[A-Z][a-z]+(?: [A-Z][a-z]+)?) (?:lives|moved|relocated|is based)\b"),
        ENTITY,
        "{about}",
        "residence",
    ),
    PhraseRow(
        re.compile(
            r"^"
            + NO_NAME
            + (
                r"(?P<about>[A-Z][a-z]+(?: [A-Z][a-z]+)?) (?:(?:is|was|has been) (?:my|our|her|his|the (?:owner|lead|"
                r"head|manager|founder|"
                r"author|one)|an? (?:[\w-]+ ){0,3}" + JOB + r")\b|administers|leads|owns|manages|prefers|likes|"
                r"loves|hates|teaches|runs|studies|graduated|maintains|handles|"
                r"designed|founded|wrote|plays|speaks|drives|uses)(?![\w])"
            )
        ),
        ENTITY,
        "{about}",
        None,
    ),
    PhraseRow(
        re.compile(r"^(?P<about_zh>" + SURNAME + r"|[A-Z][a-z]+)(?:在.{1,20}(?:工作|上班)|加入了?|入职)"), ENTITY, "{about}", "employer"
    ),
    PhraseRow(re.compile(r"^(?P<about_zh>" + SURNAME + r"|[A-Z][a-z]+)(?:住在|搬到)"), ENTITY, "{about}", "residence"),
    PhraseRow(
        re.compile(
            r"^(?P<about_zh>"
            + SURNAME
            + (
                r"|[A-Z][a-z]+)(?:是我们?的?|是(?=[一-鿿]{0,8}(?:负责人|工程师|经理|老师|医生|总监|老板))|负责|"
                r"管理|喜欢|讨厌|来自|毕业于|主管)"
            )
        ),
        ENTITY,
        "{about}",
        None,
    ),
    phrase_row(
        (
            r"(?:^|[,.;:!] ?|\b(?:and|but|so|because|since|when|today|now),? )(?:my|"
            r"our) (?P<about>(?:[a-z][a-z-]* ){0,3}[a-z][a-z-]*)(?:'s)? (?:is|are|was|were|costs|has|"
            r"have)\b(?! (?:that|to ask|why|how|what|if))"
        ),
        FACT,
        subject="user",
        slot="{about}",
    ),
    phrase_row(
        r"(?:^|[,，。;；:：]|但是?|而且|因为|所以|现在|其实)我们?的(?P<about_zh>[一-鿿A-Za-z]{2,8}?)(?:是|在|为|有|叫|换成了?|"
        r"改成了?)(?!什么|怎么|不是)",
        FACT,
        subject="user",
        slot="{about}",
    ),
    phrase_row(
        (
            r"\bi(?:'ve| have)? (?:have|own|got|studied|graduated|majored|served|volunteered|donated|"
            r"trained)\b|我(?:有|拥有|毕业于|学的是|读的是|开的?|买了|换了)"
        ),
        FACT,
    ),
)
# "My point is ..." tells nothing of the user.
EMPTY_ATTRIBUTES = frozenset({
    "favorite", "favourite", "favorites", "favourites",
    "point", "question", "problem", "issue", "guess", "understanding", "mistake", "bad", "apologies", "pleasure", "idea",
    "thought", "opinion", "concern", "worry", "intention", "fault", "turn", "answer", "code", "error", "test", "tests", "build",
    "query", "first", "next", "last", "only", "main", "biggest", "best", "worst", "goal", "hope", "意思", "问题", "想法", "错",
    "看法", "观点", "建议", "目的", "疑问", "理解", "感觉", "答案",
})  # fmt: skip
