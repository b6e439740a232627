"""Who somebody of the user's may be, and how a sentence goes on behind a name. Data only; offline_people.py applies it."""

from shared.extraction.offline_phrases import KIN, ZH_KIN

PERSON = (
    KIN[:-1]
    + r"|classmate|schoolmate|teammate|housemate|workmate|mate|buddy|pal|pen pal|client|customer|patient|student|pupil|tutor|"
    + r"professor|dentist|hairdresser|barber|nanny|babysitter|cleaner|gardener|physio|partner|business partner|co-?founder|"
    + r"tenant|stepbrother|stepsister|stepfather|stepmother|godfather|godmother|godson|goddaughter|bandmate|team lead|mentee)"
)
WHICH = (
    r"(?:(?:old|new|former|ex|best|good|close|dear|big|little|younger|older|elder|eldest|youngest|oldest|late|twin|next-door|"
    r"school|childhood|work|tennis|chess|running|climbing|piano|violin|guitar|swimming|maths?|"
    r"english|language|training|study|upstairs|downstairs) )*"
)
ZH_PERSON = (
    ZH_KIN[:-1]
    + r"|同学|同桌|发小|闺蜜|哥们|死党|客户|顾客|患者|学生|徒弟|师傅|师父|师兄|师姐|师弟|师妹|队友|球友|牌友|棋友|驴友|教练|老师|助理|秘书|"
    + r"下属|上司|合伙人|合租的?|房客|医生|"
    r"牙医|家教|保姆|司机|姨妈|姑妈|舅妈|婶婶|伯伯|伯父|大伯|姨|姑|叔|舅|嫂子|弟媳|女婿|儿媳|干妈|干爸)"
)
ZH_WHICH = r"(?:老|前|新|好|大|小|最好的|楼上|楼下|隔壁|高中|大学|初中|小学)*"
ZH_GOES_ON = (
    r"(?=的|是|住|在|对|会|能|可以|养|有|没|开|毕业|收|正|喜|最|爱|讨厌|特别|非常|很|负责|管|每|老家|家|从|不|改|现|已|把|将|卖|转|跟|和|去|来|到|上|下|"
    r"刚|要|想|结婚|离|搬|生|也|都|今|明|昨|前年|早|晚|周|平时|一直|经常|总|只|\d|[一二三四五六七八九十]|学|做|当|打|拉|弹|唱|画|写|读|考|教|练|踢|跑|"
    r"用|戴|信|属|姓|吃|喝|抽|戒|带|买|换|辞|退休|入职|跳槽|加入|怀孕|患|得了|怕|酷|热|擅长|懂|说|讲|支持|崇拜|迷|主|专)"
)
"""What may follow a Chinese name: without it nobody could say where the name ends."""
ADVERBS = (
    r"(?:still|also|always|usually|often|never|really|now|just|recently|currently|mostly|only|finally|actually|already|both|once|"
    r"originally|then|even|probably)"
)
CAME_FROM = (
    r"(?: from (?:(?:the|my|our)(?: [a-z][\w-]*){1,3}?|work|school|church|next door|accounting|sales|marketing|support|finance|legal|hr|"
    r"university|uni|college|kindergarten))"
)
"""Clara from the chess club: where the user knows somebody from."""
ZH_NO_NAME = (
    "(?!周[一二三四五六日天末]|明[天年]|平时|全[家都部]|经常|总[是算]|[今昨上下去最前刚已这那现一也都还目以从在就又不每早晚只想要会能可有没很真"
    "非特几两三他她它你我的是了妈爸姐妹哥弟爷奶婆嫂舅姨姑叔])"
)
"""What opens no Chinese name."""
