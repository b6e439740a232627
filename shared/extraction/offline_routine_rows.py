"""What happens when, what is planned, what is taken, and plain facts told without a subject of one's own. Data only.

Tried with the stories: they ask for PARTS_OF_A_STORY words that name something.
"""

import re

from shared.extraction.offline_phrases import DECISION, FACT, PREFERENCE, ZH_KIN, PhraseRow, phrase_row

DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
WHEN = (
    r"(?:\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)?\b|noon\b|midnight\b|(?:quarter|half) past|(?:every|each|next|on|this) (?:"
    + DAY
    + r"|day|week|month|morning|evening|january|february|march|april|may|june|july|august|september|october|november|december)|"
    r"tomorrow|tonight|the \d{1,2}(?:st|nd|rd|th)|" + DAY + r")"
)
ZH_NUMBER = r"[\d一二两三四五六七八九十零〇百]+"
ZH_WHEN = (
    r"(?:每(?:天|周|月|年|晚|季度|个?星期|个?月|隔.{1,3})|(?:下|这|上|本)?(?:个)?(?:周|星期|礼拜)[一二三四五六日天末]|"
    + ZH_NUMBER
    + r"(?:年|月|号|日|点|时|:\d\d)|明天|后天|大后天|下(?:周|个?月|学期|季度)|明年|今年|年底|月底|年初|春节|国庆|五一|暑假|寒假|凌晨|"
    r"早上|上午|下午|晚上)"
)
ZH_EVENT = (
    r"(?:站会|例会|周会|晨会|会议|会|复盘|上线|发布|发版|考试|面试|体检|手术|复查|理疗|约了|有课|上课|下课|放学|开学|毕业|结婚|婚礼|"
    r"生日|聚会|聚餐|"
    r"出差|休假|请假|放假|年假|航班|飞|回老家|回国|搬家|交付|交稿|截止|到期|续费|开业|营业|关门|关店|开张|到货|发货|截稿|上映|首映|"
    r"开播|预产期|出院|住院|搬进|装修|验收|签约|入职|离职|开庭|答辩|比赛|演出|演唱会|上门|培训|"
    r"直播|活动|投放|备份|维护|"
    r"更新|值班|轮班|团建|路演|评审|打疫苗|洗牙|牙医|缴费|交租|交房|还款|发工资|家长会|打扫|打电话|打球|羽毛球|篮球|足球|游泳|瑜伽|"
    r"健身|跑步)"
)
ZH_NOT_HERE = r"(?!.*(?:[你您]|这样|那样|怎么|什么|一章|一题|代码如下))"
DETAIL = (
    r"(?:\d|[A-Z]|(?:一(?!个|种|些|次|位|下|直|定)|[零二两三四五六七八九十百千万半])[零一二三四五六七八九十百千万半]*(?:点|号|日|月|年|"
    r"块|元|万|千|百|个|岁|人|位|次|层|楼|平|天|周|小时|分钟))"
)

