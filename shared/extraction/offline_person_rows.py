"""Who the user is and what the user likes: statements known by their words. Data only; the first row that fits wins."""

from shared.extraction.offline_phrases import ADVERB, FACT, JOB, PREFERENCE, ZH_ADVERB, ZH_JOB, PhraseRow, phrase_row

PERSON_ROWS: tuple[PhraseRow, ...] = (
    # who the user is
    phrase_row(
        (
            r"\bmy name(?: is|'s)\b|\bi'm called\b|\bi go by\b|\b(?:please )?call me [A-Z]|(?:我(?:的名字|已经|"
            r"现在)?(?:改名)?叫(?!做|他|她|你)|"
            r"我是[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟"
            r"汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文][一-鿿]{1,2}(?=$|[，,。])|"
            r"我的名字是|(?:请|以后)?(?:叫|称呼)我)"
        ),
        FACT,
        "name",
    ),
    phrase_row(
        (
            r"\b(?:i(?:'m| am)|i just turned) \d{1,3}(?: years old)?(?=$|[.,!;])|\bi(?:'m|"
            r" am) \d{1,3} years old|我(?:今年|已经|刚满)?\s*[\d一二三四五六七八九十]{1,4}\s*岁"
        ),
        FACT,
        "age",
    ),
    phrase_row(
        r"\bmy birthday\b|\bi was born (?:on\b|in (?:\d|january|february|march|april|may|june|july|august|september|october|"
        r"november|december|the (?:spring|summer|autumn|winter|eighties|nineties|\d)))|我的?生日|我(?:是)?(?:[\d]{2,4}年(?:出生|"
        r"生的))",
        FACT,
        "birthday",
    ),
    phrase_row(
        r"\b(?:i|we) "
        + ADVERB
        + r"live (?:in|at|on|near)\b|\bi(?:'ve| have)? "
        + ADVERB
        + r"(?:moved|relocated) (?:back )?to\b|\bi(?:'ve| have) "
        + ADVERB
        + r"lived (?:in|at) .{2,30} (?:for|since)\b|\bi(?:'m| am) "
        + ADVERB
        + r"(?:based|living) in\b|\bmy (?:home|house|apartment|flat) is (?:in|at|on)\b",
        FACT,
        "residence",
    ),
    phrase_row(r"\bi was born in [A-Z]|我(?:是)?(?:出生在|在[一-鿿]{2,8}?出生|出生于)", FACT, "birthplace"),
    phrase_row(
        r"\bi drive an? (?:\d{4} |old |new |used |second-hand |electric |red |blue |white |black |silver |grey )*[A-Z]|\bmy (?:new |"
        r"old )?car is\b|"
        r"我(?:现在)?(?:开的(?:车)?是|开着?(?:一)?辆)|我(?:的|现在)?的?车(?:子)?(?:是|换成)",
        FACT,
        "car",
    ),
    phrase_row(
        r"(?:我|我们一?家|我家)"
        + ZH_ADVERB
        + r"(?:已经|刚|刚刚|上个?月|上周|去年|今年|前年|年初|最近|前几天|昨天|今天)*(?:住在|住(?=[一-鿿]{2})|定居|搬到|搬去|搬家到|"
        r"搬回|搬来)|我(?:的)?家(?:就)?在",
        FACT,
        "residence",
    ),
    phrase_row(
        (
            r"\bi(?:'m| am)(?: originally)? from [A-Z]|\bi grew up in\b|我(?:是)?来自|我(?:的)?老家(?:是|在)|"
            r"我是[一-鿿]{2,4}人(?=$|[，。,.])|(?:土生土长|地地道道|地道)的?[一-鿿]{2,4}人"
        ),
        FACT,
        "origin",
    ),
    phrase_row(
        r"\bi(?:'m| am)? "
        + ADVERB
        + r"(?:work(?:ing)?|employed) (?:at|for|with|by)\b|\bi(?:'ve| have)? "
        + ADVERB
        + (
            r"(?:joined|left) [A-Z]|\bi(?:'ve| have)? (?:worked|been working|been) at [A-Z]|"
            r"\bi (?:just )?(?:got|started|took) (?:a )?(?:new )?(?:job|position|role)\b|\bi(?:'ve|"
            r" have)? (?:just |recently |newly )?(?:started|start) (?:working )?at (?=[A-Z])|\b\d+ years at [A-Z]"
        ),
        FACT,
        "employer",
    ),
    phrase_row(
        r"我"
        + ZH_ADVERB
        + (
            r"(?:已经|刚|刚刚|之前|曾经)?(?:在(?!找)|就职于|任职于).{1,24}?(?:工作|上班|任职|实习|做事|打工|就职)|"
            r"我(?:刚|刚刚|已经)?(?:入职|加入|跳槽到|离开)了?[一-鿿A-Za-z]{2,}|我(?:就职于|任职于)"
        ),
        FACT,
        "employer",
    ),
    phrase_row(
        r"\bi(?:'m| am) "
        + ADVERB
        + r"(?:an? |the )(?:[\w-]+ ){0,3}"
        + JOB
        + (
            r"\b|\bi work as\b|\bmy (?:job|occupation|profession|job title|title) is\b|我(?:是|做|"
            r"当)(?:了)?(?:一名|一个|一位|个|名|位)?.{0,10}"
        )
        + ZH_JOB
        + r"|我的?(?:职业|工作|职位|岗位)是",
        FACT,
        "occupation",
    ),
    phrase_row(
        r"\bmy (?:native|first|mother) (?:language|tongue)\b|\bi "
        + ADVERB
        + r"speak [A-Z]|我的?母语|我(?:会)?(?:说|讲)[一-鿿]{1,6}(?:语|话|文)",
        FACT,
        "language",
    ),
    phrase_row(
        (
            r"\bi(?:'m| am) (?:\w+ )?allergic to\b(?P<about>[^,.;!?]*)|\bi have an? (?:\w+ )?allergy\b|"
            r"我(?:们?一?家)?(?:从小|天生|也|还|一直|真的|严重|有点|可能)*对(?P<about_zh>[^，,。;；]{1,12}?)(?:严重|有点|会|重度|轻度)*过敏"
        ),
        FACT,
        "allergy:{about}",
    ),
    phrase_row(r"\bmy time ?zone is\b|我的?时区", FACT, "timezone"),
    phrase_row(
        (
            r"\bi(?:'m| am) (?:an? )?(?:happily |recently |now )?(?:left-handed|right-handed|colou?r[- ]?blind|"
            r"short-sighted|married|single|"
            r"divorced|widowed|engaged|pregnant|retired|self-employed|unemployed|bilingual|deaf|blind|dyslexic|"
            r"diabetic|introvert(?:ed)?|"
            r"extrovert(?:ed)?|early riser|night owl|morning person|non-smoker|only child|christian|muslim|buddhist|jewish|atheist|"
            r"coeliac|celiac|asthmatic|epileptic|anaemic|anemic|autistic|colou?r-?blind|hypertensive|insomniac|teetotal|teetotaller|"
            r"twin|adopted|veteran|immigrant|newcomer|beginner)\b|我(?:是|已经?)?(?:个|一个)?(?:左撇子|已婚|单身|"
            r"离异|结婚了|退休了?|近视|色盲|"
            r"内向|外向|独生子?女?|双胞胎|素食主义者|夜猫子|早起的人|党员|基督徒|穆斯林|佛教徒)"
        ),
        FACT,
    ),
    phrase_row(r"^我(?:本人)?(?:养|恐|晕|怕|懂|开|戴|属|信|姓|兼职做|自学)(?!上|心|始|玩)[一-鿿A-Za-z]{1,5}$", FACT),
    phrase_row(
        r"\bi (?:don't|do not|never) (?:drive|smoke|wear|eat|drink) (?!it\b|that\b|this\b)\w+|我不(?:抽烟|喝酒|开车|吃早餐)", PREFERENCE
    ),
    phrase_row(
        r"\bi(?:'ve| have)(?: got| had)? (?:an? |mild |severe |chronic |type \d )*(?:asthma|diabetes|epilepsy|arthritis|migraines?|"
        r"adhd|autism|eczema|"
        r"psoriasis|hypertension|high blood pressure|anaemia|anemia|insomnia|tinnitus|scoliosis|ibs|gout|lupus|crohn's|glaucoma|"
        r"hay fever|depression|"
        r"dyslexia|celiac|coeliac)\b|我(?:有|得了|患有?)(?:点|轻度|严重的?|慢性)?(?:哮喘|糖尿病|癫痫|关节炎|偏头痛|多动症|自闭症|"
        r"湿疹|牛皮癣|高血压|低血糖|贫血|失眠|"
        r"耳鸣|脊柱侧弯|肠易激|痛风|红斑狼疮|青光眼|鼻炎|花粉症|抑郁症|焦虑症|阅读障碍|胃病|心脏病|颈椎病)|我(?:左|右|两)(?:耳|"
        r"眼)[^，。]{0,4}(?:听不见|看不见|失聪|失明)",
        FACT,
    ),
    # what the user likes
    phrase_row(
        r"\bi(?:'m| am) "
        + ADVERB
        + (
            r"(?:an? )?(?:\w+ )?(?:vegetarian|vegan|pescatarian|lactose intolerant|gluten[- ]free)\b|"
            r"\bi(?:'ve| have)? "
        )
        + ADVERB
        + (
            r"(?:don't|do not|never|no longer|stopped|can't|quit) (?:eat|eating|drink|drinking)\b|"
            r"\bi (?:switched to|only) (?:eat|eating|drink) "
        ),
        PREFERENCE,
        "diet",
    ),
    phrase_row(
        r"我"
        + ZH_ADVERB
        + (
            r"(?:已经|从来|从|再也|几乎)?(?:不(?:能|再|怎么)?|只|戒)(?:吃|喝|酒|烟)|我(?:是|改)?(?:吃素|"
            r"素食)|改(?:吃|喝)|我(?:的)?口味"
        ),
        PREFERENCE,
        "diet",
    ),
    phrase_row(
        (
            r"\bmy (?:all-time )?favou?rite (?P<about>[a-z ]{2,24}?) (?:is|are|was|has always been)\b|"
            r"我最(?:喜欢|爱)的(?P<about_zh>[一-鿿]{1,8}?)(?:是|就是|：)"
        ),
        PREFERENCE,
        "favourite:{about}",
    ),
    phrase_row(
        (
            r"(?:^|[,.;:] ?)(?:please )?(?:from now on|going forward|in (?:the )?future,? (?:please|always|never|only|use|"
            r"answer|reply|write|call))\b|(?:^|[,.;:] ?|\bplease )(?:always|never) (?:reply|answer|respond|write|use|format|"
            r"include|call|send|give me|speak|show|put|add|ask|start|end|translate|address|suggest|recommend|schedule|book|"
            r"mention|explain|keep|make|do|delete|push|commit|deploy|merge|run|touch|change|remove|sign|share|contact|order|"
            r"spell|quote|round|tell me|remind|wake|open|close)\b|\bplease (?:use|write|send|format|answer|reply|give|include|add|show)\b"
            r".{0,40}\b(?:every|all|each|any) (?:answers?|repl(?:y|ies)|responses?|e-?mails?|reports?|messages?|documents?|texts?)\b|"
            r"\b(?:answer|reply to|respond to) me (?:only |always )?(?:in|with|using|without)\b|"
            r"\bkeep (?:every|each|all|any) (?:of your )?(?:answers?|repl(?:y|ies)|responses?|explanations?) |"
            r"\bkeep (?:your |the )?(?:answers|replies|responses|"
            r"explanations)\b|\b(?:reply|answer|respond) (?:to me )?(?:only )?in (?:chinese|english|german|"
            r"french|japanese|spanish)\b"
        ),
        PREFERENCE,
        "standing_wish:{about}",
    ),
    phrase_row(
        (
            r"(?:以后|今后|从现在起|从今以后|下次|每次)(?:请|都|你|就|一律|统一)+.{0,6}?(?:用|不要|别|要|"
            r"回复|回答|叫|写|说|发|给|先|只|统一)|(?:回答|回复|答复|报告|邮件)(?:里|中|都)?(?:请)?(?:都|统一|一律)|请(?:一直|总是|"
            r"始终|务必|都)|(?:以后|今后|从现在起)(?:别|不要|不许)再?(?:用|叫|说|写|发|回|给|跟我|对我|加)|请(?:一直|总是|"
            r"始终|务必|都)|(?:回复|回答)(?:我)?(?:请|要|"
            r"时|尽量)"
        ),
        PREFERENCE,
        "standing_wish:{about}",
    ),
    phrase_row(
        r"\bi(?:'d| would) (?:much |far )?rather (?!not|have\b)|\b(?:i|we)(?:'ve| have)? "
        + ADVERB
        + (
            r"(?:prefer|like|love|enjoy|hate|dislike|adore|detest|can't stand|cannot stand|don't like|"
            r"do not like|don't enjoy|don't want|never liked|am into|'m into|favou?r|avoid|"
            r"appreciate)\b(?! to (?:ask|know))(?P<about>[^,.;!?]*)"
        ),
        PREFERENCE,
        "attitude:{about}",
    ),
    phrase_row(
        r"\bi(?:'m| am) "
        + ADVERB
        + (
            r"(?:not )?(?:an? )?(?:big |huge |great )?(?:fan of|fond of|into|passionate about|obsessed with|"
            r"addicted to|interested in|keen on)(?P<about>[^,.;!?]*)|\bmy (?:hobby|hobbies|passion|"
            r"preference) (?:is|are)\b"
        ),
        PREFERENCE,
        "attitude:{about}",
    ),
    phrase_row(
        r"(?:我们?|本人|用户|咱们?)(?:个人)?"
        + ZH_ADVERB
        + r"(?:不太|不怎么|不是很|不再|已经不|现在不|不)?"
        + ZH_ADVERB
        + (
            r"(?:喜欢|偏好|偏爱|喜爱|讨厌|反感|热爱|爱(?:吃|喝|看|听|玩|用|好)|受不了|倾向于?|习惯(?:用|于|"
            r"了)?)(?P<about>[^，。；！？,.;!?]*)|(?:我的?爱好|我的?兴趣)(?:是|包括)|我(?:想要|希望|"
            r"更想).{0,12}(?:回复|回答|答复)|是我的(?:梦想|目标|爱好|最爱|习惯|心愿)"
        ),
        PREFERENCE,
        "attitude:{about}",
    ),
)
