"""Harmful content by category: phrases that are enough alone, and pairs of an intent with a target. Data only.

Refused is the wish to do harm or to be shown how; talk about defence, news, illness or code is not. English words are
matched as whole words, Chinese anywhere. A `benign` phrase is blanked before anything is looked for.
"""

VIOLENCE = "violence"
WEAPONS = "weapons"
FRAUD = "fraud"
INTRUSION = "intrusion"
CHILD_ABUSE = "child_sexual_abuse"
SELF_HARM = "self_harm"

_HOW_EN = (
    r"(?:how (?:do i|do you|can i|could i|to|would i|should i|might i)|teach me (?:how )?(?:to )?|show me how to|tell me how to|explain how to|instructions? (?:for|on|to)|steps? (?:to|for)|"
    r"guide (?:to|for|on)|recipe (?:to|for)|help me(?: to)?|i (?:want|wanna|need|plan|am going|intend|would like) to|i'm (?:going|planning) to|i'll|let'?s|write (?:me )?(?:an? |some )?|create (?:an? )?|"
    r"make (?:me )?(?:an? )?|generate (?:an? )?|give me (?:an? |the )?(?:script|code|plan|template|instructions|recipe|way|method)?s? ?(?:to|for)?|ways? to|best way to|where (?:can|do|could|should) i|build (?:me )?(?:an? )?|plan(?:ning)? (?:an? )?|easiest way to|methods? (?:to|of|for)|design (?:an? )?)"
)
_HOW_ZH = "(?:教我|教教我|教会我|告诉我|怎么|怎样|如何|怎么样才能|帮我|帮忙|给我|我要|我想|我打算|我准备|我计划|步骤|教程|方法|配方|写一[封个段份条]|写个|编写|制作一|生成一|设计一|策划|打算|准备去|想要)"