HEALTH_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        r"^(?:the|my|our) (?:kids|children|twins|boys|girls) have [a-z]+ .*\b"
        + DAY
        + r"|(?:更|宁|比较|很|不)愿意(?:用|在|跟|和|做|去|吃|喝|住|坐)[^，。]{2,}|"
        r"我[^，。]{0,6}(?:一口都不|碰都不|从不|坚决不)(?:碰|吃|喝|用|看)|\b(?:is|are) (?:a )?(?:hard|big|firm|definite) (?:no|"
        r"yes)\b(?: for (?:me|us))?",
        PREFERENCE,
    ),
    phrase_row(
        r"^(?:改|动|删|提交|发|推|买|订|约|上线)[^，。]{0,10}(?:之?前)(?:先)?(?:问|告诉|通知|跟我|经过)", PREFERENCE, subject="user"
    ),
    phrase_row(
        r"我(?:左|右|两)(?:耳|眼|手|腿|脚)[^，。]{0,4}(?:听不见|看不见|不好|受伤|失聪|失明|骨折)|我[^，。]{1,8}(?:拿|考|读|入|结|生|"
        r"搬|来|买)的[^，。]{2,}",
        FACT,
    ),
    phrase_row(
        r"我(?:刚|上个?月|去年|今年|之前)?做(?:完|过|了)[^，。]{0,8}(?:手术|检查|化疗|理疗|康复)|我(?:从|自)?[^，。]{0,8}(?:就有|"
        r"一直有|患有|有)[^，。]{0,8}(?:病|炎|痛|症|过敏|障碍|哮喘|糖尿)",
        FACT,
    ),
    # what is taken for one's health
    phrase_row(
        r"\bi (?:\w+ )?(?:take|am on|inject|use) (?:\d+ ?(?:mg|mcg|ml|units|pills?|tablets?)|an? inhaler|insulin|medication|pills|"
        r"antidepressants|"
        r"\w+ (?:for (?:my )?\w+|every (?:morning|evening|night|day)|daily|twice a day))\b|\bi(?:'ve| have)? (?:was |"
        r"been )?(?:diagnosed|operated|"
        r"vaccinated)\b|\bmy (?:\w+ )?(?:back|knee|knees|shoulder|heart|blood pressure|eyesight|hearing|hip|wrist|stomach|thyroid|"
        r"cholesterol|"
        r"asthma|migraines?) (?:has|have|is|are|hurts?|acts up|aches)\b",
        FACT,
    ),
    phrase_row(
        r"我(?:每天|每晚|每早|长期|一直|早晚|饭后|睡前|[一-鿿]{0,4})(?:都)?(?:在)?(?:吃|服用|注射|打)(?:着)?[^，。]{0,8}?(?:药|片|"
        r"胶囊|胰岛素|维生素|褪黑素|疫苗|针)|"
        r"我(?:的)?(?:膝盖|腰|颈椎|肩膀|胃|心脏|血压|血糖|血脂|眼睛|听力|甲状腺|尿酸)(?:一直|从小|有点|不太|不|偏|.{0,12}?(?:受过伤|"
        r"做过手术|不好|偏高|偏低|疼|有问题))|"
        r"我(?:.{0,6})(?:确诊|查出|做过|动过|得过)[^，。]{2,}",
        FACT,
    ),
)

