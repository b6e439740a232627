"""What a row of the offline extractor is made of, and the words that its rows share. Data only.

`{about}` in a slot is what the statement is about. Rows are matched against text with straight apostrophes.
"""

import re
from dataclasses import dataclass

from shared.domain.candidate import Category, Layer
from shared.extraction.phrase_patterns import compiled
from shared.extraction.talk_openers import TALK_OPENERS

FACT, PREFERENCE, DECISION, ENTITY, OTHER = Category.FACT, Category.PREFERENCE, Category.DECISION, Category.ENTITY, Category.OTHER

ADVERB = (
    r"(?:(?:really|always|usually|generally|strongly|definitely|still|also|just|absolutely|now|truly|"
    r"personally|actually|much|far|totally|only|mostly|recently|finally|currently|both) )*"
)
ZH_ADVERB = (
    r"(?:会|可能|也许|大概|或许|应该|很|非常|特别|比较|更|最|一直|平时|还是|真的|就|也|都|其实|现在|主要|从小|超级?|挺|蛮|通常|一般)*"
)
JOB = (
    r"(?:engineer|developer|designer|teacher|doctor|nurse|student|manager|scientist|analyst|lawyer|"
    r"writer|artist|musician|chef|architect|researcher|consultant|accountant|programmer|founder|"
    r"photographer|pilot|journalist|professor|freelancer|director|counsel(?:l)?or|therapist|dentist|"
    r"barista|vet|veterinarian|librarian|translator|editor|mechanic|electrician|carpenter|plumber|"
    r"farmer|parent|mother|father)"
)
ZH_JOB = (
    r"(?:工程师|程序员|设计师|老师|教师|医生|护士|学生|经理|研究员|律师|作家|会计|顾问|产品|创始人|"
    r"摄影师|记者|教授|厨师|翻译|分析师|架构师|导演|警察|司机|博士生?|研究生|自由职业者|负责人|总监|"
    r"木匠|裁缝|药剂师|演员|歌手|画家|主持人|军人|消防员|公务员|农民|电工|水管工|理发师|教练|飞行员|空姐|销售|客服|公证员|法官|牙医|兽医)"
)
KIN = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fiancee?|son|daughter|kids?|child|children|baby|"
    r"mother|mom|father|dad|parents|sister|brother|cousin|aunt|uncle|grandma|grandpa|grandmother|"
    r"grandfather|boss|manager|colleague|coworker|friend|roommate|neighbou?r|dog|cat|puppy|kitten|"
    r"teacher|mentor|mum|nan|granny|nephew|niece|flatmate|landlord|landlady|youngest|eldest|oldest|ex-wife|"
    r"ex-husband|mother-in-law|father-in-law|brother-in-law|sister-in-law|in-laws|stepson|stepdaughter|twins|grandson|granddaughter|"
    r"supervisor|accountant|lawyer|therapist|coach|trainer|doctor|intern|assistant)"
)
ZH_KIN = (
    r"(?:[大二三四五小老表堂]?(?:叔|伯|姑|姨|舅)(?:叔|伯|妈|父|母|夫|丈|子|舅|姑|姨)?|丈母娘|老丈人|外孙女?|小姨子|小舅子|闺蜜|发小|师傅|徒弟|师兄|师姐|学长|学姐|"
    r"前女友|前男友|老大|老二|俩娃|大娃|二娃|娃|前妻|前夫|姐夫|嫂子|岳父|岳母|公公|婆婆|侄子|侄女|外甥女?|爱人|闺女|孙子|孙女|表[哥姐弟妹]|堂[哥姐弟妹]|大儿子|小儿子|"
    r"大女儿|小女儿|二姨|大姨|舅舅|叔叔|姑姑|"
    r"经理|主管|房东|老婆|妻子|太太|老公|丈夫|先生|女朋友|男朋友|对象|儿子|女儿|孩子|宝宝|妈妈|母亲|爸爸|父亲|"
    r"父母|姐姐|妹妹|哥哥|弟弟|爷爷|奶奶|外公|外婆|老板|领导|同事|朋友|室友|邻居|导师|狗|猫|狗狗|"
    r"猫咪|妈(?!的)|爸|姐(?!妹)|妹(?!子)|哥(?!们)|弟(?!兄))"
)
PROJECT_THING = (
    r"(?:project|team|company|app|application|servers?|database|db|api|back ?end|front ?end|service|"
    r"repo|repository|cluster|website|site|pipeline|product|startup|infrastructure|stack|system|"
    r"codebase)"
)
ZH_PROJECT_THING = (
    r"(?:项目|团队|公司|服务器|数据库|系统|服务|后端|前端|网站|应用|产品|平台|集群|仓库|代码库|部门|"
    r"接口)"
)
DATED_THING = (
    r"(?P<about>deadline|launch|release|meeting|demo|interview|exam|wedding|flight|appointment|"
    r"conference|go-live|review|anniversary|trip|party|concert)"
)
ZH_DATED_THING = (
    r"(?P<about_zh>截止日期|截止时间|上线时间|发布时间|上线日期|发布会|会议|面试|考试|婚礼|航班|例会|"
    r"周会|站会|晨会|早会|月会|复盘会|聚会|团建|家长会|手术|复诊|评审|答辩|出差|体检|交付日期)"
)