# (category, pattern). Every pattern is bounded: nothing between its parts is longer than a clause.
PATTERNS: tuple[tuple[str, str], ...] = (
    # Sexual content about children: no intent needed.
    (CHILD_ABUSE, r"\b(?:child|children|kid|kids|minor|minors|underage|under-age|preteen|pre-teen|toddler|infant|baby|schoolgirl|schoolboy|little (?:girl|boy)s?|young (?:girl|boy)s?)'?s? (?:porn\w*|sex(?:ual)? (?:videos?|photos?|pictures?|images?|content|material|acts?|stor(?:y|ies)|abuse (?:videos?|material|images?))|nudes?|nudity|erotica|hentai)\b"),
    (CHILD_ABUSE, r"\b(?:porn\w*|nudes?|naked|nude|sexual|sexy|erotic|explicit|erotica|sex)\W(?:\w+\W){0,4}?(?:of|with|about|involving|featuring|from) (?:an? |some |the )?(?:\w+ )?(?:child|children|kids?|minors?|underage|preteens?|toddlers?|little (?:girl|boy)s?|(?:\d|1[0-7])[- ]year[- ]olds?)\b"),
    (CHILD_ABUSE, r"\b(?:child|kid|teen)porn\w*|\b(?:kiddie|kiddy|cp|pedo|paedo|loli|shota|lolicon|shotacon) ?(?:porn|videos?|pics?|collection|hentai)\b|\bcsam\b(?! (?:detect|prevent|report|polic|scan|filter|hash))|\bjailbait\b"),
    (CHILD_ABUSE, r"\b(?:groom|seduce|molest|rape|have sex with|sexually (?:abuse|assault)) (?:an? |the |my |some )?(?:\w+ )?(?:child|children|kids?|minors?|toddlers?|little (?:girl|boy)|underage|(?:\d|1[0-7])[- ]year[- ]old|niece|daughter|stepdaughter)\b"),
    (CHILD_ABUSE, "(?:儿童|幼童|幼女|男童|女童|未成年(?:人|少女|女孩)?|小学生|初中生|小女孩|小男孩|萝莉|正太|幼儿)(?:的)?(?:色情|淫秽|裸照|裸体|裸聊|性爱|性交|做爱|性行为|性视频|黄片|成人视频|情色|av|AV)|(?:色情|淫秽|裸照|性爱|情色|黄色)(?:\\w{0,4})(?:儿童|幼女|女童|男童|未成年|萝莉)|恋童|(?:幼女|萝莉|正太|幼童)(?:资源|视频|图片|片源)|炼铜|幼幼资源"),
    (CHILD_ABUSE, "(?:和|跟|与|对|诱骗|引诱|猥亵|性侵|强奸|诱奸)(?:一个|一名|我的?)?\\w{0,3}(?:儿童|幼女|女童|男童|未成年|小学生|小女孩|小男孩|初中生)\\w{0,4}(?:上床|发生关系|发生性|做爱|性交|开房)|(?:教我|怎么|如何|我想|我要)(?:去)?(?:诱骗|引诱|猥亵|性侵|强奸|诱奸)\\w{0,3}(?:儿童|幼女|女童|男童|未成年|小学生|小女孩|小男孩|初中生)"),
    # Self-harm: said of oneself, or asking for the way.
    (SELF_HARM, r"\b(?:i|i'?m|i am)(?: \w+){0,4}? (?:kill myself|end my (?:own )?life|take my own life|commit suicide|hang myself|cut(?:ting)? myself|hurt(?:ing)? myself|harm(?:ing)? myself|suicidal|want to die|wanna die|overdose myself)\b"),
    (SELF_HARM, rf"{_HOW_EN} ?(?:\w+ ){{0,3}}?(?:kill(?:ing)? (?:myself|yourself|oneself)|commit(?:ting)? suicide|end(?:ing)? my (?:own )?life|hang(?:ing)? myself|self[- ]harm|painless suicide|die painlessly)"),
    (SELF_HARM, r"\b(?:suicide (?:methods?|note for me|plan)|painless(?:ly)? (?:suicide|ways? to die|kill myself)|pro[- ]ana|thinspo)\b"),
    (SELF_HARM, "(?:我|俺|本人)(?:\\w|，|,){0,6}?(?:自杀|轻生|自残|割腕|跳楼|上吊|了结自己|结束(?:我|自己)?的?生命|不想活|去死|想死(?!你|他|她|我了|念))(?!网|了都|率|预防|干预)|(?:怎么|怎样|如何|教我|帮我)\\w{0,6}?(?:自杀|轻生|自残|割腕|无痛死|安乐死去|结束自己的生命)(?!预防|干预|率|倾向|防)|无痛自杀|自杀方法|自杀攻略|烧炭自杀|安眠药自杀"),
    (SELF_HARM, r"\bthinking (?:about|of) (?:killing|hurting|harming|cutting|hanging) myself\b|\b(?:least painful|most painless|painless|easiest|quickest|fastest) ways? to (?:die|kill myself|end (?:my|it))\b|\b(?:i )?(?:don't|do not) want to (?:live|be alive|exist)(?: any ?more|\s*[.!]|\s*$)|\bhow many (?:\w+ )?(?:pills|tablets|sleeping pills)\b[^.?!\n]{0,40}?\b(?:overdose|die|kill|lethal|end)\b|(?:怎么|怎样|如何)(?:才能)?死得?(?:不痛苦|没有痛苦|没痛苦|痛快|舒服)|(?:吃|喝)多少[^。！？!?\\n]{1,8}?(?:会死|能死|致死|才死)"),
    # Weapons and explosives.
    (WEAPONS, rf"{_HOW_EN} ?(?:\w+ ){{0,3}}?(?:make|mak|build|assembl|construct|creat|produc|manufactur|synthesi[sz]|cook|3d[- ]print|detonat|plant|set off|buy|get|acquir|weaponi[sz])(?:e|ing|ting)? (?:\w+ ){{0,4}}?(?:(?<!bath )(?<!bath-)bombs?(?! shelter)|explosives?|pipe ?bombs?|molotov|grenades?|ieds?|landmines?|nerve gas|nerve agent|sarin|ricin|vx gas|mustard gas|anthrax|chemical weapons?|biological weapons?|bioweapons?|dirty bombs?|nuclear (?:weapon|bomb)s?|ghost guns?|untraceable (?:gun|firearm)s?|silencers?|napalm|thermite bomb|tnt|c4 explosive|nitroglycerin|meth(?:amphetamine)?|fentanyl)\b"),
    (WEAPONS, r"\b(?:bomb[- ]making|explosives?[- ]making|pipe bomb|nail bomb|ied|dirty bomb|sarin|ricin|nerve agent) (?:instructions?|tutorial|guide|recipe|manual|steps)\b|\b(?:instructions?|tutorial|guide|recipe|manual|blueprint)s? (?:for|to|on) (?:\w+ ){0,4}?(?:bombs?(?! shelter)|explosives|pipe bombs?|grenades?|molotov|ghost guns?|sarin|ricin|nerve gas)\b"),
    (WEAPONS, f"{_HOW_ZH}[^。！？!?\\n]{{0,10}}?(?:制作|制造|自制|做|造|合成|组装|配制|买|购买|弄到|改造|引爆|提炼)[^。！？!?\\n]{{0,8}}?(?:炸弹(?!游戏)|炸药|爆炸物|雷管|土制手雷|手榴弹|燃烧瓶|燃烧弹|枪支|手枪|步枪|子弹|仿真枪|毒气|沙林|神经毒剂|蓖麻毒素|生化武器|化学武器|核弹|脏弹|冰毒|海洛因|毒药)"),
    (WEAPONS, "(?:炸弹|炸药|枪支|燃烧瓶|毒气|冰毒|爆炸物)(?:的)?(?:制作|制造|配制|合成|组装|自制)(?:方法|教程|步骤|配方|流程|指南)|(?:哪里|哪儿|怎么|如何|怎样)[^。，,\\n]{0,6}?(?:买|弄|搞)[^。，,\\n]{0,10}?(?:枪(?!手|战|托)|子弹|炸药|冰毒|海洛因|毒品)|(?:自制|土制|制作|制造)(?:炸弹|炸药|手枪|步枪|火药|枪支?|燃烧瓶|毒气|冰毒|爆炸物|雷管)(?:的)?(?:教程|方法|步骤|配方|流程|指南)"),
    # Violence with intent.
    (VIOLENCE, r"\b(?:i|we)(?:'?m|'?ll|'?re| am| are| will)?(?: \w+){0,3}? (?:want to|going to|gonna|will|plan(?:ning)? to|intend to|need to|'ll|ready to) (?:\w+ ){0,2}?(?:kill|murder|shoot up|shoot|stab|strangle|poison|behead|massacre|slaughter|beat up|torture|kidnap|rape|bomb|lynch) (?:him|her|them|you|my (?:wife|husband|boss|neighbou?r|ex|girlfriend|boyfriend|mother|father|parents|teacher|classmates?|coworkers?|colleagues?|brother|sister|family|kids?)|people|everyone|everybody|someone|somebody|(?:the|a|an|some|all|those) (?:\w+ )?(?:school|people|students?|children|kids?|man|woman|men|women|police|cops?|jews?|muslims?|christians?|blacks?|immigrants?|family|neighbou?rs?|president|crowd|mosque|church|synagogue))\b"),
    (VIOLENCE, rf"{_HOW_EN} ?(?:\w+ ){{0,3}}?(?:kill|murder|assassinat|poison|strangl|suffocat|stab|kidnap|tortur|rap|behead|dismember|massacr|lynch)(?:e|ing)? (?:an? |the |my |some |another |his |her |that )?(?:\w+ )?(?:person|people|human|man|woman|someone|somebody|wife|husband|boss|neighbou?r|ex|girlfriend|boyfriend|mother|father|parents|teacher|classmates?|coworkers?|colleagues?|girl|boy|him\b|her\b|them\b|politician|president|cops?|police officer|child(?!ren's)|family members?)"),
    (VIOLENCE, r"\b(?:get away with murder(?!\W*(?:season|episode|show|series))|hire an? (?:hit ?man|assassin|killer)|dispose of (?:a|the|his|her) (?:dead )?bod(?:y|ies)|burn down (?:my|his|her|their) (?:\w+['’]?s? )?(?:house|home|flat|apartment)|(?:shoot up|bomb|attack|burn down) (?:a|the|my|our) (?:school|mall|church|mosque|synagogue|hospital|office|airport|crowd)|mass shooting plan|drive (?:a |my )?(?:car|truck|van) into (?:a |the )?(?:crowd|people|pedestrians))\b"),
    (VIOLENCE, f"{_HOW_ZH}[^。！？!?，,\\n]{{0,8}}?(?:杀死|杀掉|杀害|谋杀|毒死|毒杀|勒死|捅死|砍死|打死|弄死|暗杀|绑架|强奸|折磨|分尸|灭口|杀人|杀了|迷奸|下毒|殴打|打残)(?!进程|病毒|细菌|蟑螂|蚊|虫|老鼠|杂草|线程|游戏|比赛|怪)(?:[^。！？!?，,\\n]{{0,4}}?(?:人|他|她|老婆|老公|妻子|丈夫|同事|老板|邻居|前女友|前男友|父母|爸|妈|孩子|同学|老师|女孩|家人|路人|警察)|(?=[。！？!?，,\\s]|$))"),
    (VIOLENCE, "(?:我|我们|咱们)(?:要|想|会|打算|准备|一定要|迟早)(?:去)?(?:杀了|杀死|弄死|捅死|砍死|砍了|打死|毒死|炸了|炸掉|烧死|绑架|强奸)(?!进程|蚊|蟑螂|虫|病毒|线程)[^。！？!?\\n]{0,6}?(?:他|她|你|们|人|学校|医院|老板|同事|邻居|前女友|前男友|全家|商场|地铁)|雇(?:个)?(?:杀手|凶)|买凶杀人|报复社会的?(?:计划|方法)|怎么处理尸体|如何毁尸灭迹"),
    (VIOLENCE, r"\b(?:plan|planning|carry out|commit|prepare) (?:an? |the |my )?(?:\w+ )?(?:attack|shooting|bombing|massacre|murder|stabbing) (?:on|at|of|in|against) (?:people|everyone|(?:my|the|a|an|our|his|her|this) (?:\w+ )?(?:school|office|class|mall|church|mosque|synagogue|temple|crowd|police|government|embassy|airport|station|concert|parade|family|neighbou?rs?|wife|husband|boss|ex|teacher|people|hospital|workplace))\b|\b(?:tortur|kidnap)(?:e|ing)? (?:an? |the |my |some )?(?:\w+ )?(?:prisoners?|hostages?|victims?|roommates?|kids?|child(?:ren)?)\b(?! (?:in|of) the (?:movie|film|game|novel|book))"),
    (VIOLENCE, f"{_HOW_ZH}[^。！？!?，,\\n]{{0,6}}?(?:把(?:人|他|她|别人|一个人)(?:勒死|捅死|毒死|弄死|打死|掐死|闷死|推下)|给[^。，,\\n]{{1,6}}?下毒|(?:去|到|在)[^。，,\\n]{{1,6}}?(?:砍人|杀人|捅人|开枪))|(?:我|我们)(?:要|想|会|打算|准备|一定要)(?:去)?(?:杀了|杀死|弄死|捅死|砍死|打死|毒死|掐死)(?:我|咱)的?(?:室友|舍友|同学|老师|老婆|老公|父母|爸|妈|哥|弟|姐|妹|丈夫|妻子|孩子|上司|领导|房东)"),
    # Fraud and phishing.
    (FRAUD, rf"{_HOW_EN} ?(?:\w+ ){{0,4}}?(?:phishing (?:e-?mails?|sites?|pages?|messages?|kits?|campaigns?|websites?|links?|attacks?|texts?)|scam (?:e-?mails?|messages?|websites?|calls?|scripts?|people|elderly|seniors|old)|ponzi scheme|pyramid scheme|fake (?:bank|login|paypal|ids?\b|passports?|invoices?|checks?|documents?|charity|reviews? (?:farm|bot)))"),
    (FRAUD, rf"{_HOW_EN} ?(?:\w+ ){{0,3}}?(?:scam|defraud|swindle|con|phish|trick|deceiv)(?:e|ing|ming)? (?:\w+ ){{0,3}}?(?:people|elderly|old people|seniors?|grandma|grandmother|grandparents|customers|victims?|users|someone|money|investors|insurance|employees|them|him|her|out of)\b"),
    (FRAUD, rf"{_HOW_EN} ?(?:\w+ ){{0,3}}?(?:steal|clon|forg|counterfeit|launder|skim)(?:e|ing)? (?:[\w']+ ){{0,4}}?(?:credit cards?|debit cards?|identit(?:y|ies)|money(?! management)|passports?|banknotes|currency|signatures?|documents|checks|bank accounts?|personal data|bank details)\b|\b(?:commit|committing) (?:\w+ ){{0,2}}?(?:identity theft|insurance fraud|credit card fraud|tax fraud|wire fraud|bank fraud)\b|\bmoney laundering (?:scheme for me|tutorial|instructions)\b"),
    (FRAUD, f"{_HOW_ZH}[^。！？!?\\n]{{0,8}}?(?:诈骗|骗取|骗钱|行骗|欺诈|骗老人|骗保|钓鱼邮件|钓鱼网站|钓鱼短信|杀猪盘|洗钱|伪造(?:身份证|证件|护照|公章|发票|签名|银行)|盗刷|套现|办假证|造假币|制造假币|印假钞|电信诈骗|传销)(?!检测|识别|防|案例|预防|举报|新闻|的?(?:危害|特征|常见)|被)(?![^。！？!?\\n]{{0,8}}(?:防范|防止|识别|举报|避免|检测|预防))"),
    (FRAUD, rf"{_HOW_EN} ?(?:[\w-]+ ){{0,4}}?(?:(?:romance|phone|lottery|crypto|investment|tech support|dating|inheritance) scam\b|(?:pretending to be|posing as|impersonating|disguised as) (?:an? |the |my |their )?(?:\w+ )?(?:bank|police|irs|company|ceo|boss|support|paypal|amazon|government)\b[^.\n]{{0,60}}?\b(?:passwords?|money|cards?|accounts?|pay|details|credentials))"),
    (FRAUD, f"{_HOW_ZH}[^。！？!?\\n]{{0,8}}?(?:洗黑钱|庞氏骗局|资金盘|老鼠会|假护照|假证件)(?![^。！？!?\\n]{{0,8}}(?:防|识别|举报|避免|预防|案例|是什么))"),
    # Intrusion.
    (INTRUSION, rf"{_HOW_EN} ?(?:\w+ ){{0,3}}?(?:hack|break|crack|brute[- ]?forc|hijack|compromis|breach|ddos|infiltrat)(?:e|ing)? (?:into )?(?:\w+ ){{0,3}}?(?:(?:some|any)?(?:one|body)(?:'s|s)? ?(?:else'?s?)?|my (?:\w+ )?(?:ex|wife|husband|girlfriend|boyfriend|boss|neighbou?r|friend|school|company|competitor|teacher)\w*(?:'s)?|(?:his|her|their|other people'?s?|people'?s?|a|the|an|another) (?:\w+ )?(?:account|phone|wifi|wi-fi|network|email|e-mail|computer|bank|website|server|instagram|facebook|database|webcam|laptop|system|password)s?|facebook|instagram|gmail|wifi|banks?|government|bank accounts?|websites?|servers?)\b"),
    (INTRUSION, rf"{_HOW_EN} ?(?:\w+ ){{0,4}}?(?:(?<!anti-)(?<!anti)malware|ransomware|keyloggers?|spyware|botnets?|rootkits?|trojans?|computer (?:virus|worm)|remote access trojan|backdoors?|exploit kit|credential stealer|password stealer|info ?stealer)(?! (?:detect|protect|remov|analy|scan|prevent|defen[cs]e|recover|polic|awareness|from))\b(?<!remove malware)"),
    (INTRUSION, r"\b(?:steal|harvest|dump|exfiltrate|sniff) (?:\w+ ){0,3}?(?:passwords?|credentials?|cookies|session tokens?|login details|user data|private keys?)\b(?<!reset)(?=.{0,60}\b(?:from|of|without|for me|secretly|victim|their|his|her|users?|people)\b|$)"),
    (INTRUSION, f"{_HOW_ZH}[^。！？!?\\n]{{0,8}}?(?:入侵|黑进|黑掉|黑入|攻破|攻击|破解|盗取|盗号|盗(?=别人|他人|对方|前男友|前女友)|窃取|爆破|渗透|劫持|监听|偷看|监控(?![^。，,\\n]{{0,4}}(?:服务器|系统|网站|数据库|流量|CPU|内存|进程|性能|日志|磁盘|接口))|植入|窃听|瘫痪)(?!性|检测|防)[^。！？!?\\n]{{0,8}}?(?:别人|他人|他的|她的|前女友|前男友|老婆|老公|同事|公司|学校|邻居|对方|银行|政府|网站|服务器|数据库|账号|账户|帐号|密码|手机|微信|QQ|摄像头|wifi|WiFi|WIFI|系统|电脑|木马|后门)(?![^。！？!?\\n]{{0,12}}(?:防御|防护|防范|防止|检测|修复|预防|避免|被))"),
    (INTRUSION, f"{_HOW_ZH}[^。！？!?\\n]{{0,8}}?(?:木马|勒索软件|勒索病毒|键盘记录器|僵尸网络|电脑病毒|计算机病毒|蠕虫病毒|恶意软件|盗号软件|钓鱼工具|DDoS攻击|ddos攻击)(?![^。！？!?\\n]{{0,10}}(?:防御|防护|防范|防止|检测|清除|查杀|删除|卸载|预防|修复|识别|分析|是什么|原理))"),
)  # fmt: skip