ROUTINE_ROWS: tuple[PhraseRow, ...] = (
    # whom, how and where to reach
    phrase_row(
        r"\bthe best (?:way|time|place) to (?:reach|contact|call|find) me\b|\b(?:reach|find|contact|text|call) me (?:on|at|via|by|"
        r"through) |"
        r"\bmy (?:\w+ )?(?:handle|username|nickname|alias|extension|desk|office|locker|seat|address|channel)\b.{0,12}?\b(?:is|:)",
        FACT,
        slot="reached_by",
    ),
    phrase_row(r"(?:找|联系)我(?:的话)?(?:请|最好|一般|就|可以)?(?:用|走|发|打|去|通过|在)[^，。吗？]{1,}", FACT, slot="reached_by"),
    phrase_row(
        r"(?:能|可以)(?:找到|联系到?)我(?!们)|(?:请)?(?:抄送|转发给|(?<![A-Za-z])cc)\s?[一-鿿A-Za-z]{2,}|^(?:please )?(?:cc|copy in|"
        r"loop in|"
        r"include) [A-Z]\w+ (?:on|in|about)\b|"
        r"\b(?:you can|you'll|you will) find me (?:on|at|in|as|under)\b",
        FACT,
        slot="reached_by",
    ),
    # the speaker left out
    phrase_row(
        r"^(?:been an? [\w -]{3,30} (?:for|since)|born (?:and (?:raised|bred) )?(?:in|on)|raised in|based in|living in|been (?:in|at|"
        r"with|living|working|"
        r"married) .{2,40} (?:since|for)|"
        r"planning to|planning on|saving up|saving for|working (?:at|as|on|for)|studying|training for|looking for a|moving to|"
        r"expecting|recovering from|"
        r"allergic to|married (?:to|for|since)|retired|got (?:a|two|three|my|the|married|engaged|divorced|promoted|hired|fired))\b",
        FACT,
    ),
    phrase_row(
        r"^(?:打算|计划|准备|正在|从小|土生土长|出生在|毕业于|目前在|刚)(?!好|才|开始|[下到出上进坐起睡醒回吃忙开看听收]|打|"
        r"写完)[^，。？?你您]{4,}",
        FACT,
    ),
    phrase_row(
        r"^(?:we're|we are) (?:an? )(?!bit|lot|little)[a-z]+|\bi(?:'m| am) (?:on (?:call|duty|leave|holiday|vacation|parental|"
        r"sabbatical)|out of (?:office|town)|away)\b|"
        r"\bi(?:'m| am)? \d'\d|\bi weigh\b|轮到我|(?:我|本人)的?(?:身高|体重|血型|视力)",
        FACT,
    ),
    # plans
    phrase_row(
        r"\b(?:i|we) (?:\w+ )?(?:want|would like|aim|intend|plan|mean|hope|promised?|am going|are going|'m going|'re going) to "
        r"(?:run|learn|study|visit|travel|become|buy|sell|move|start|stop|quit|build|write|open|launch|retire|lose|save|publish|own|"
        r"adopt|climb|"
        r"marry|apply|switch|change|pass|finish|found|teach|grow|hire|release|migrate|rewrite|reach|earn|win|get (?:married|"
        r"certified|a (?:job|dog|cat)))\b .{3,}|"
        r"\bmy (?:goal|aim|plan|resolution|target|dream) (?:for \w+ |this year |here )?is to\b|"
        r"\b(?:i|we)(?:'ll| will|'m going to| am going to|'re going to) (?:\w+ )?(?:be (?:away|back|in|at|on|out|off|travel+ing)|"
        r"launch|start|move|"
        r"visit|release|ship|open|publish|deliver|finish|host|meet|fly|attend|hire|marry|retire|join|begin|present|migrate|close|"
        r"celebrate|arrive|"
        r"leave|travel|run|have (?:a|an|my|our)) ?.*\b(?:"
        + WHEN
        + r"|in (?:january|february|march|april|may|june|july|august|september|october|"
        r"november|december|spring|summer|autumn|fall|winter|\d+ (?:days|weeks|months))|next \w+|this (?:year|summer|winter|spring|"
        r"autumn|fall|weekend)|\d{4})",
        FACT,
    ),
    phrase_row(
        r"我们?(?:今年|明年|年底|下个?月|以后|这个?[春夏秋冬]天?|最近)?(?:最)?(?:想(?=学|考|买|搬|换|跑|开(?!始)|写|攒|减|当|成为|"
        r"创业|出国|移民|去[一-鿿]{2}(?:旅|读|留|工|住|定)|在.{2,6}买)|要(?=在|去|学|考|买|搬|换|减|存|开)|打算|计划|准备|立志)"
        r"[^，。]{0,4}?[一-鿿A-Za-z]{3,}|我(?:今年)?的?(?:目标|计划|心愿|愿望|打算)(?:是|就是)",
        FACT,
    ),
    # appointments and routines
    PhraseRow(
        re.compile(
            r"^(?:(?:[Tt]he|[Oo]ur|[Mm]y) )?(?!(?:[Ii]t|[Tt]his|[Tt]hat|[Tt]here|[Ww]hat|[Hh]e|[Ss]he|[Tt]hey|[Yy]ou|[Ww]e|[Ii])\b)"
            r"(?:[\w'-]+ ){1,4}?(?:is|are|starts?|begins?|ends?|opens?|closes?|happens?|runs?|takes place|comes?|arrives?|leaves?|"
            r"lands?|expires?)"
            r"(?: (?:at|on|from|every|in|until|by|the|due|for))* " + WHEN,
            re.IGNORECASE,
        ),
        FACT,
        "project",
    ),
    phrase_row(
        r"\b(?:i|we) have (?:an? |my |our |the )?(?:[\w-]+ ){1,4}?(?:at|on|every|this|next|from|tomorrow)\b.*?\b" + WHEN + r"|"
        r"^(?:every|each|on) (?:other |second )?(?:"
        + DAY
        + r"|day|week|weekend|month|morning|evening|night|year|summer|winter)s?,? (?:i|we|my|our)\b",
        FACT,
    ),
    phrase_row(r"^" + ZH_NOT_HERE + r"[^，。？?]{0,12}?" + ZH_WHEN + r"[^，。？?]{0,16}?" + ZH_EVENT, FACT),
    phrase_row(
        r"^" + ZH_NOT_HERE + r"[一-鿿A-Za-z]{2,10}?(?:定在|在|改到|安排在|放在|是在|于|到|截止到?|持续到)" + ZH_WHEN,
        FACT,
        subject="project",
    ),
    # what is there, told without a speaker
    phrase_row(r"^(?:我们?)?家(?:里|中)?(?:还)?(?:有|养|装|用)(?:着|了|的是)?[^，。？]{2,}", FACT),
    phrase_row(r"^我们?(?:在[一-鿿A-Za-z]{2,8})?有(?:一|两|三|几|\d)[^，。？]{2,}", FACT),
    phrase_row(
        r"^(?:我的?)?(?:房东|老板|主管|领导|导师|班主任|室友|邻居|同桌|搭档|医生|教练|保姆|阿姨|司机|"
        + ZH_KIN
        + r")(?:姓|叫|是|在|属|今年)[^，。？你]{1,}",
        FACT,
        subject="family",
    ),
    phrase_row(
        r"^(?:新来的?)?(?:实习生|同事|经理|负责人|客户|对接人|联系人|老师|班长|组长)(?:姓|叫|是)[^，。？你]{2,}", FACT, subject="project"
    ),
    PhraseRow(
        re.compile(
            r"^(?!(?:这(?!个(?:包|项目|服务|库|仓库|系统|产品|公司|团队|活动|账户|计划|应用|接口))|那|它|他|她|你|您|今天|谁|哪|"
            r"下面|以下|题目|答案|例如|比如))"
            r"[一-鿿A-Za-z0-9 ]{2,14}?(?:是|为|用的是|用|跑在|部署在|限额|上限|定在|控制在|不超过|占|每(?:天|周|月)|一个?(?:天|周|"
            r"月|年)|保留|缓存|存|超时|重试|提前|至少|最多|最低|最高|起步|需要|要|支持|属于|归)[^，。？?你您]{0,10}?" + DETAIL
        ),
        FACT,
        "project",
    ),
    PhraseRow(
        re.compile(
            r"^(?!(?:It|This|That|There|What|He|She|They|You|We|I|Who|Here|Which|If|When|All|Everything|Something|Nothing)\b)"
            r"(?:[A-Za-z][\w'-]*(?: [a-z][\w'-]*){0,3}) (?:is|are|runs?|lives?|sits|uses?|goes) (?:(?:on|in|at|with|from|to|by|"
            r"behind|under|via) )"
            r"(?:the )?(?:\w+ )?(?:[A-Z]\w+|\w*\d\w*)"
        ),
        FACT,
        "project",
    ),
    phrase_row(
        r"^(?!.*\byour?\b)(?:all|every|each|none|both|most) (?:of )?(?:our|my|the) (?:[\w-]+ ){1,3}?(?!(?:is|are|was|were) (?:ok|"
        r"fine|good|gone|"
        r"wrong))[a-z]+ ",
        FACT,
        subject="project",
    ),
    phrase_row(r"[^，。？?你您]{2,14}归[^，。？?]{2,8}(?:管|负责|维护|处理|出)", FACT, subject="project"),
    phrase_row(
        r"^(?!.*\b(?:function|method|class|variable|loop|array|output|error|article|movie|film|book|song|question|example|"
        r"screenshot|answer|"
        r"sentence|word|equation|story|picture|photo|thing|problem|idea|sun|earth|world|moon)\b)(?:the|our|my) (?:[\w'-]+ ){1,4}?"
        r"(?:is|are) (?:owned|managed|maintained|handled|run|hosted|written|built|paid|sponsored|funded|deployed|stored|managed|led|"
        r"covered) (?:by|in|on|with|from)\b|"
        r"^(?!.*\b(?:function|method|class|variable|loop|array|output|error|article|movie|film|book|song|question|example|"
        r"screenshot|answer|"
        r"sentence|word|equation|story|picture|photo|thing|problem|idea|sun|earth|world|moon)\b)the (?:[\w'-]+ ){1,4}?(?!is\b|was\b|"
        r"this\b)[a-z]+s "
        r"(?=.*(?:\d|(?-i:\b[A-Z]\w)|\b(?:" + DAY + r"|every|per)\b))",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    PhraseRow(
        re.compile(
            r"^(?!(?:It|This|That|There|What|He|She|They|You|We|I|Who|Here|Which|If|When|All|Everything|Something|Nothing|How|Why|"
            r"Where|Yes|No|Ok|Please|Thanks|"
            r"Please|Maybe|Not|And|But|So|My|Our|Your|His|Her|Their|One|In|On|At|For|From|Life|Let|"
            r"Hope)\b)[A-Z][\w.'+#-]*(?: [\w.'-]+){0,3}? "
            r"(?:is|are|needs?|requires?|takes?|costs?|lasts?|must|gets?|expires?|opens?|closes?|starts?|runs?) (?:the |a |an |at |"
            r"on |in )*"
            r"(?:\w+ ){0,3}?(?:\d|(?:one|two|three|four|five|six|seven|eight|ten|twelve|minimum|maximum|default|only|required|"
            + DAY
            + r")\b)"
        ),
        FACT,
        "project",
    ),
    # what is not done, by rule or by choice
    phrase_row(
        r"\bwe (?:don't|do not|never|no longer|can't|cannot) (?!know|think|see|want|care|mind|understand|need|have|remember|believe|"
        r"like|feel|say|get)[a-z]+ .{3,}|"
        r"^(?:please )?(?:don't|do not|never) [a-z]+ .*\b(?:ever|again|under any circumstances|without (?:my|asking|permission|"
        r"approval|telling)|on (?:" + DAY + r"))\b|"
        r"(?:千万|绝对|一律|永远|坚决)(?:别|不要|不能|不准|不可以|不许)|严禁|禁止|^(?:周|每|节假日|晚上|周末)[^，。我]{0,4}不[一-鿿]{2,}",
        PREFERENCE,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"\b(?:i|we)(?:'m|'re| am| are|'ll| will) (?:not |no longer |definitely |probably not )?(?:renew(?:ing)?|cancel+(?:ing)?|"
        r"drop(?:ping)?|skip(?:ping)?|keep(?:ing)?|"
        r"postpon(?:e|ing)|hir(?:e|ing)|sell(?:ing)?|quit(?:ting)?|buy(?:ing)?|get(?:ting)? rid of|clos(?:e|ing)|sign(?:ing)?|"
        r"outsourc(?:e|ing)|rewrit(?:e|ing)|"
        r"deprecat(?:e|ing)|paus(?:e|ing)|invest(?:ing)?) (?!it\b|that\b|this\b|you\b|in mind|going|up\b)|"
        r"\b(?:board|management|committee|council|investors?|court|bank|insurance|city|legal|cfo|ceo|cto|client|team) (?:has |have |"
        r"finally |just )?"
        r"(?:approved|rejected|voted|granted|signed|agreed|accepted|cancel+ed|confirmed)\b|"
        r"(?:董事会|管理层|公司|投资人|投资方|法院|银行|学校|领导|客户|评审会?)(?:已经|终于)?(?:通过|批准|否决|同意|驳回|签|取消|确认)了|"
        r"我们?(?:就)?(?:不|取消|放弃|暂停|停掉|砍掉)(?!知|懂|会|行|想|记|聊|说|了|是|太|能|敢|信|好|用谢|怕|明)[^，。]{0,8}了$|"
        r"(?:我|我们)选了?第[一二三四五六\d]",
        DECISION,
    ),
    phrase_row(
        r"\b(?:i|we) [a-z]+ .{2,60}?\b(?:on (?:"
        + DAY
        + r"|weekdays|weekends)|at weekends|in the mornings|in the evenings|before bed|after work|after lunch|at lunchtime)\b|"
        r"一(?:天|周|月|年)(?:只|就|大概|喝|吃|看)?[一-鿿]{0,4}[一两二三四五六七八九十\d]+(?:次|遍|杯|顿|小时|包|片|公里|页)",
        PREFERENCE,
    ),
    phrase_row(r"(?:代号|简称|外号|昵称|网名|艺名|小名|学名)(?:是|叫|为)?[一-鿿A-Za-z]{2,}", FACT, subject="project"),
    # likings told in other words
    phrase_row(
        r"\bnothing beats\b|\bmy go-to\b|\bi(?:'ve| have) never (?:been into|liked|cared for|understood the appeal)\b|\bi(?:'m|"
        r" am) more of an?\b|\bany day,? for me\b|\b(?:i'm|i am) not (?:really |that |much )?(?:a (?:big |huge )?fan of|into|"
        r"fond of|keen on|"
        r"crazy about)\b|\b(?:i )?(?:can't|could never) stand\b|"
        r"\bfor me,?(?: always)?$|\bfor me,? always\b|\b(?:is|are) (?:totally |really |so |just )*(?:not my (?:thing|cup of tea)|"
        r"my (?:favou?rite|thing|jam|comfort food))\b|"
        r"\bi(?:'m| am)? (?:\w+ )?(?:swear by|live on|can't live without|could eat .* every day)\b|\b(?:works|"
        r"suits) (?:best )?(?:for )?me best\b",
        PREFERENCE,
    ),
    phrase_row(
        r"我?对[^，。？]{1,12}?(?:没(?:什么|啥|有)?(?:兴趣|感觉|抵抗力)|不感兴趣|很感兴趣|感兴趣|情有独钟|上瘾|无感)|"
        r"我(?:.{0,4})(?:离不开|百吃不厌|百听不厌|首选|只认|受不了|吃不惯|喝不惯|用不惯|习惯了?)[^，。？]{1,}|"
        r"我[^，。]{0,6}不爱(?![你您他她它])[一-鿿]{2,}|(?:无.不欢|百看不厌)|[^，。？]{2,10}(?:最合我(?:口味|胃口)|是我的(?:最爱|"
        r"心头好))",
        PREFERENCE,
    ),
)