@dataclass(frozen=True, slots=True)
class PhraseRow:
    """One kind of statement; `subject` and `slot` only where a correction replaces it.

    `is_event` marks what happened once, `keeps_negation` a rule that forbids.
    """

    pattern: re.Pattern[str]
    category: Category
    subject: str | None = "user"
    slot: str | None = None
    layer: Layer = Layer.STRATEGY_EXP
    is_event: bool = False
    keeps_negation: bool = False


def phrase_row(
    pattern: str,
    category: Category,
    slot: str | None = None,
    *,
    subject: str | None = "user",
    layer: Layer = Layer.STRATEGY_EXP,
    is_event: bool = False,
    keeps_negation: bool = False,
) -> PhraseRow:
    """A row of a table; see `compiled` for how its pattern is read."""
    return PhraseRow(compiled(pattern), category, subject=subject, slot=slot, layer=layer, is_event=is_event, keeps_negation=keeps_negation)


REMEMBER = re.compile(
    (
        r"^(?:please |pls )?(?:(?:always )?remember|note|keep in mind|don't forget|make a note|"
        r"for the record|fyi)(?: this| that|:|,)*\s+|^(?:请|麻烦(?:你)?|帮我|你要|一定要)?(?:记住|记得|(?:别|不要|千万别)忘(?:了|记)?|"
        r"记一下|记下来?|记录一下|备忘|备注)(?:一下)?(?:这一?点|这个)?[：:，,\s]*"
    ),
    re.IGNORECASE,
)
FILLER = re.compile(
    (
        r"^(?:(?:no(?=[,.!:;])|wait(?=[,.!:;])|i mean(?=,)|correction(?=:)|"
        r"ok(?:ay)?|yes|yeah|yep|yup|nope|nah|sure|well|(?:hi|hey|hello)(?: there)?(?: (?-i:[A-Z])\w+|"
        r" friend)?|thanks|thank you|"
        r"actually|btw|by the way|oh|wow|hmm+|haha|so|and|but|also|great|good|right|cool|alright|of course|definitely|totally|"
        r"for sure|besides(?: that)?|anyway|guess what|my friend(?=[,!.])|friend(?=[,!.])|ai companion|finally|unfortunately|"
        r"luckily)\b[,!.:\s]+|(?:不对|不是的?|不不不?|错了|(?:我)?(?:上次|刚才|之前|昨天|前面)?(?:说|写|记|打|讲|弄|搞)(?:错|反)了|"
        r"更正(?:一下)?|说真的|讲真的?|坦白说|不瞒你说|好的?|嗯+|哦|噢|行|对了?|是的|"
        r"嗨|你好|那|其实|另外|还有|顺便(?:说一下|说)?|谢谢|没问题|可以|说起来|话说|收到|"
        r"明白了?|是啊|是呀|恩|哈哈|哇|朋友|AI伴侣|你好啊?(?:AI伴侣|朋友)?|当然(?:可以|会|了)?|除此之外|"
        r"实际上|不过|但是|而且|同时|所以|"
        r"嘿|早上好|下午好|晚上好|今天|没错)[，,。!！、:：\s]+|"
    )
    + "|".join(TALK_OPENERS)
    + ")+",
    re.IGNORECASE,
)
TELLING = re.compile(
    r"(?:^|(?<=[.!?\n]\s)|(?<=[。！？\n]))(?:(?:oh|ah|well|哦|对了|嗯)?[,，、! ]*(?:" + "|".join(TALK_OPENERS) + "))+",
    re.IGNORECASE,
)
PRESENT_MARK = re.compile(
    (
        r"\b(?:right now|at the moment|currently|today|tonight|this (?:morning|afternoon|evening)|"
        r"for now|(?:i(?:'m| am)|we(?:'re| are)) (?:still )?(?:waiting for|expecting) (?:a|the|my) "
        r"(?:parcel|package|call|reply|delivery|courier)|"
        r"until (?:tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|since (?:this morning|last night|yesterday)|"
        r"(?:cold|flu|fever|headache|sick|ill|cough) this week)\b|"
        r"(?:这周|这几天|这两天).{0,6}(?:感冒|发烧|生病|难受|不舒服|咳嗽|头疼|拉肚子)|(?:从|自)?(?:今天?)?(?:早上|昨晚|昨天|今早)(?:开始|起)就?(?:疼|痛|发烧|咳|难受)|"
        r"在等(?:一?个)?(?:快递|包裹|电话|外卖|回复)|(?:出差|开会|度假|旅游)[^。]{0,4}[，,](?:下?周|星期|礼拜).(?:就)?(?:回来?|结束)|(?:此刻|这会儿|正在(?!学|备考|攒|读|筹备|怀|装修)|(?<!从)今天(?!起|开始)|今晚|暂时|目前|眼下)"
    ),
    re.IGNORECASE,
)
CHANGE_MARK = re.compile(
    (
        r"\b(?:no longer|anymore|any more|not .* any longer|stopped|quit|gave up|(?:moved|relocated)(?: house| home| flat| apartment|"
        r" places)?(?=[,;]))\b|(?:不再|已经不|"
        r"不.{1,6}了|戒了|搬了?家了?)"
    ),
    re.IGNORECASE,
)