# What only sounds like harm. Blanked first.
BENIGN: tuple[str, ...] = (
    r"\bkill(?:ing|s|ed)? (?:an? |the |all |any |this |that |every |my |off |some )?(?:\w+ )?(?:process(?:es)?|tasks?|threads?|jobs?|sessions?|servers?|apps?|containers?|pods?|time|switch|command|signal|weeds?|bacteria|germs?|mold|mould|ants?|mosquitoe?s?|cockroach(?:es)?|insects?|bugs?|zombies?|boss fight|dragons?|port \d+|-9|it softly|two birds)\b",
    r"\bhow to get away with murder (?:is|was|season|episode|show|series)\b|\bto kill a mockingbird\b|\bkill bill\b|\bmurder (?:mystery|on the orient express|novel|in the first)\b|\bbath bombs?\b|\bphoto ?bomb\w*|\bbombs? (?:shelter|disposal|squad|diffus|defus|threat polic)\w*",
    r"\b(?:phishing|fraud|scam|malware|ransomware|intrusion|spyware|keylogger|trojan|virus|botnet|ddos|bomb|weapon|csam)s?[- ](?:awareness|detect\w*|prevent\w*|protect\w*|simulation|training|filter\w*|scanner|defen[cs]e|analysis|classif\w*|report\w*|removal|response|recovery|mitigation|research|polic\w+|dataset|model)\b",
    r"\b(?:detect(?:ing|s)?|prevent(?:ing|s)?|stop(?:ping)?|avoid(?:ing)?|recogni[sz](?:e|ing)|identify(?:ing)?|spot(?:ting)?|block(?:ing)?|remov(?:e|ing)|defend(?:ing)? against|protect(?:ing)? (?:\w+ ){0,3}(?:from|against)|report(?:ing)?|fight(?:ing)?|mitigat(?:e|ing)|analy[sz](?:e|ing)|fall(?:ing)? for|victims? of) (?:\w+ ){0,4}?(?:phishing(?: \w+)?|frauds?|scam(?:s|mers?)?(?: \w+)?|malware|ransomware|spyware|keyloggers?|intrusions?|botnets?|trojans?|virus(?:es)?|ddos(?: attacks?)?|bombs?|hackers?|hacking|identity theft|money laundering|attacks?|backdoors?|rootkits?|suicide|self[- ]harm|child porn\w*|csam|child abuse)\b",
    r"\b(?:hackathon|growth hack\w*|life ?hacks?|hacker ?news|hacktoberfest|hackerrank|hacky|skill(?:s|ed|ful)?)\b|\bsuicide (?:prevention|hotline|rates?|squad|awareness|helpline|watch)\b",
    "(?:杀死|杀掉|kill|结束)(?:一个|掉|这个|所有|某个)?\\s?(?:\\w{0,10}\\s?)?(?:进程|线程|任务|程序|服务|会话|端口)",
    "(?:如何|怎么|怎样|教我|帮我)?(?:防范|防止|识别|预防|避免|检测|举报|防御|防护|抵御|应对|阻止|远离|揭露|打击)[^。！？!?\\n]{0,8}?(?:诈骗|钓鱼\\w{0,2}|洗钱|入侵|木马|勒索\\w{0,2}|病毒|攻击|炸弹|恶意软件|盗号|自杀|自残|性侵\\w{0,4}|传销|杀猪盘|儿童色情|DDoS\\w{0,2}|黑客\\w{0,2}|SQL\\s?注入)",
    "(?:诈骗|欺诈|钓鱼|入侵|反欺诈|病毒|木马|攻击|注入攻击|洗钱|勒索软件|恶意软件|自杀|DDoS)(?:的)?(?:检测|识别|防御|防范|防护|预防|防止|分析模型|案例分析|干预|模型|治理|应急)",
    "(?:热胶|玩具|水|胶|喷|焊|打钉|钉|洗车|筋膜|扫码|额温|测温|热风|油)枪|枪手",
    "(?:热|爆|瓜子|甜蜜)炸弹|炸弹(?:人|猫|游戏)|性价比",
)  # fmt: skip

