"""Whatever is told of the people around the user, and of what the user never has, does or did. Data only.

The people's rows ask for PARTS_OF_A_STORY words that name something; a lasting denial names one thing.
"""

from shared.extraction.offline_phrases import ENTITY, FACT, KIN, PREFERENCE, ZH_KIN, PhraseRow, phrase_row

ROLE = (
    r"(?:ceo|cfo|cto|coo|pm|hr|(?:product |project |team |tech |engineering |sales |office |account )?(?:owner|lead|leader|head|"
    r"manager|director)|"
    r"designer|developer|client|customer|supplier|vendor|tutor|nanny|babysitter|cleaner|gardener|hairdresser|dentist|physio|gp|vet|agent|"
    r"auditor|contractor|tenant|secretary|professor|advisor|bandmate|classmate|teammate|team-mate|mate|best friend|grandkids?|girls|boys|"
    r"daughters|sons|brothers|sisters|cousins|friends|colleagues|neighbours|neighbors|roommates|flatmates|dogs|cats|horse|rabbit|hamster|"
    r"parrot|budgie|tortoise)"
)
SAYS = (
    r"(?:said|says?|told|tells?|thinks?|thought|asks?|asked|wants?|wanted|believes?|reckons?|claims?|feels?|felt|wonders?|hopes?|"
    r"suggests?|"
    r"suggested|keeps? (?:saying|telling|asking)|was|were|is so|are so|is being|made me|makes me|inspires?|motivates?|means? (?:a lot|"
    r"so much|the world))"
)
DOES = (
    r"(?:[a-z]+[^s\W]s|[a-z]{3,}ed|went|got|took|left|had|has|have|is|are|do|does|can|can't|cannot|won't|will|don't|doesn't|never|always|"
    r"only)"
)
ZH_SAYS = (
    r"(?:说|觉得|认为|建议|让|叫我|告诉|问|想|希望|劝|夸|骂|催|给我|对我|跟我|和我|也?很(?:好|开心|支持|喜欢)|都?(?:支持|鼓励|"
    r"理解|关心|喜欢我|很))"
)
NOT_A_THING = (
    r"(?!(?:time|idea|clue|doubt|problem|issue|question|choice|reason|plan|energy|words|control|access|it|that|this|one|any\b|a clue|"
    r"an issue|a "
    r"problem|the (?:time|energy|money|patience)|much|enough|to\b|the faintest|regrets?|way|luck|complaints?|worries|"
    r"experience (?:with|in) (?:this|that)|"
    r"intention|desire|interest in talking|excuse|more|further|other|need|opinion|preference|strong|anything|anyone|something|anybody)\b)"
)
LASTING = r"(?:drive|smoke|drink|swim|cook|wear|speak|eat|ride|dance|watch|play|celebrate|fly|work (?:on|at|past|after|before)|read|buy)"

PEOPLE_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        r"^(?:my|our|the) (?P<about>(?:[a-z-]+ ){0,2}(?:" + KIN + r"|" + ROLE + r"))(?:,? (?P<who>(?:(?:Mr|Mrs|Ms|Dr|"
        r"Prof)\.? )?[A-Z][\w-]+))?"
        r"(?: and [\w ]{2,20})?,? (?!" + SAYS + r"\b)" + DOES + r" (?!(?:you|me|it|that|so)\b)\S",
        ENTITY,
        subject="{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:my |our )?(?P<about>uncle|aunt|auntie|cousin|grandpa|grandma|granny|nana|brother|sister|coach|pastor|doctor|professor) "
        r"(?P<who>[A-Z][\w-]+) (?!" + SAYS + r"\b)" + DOES + r" \S",
        ENTITY,
        subject="{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?P<about>[A-Z][a-z]+)(?:'s| is| was) the (?:one|person|guy|woman|man|only one) (?:who|that|for|to|in)\b",
        ENTITY,
        subject="{about}",
    ),
    phrase_row(
        r"^(?P<about>mum|mom|dad|mother|father|grandma|grandpa|granny|nan|grandad|granddad|mummy|daddy) (?!"
        + SAYS
        + r"\b)"
        + DOES
        + r" (?!(?:you|me|it|that|so)\b)\S",
        ENTITY,
        subject="{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:我们?(?:家)?的?)?(?P<about_zh>" + ZH_KIN + r")(?P<who_zh>[一-鿿]{2,3}(?=住|在|是|搬))?(?!" + ZH_SAYS + r")(?!.*(?:[你您]|"
        r"吗))[一-鿿A-Za-z0-9]{3,}",
        ENTITY,
        subject="{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"(?:有(?:什么)?(?:事|问题|情况|需要|疑问|活))(?:就|请|都|直接|可以|一般)*(?:找|问|联系|去找)(?!我|你|他|她|谁)[一-鿿A-Za-z]{2,}|"
        r"^(?:我们的?|新来?的)?(?!我的?)[一-鿿]{0,5}(?:对接人|负责人|联系人|接口人|班主任|实习生|同事|经理|客户|房东|教练|老师|组长|店长|主任|"
        r"院长|校长)(?:就)?(?:是|叫|姓)"
        r"(?!我|你|谁|什么|个|一|很|在|不)[一-鿿A-Za-z]{2,}",
        FACT,
        subject="project",
    ),
    phrase_row(
        r"[一-鿿A-Za-z]{2,10}换(?:人|成别人)?了[,，](?:现在|以后|目前|新的?|改成)?(?:是|由|归|叫|用)[一-鿿A-Za-z]{2,}",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
)
DENIAL_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        r"^(?:(?:and|but|also|btw|so|sadly|unfortunately),? )*(?:i|we) (?:still |personally |really |actually )*(?:don't|do not|can't|"
        r"cannot|never) " + LASTING + r"\b(?: (?:an? |any |the |my )?" + NOT_A_THING + r"[\w'-]+)?(?: [\w'-]+){0,4}\W*$|"
        r"^i(?:'ve| have) never (?:been (?:to|on|in|married|vaccinated|abroad)|visited|tried|owned|had (?:a|an|any)|eaten|worked|lived|"
        r"flown|driven|"
        r"used|played|smoked|learned|studied|broken)\b(?! (?:it|that|this|so)\b)",
        FACT,
        keeps_negation=True,
    ),
    phrase_row(
        r"^我(?:从来|一直|根本|完全|都|也|其实)*"
        r"不会(?=[一-鿿A-Za-z]{2,}$)(?!忘|放弃|再|让|轻易|说(?!英|法|日|德|粤|普)|去|告诉|这么|那么|因为|离开|改变|后悔|停|太|很|有|是|"
        r"在|给|被|像|把|对|和|跟|觉得|想)",
        FACT,
        keeps_negation=True,
    ),
    phrase_row(
        r"我(?:一般|平时|向来|从来|现在)?只(?:住|坐|吃|喝|穿|用|看|听|买|去|认|跟|喝|读|接|收|刷)(?!是|要|有|能|想|过|"
        r"了)[^,，。你您他她]{2,}|"
        r"[^我你他她,，。]{1,8}我(?:是|真的|实在|完全|根本|从来|一口|一点|一滴|半点)*(?:都|也)?(?:吃|喝|碰|受|忍|看|听|穿|用|"
        r"闻)不(?:了|下去?|惯|来|得)|"
        r"我[^,，。你您]{0,4}[听见闻看吃碰沾]不得[^,，。]{2,}|我?(?:怎么|百|天天)[吃看听喝用玩][^,，。]{0,2}(?:都|也)?不(?:腻|烦|厌|够)|"
        r"比起[^,，。]{1,14}[,，]?我(?:还是|更|宁愿|宁可|比较|都)|我更(?:想|愿意?|爱|喜欢|偏)(?!知道|了解|多|努力|好)[^,，。你您]{2,}|"
        r"我[^,，。你您]{0,6}?(?:迷上|爱上|喜欢上|入坑|沉迷|痴迷|着迷于?|偏爱)了?(?!你|您|他|她|它|这)[^,，。]{2,}",
        PREFERENCE,
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:and )?(?:i|we) (?:only |mostly |mainly |do )?(?:eat|drink|wear|read|watch|listen to) \w+(?: \w+){0,3} (?:but|and) (?:no|"
        r"not|never)\b|"
        r"^(?:can't|cannot|don't|won't) (?:do|eat|drink|take|stand|work|drive|have) (?!it\b|that\b|this\b|anything\b|much\b)[\w-]+|"
        r"^(?:anything|any time|mornings|afternoons|evenings|weekdays|weekends)\b.* (?:is|are|works?) (?:fine|ok|okay|best|good|better)\b|"
        r"\bi(?:'d| would)? (?:describe|consider|call|see) myself (?:as )?(?!lucky|blessed)\w+|\bi want (?!to\b|you\b|it\b|some|an?\b|"
        r"the\b|more\b|this\b|that\b)"
        r"[\w-]+(?: [\w-]+)? (?:to be )?\w{3,}(?:ed|en)\b|"
        r"\bcan(?:'t| not|not| never) get enough of\b|\bi(?:'d| would) (?:take|pick|choose) .{2,40} over |\bmakes? me (?:sick|sneeze|gag|"
        r"itch|queasy|dizzy|nauseous)\b|"
        r"\bmy (?:first|top|default|preferred) (?:choice|pick)\b|^give me .{2,40} (?:over|rather than|instead of) |"
        r"\bany day(?: of the week)?\W*$|\b(?:is|are) what i (?:use|listen to|read|"
        r"drink|eat|"
        r"wear|play|watch|order|prefer|like)\b|\bi(?:'ve| have) (?:gone off|come to (?:love|like|prefer)|grown (?:fond|tired|sick) of|"
        r"taken (?:up|to)|"
        r"got(?:ten)? into|gotten hooked on|fallen for)\b (?!it\b|that\b|this\b|you\b|a fight|trouble)|"
        r"\bi (?:can't|cannot|can never) (?:sleep|work|think|focus|concentrate|function|eat|study|relax) (?:without|with|unless|if|"
        r"when|in|otherwise)\b",
        PREFERENCE,
        keeps_negation=True,
    ),
)