# Lower-case words of which one is in every harmful text: a cheap look before the patterns.
TRIGGERS = """
kill murder shoot stab strangl poison bomb explos grenade molotov ied weapon nerve sarin ricin anthrax gun silencer napalm meth fentanyl nitro tnt phish scam fraud
swindl ponzi pyramid fake steal launder counterfeit forg clon skim identit hack crack break brute hijack breach ddos infiltrat compromis malware ransom keylog
spyware botnet rootkit trojan virus worm backdoor exploit harvest dump exfiltrat sniff porn sex nud naked erotic explicit csam jailbait loli shota groom molest rape
suffocat seduce suicid myself life die self-harm self thinspo pro-ana kidnap tortur behead dismember massacr slaughter lynch assassin hitman beat burn attack dispose
live pills prisoner hostage pretending posing impersonat disguised crowd people deceiv trick con defraud mine vx chemical
炸 爆 枪 弹 燃烧 毒 雷管 武器 诈 骗 钓鱼 洗钱 伪造 盗 假证 假币 假钞 传销 杀 黑进 黑掉 黑入 入侵 攻 破解 窃 渗透 劫持 监听 监控 植入 瘫痪 木马 勒索 键盘记录 僵尸网络 病毒 恶意软件
幼女 萝莉 正太 幼童 偷看 黑钱 庞氏 资金盘 老鼠会 假护照 假证件 勒死 掐 闷死 色情 淫秽 裸 性爱 性交 做爱 黄片 情色 恋童 炼铜 幼幼 猥亵 性侵 强奸 诱奸 上床 发生 开房 黄色 自残 割腕 轻生 跳楼 上吊 不想活 去死 想死 生命 死 尸 绑架 折磨 灭口 迷奸 殴打 打残 凶 报复
砍 捅 套现 成人视频 性行为 性视频 冰毒 海洛因
"""
