"""Small words that change what a sentence says, Chinese and English side by side. Data only; reading.py applies it.

Each entry names what the words mark. A statement that lacks the mark of its source, or adds one, says something else.
"""

INTENTION = (
    (r"\b(?:plan(?:s|ning|ned)?|want(?:s|ed)?|hop(?:e|es|ed|ing)|try(?:ing)?|tries|tried|intend\w*|aim(?:s|ing)?|wish(?:es)?|supposed|"
    r"aspir\w+|dream(?:s|ing)? of|mean(?:t|ing)?|looking|about|due|prepar\w+|meant) (?:to|of|on|for)\b"),
    r"\b(?:would|'d|d) (?:like|love|prefer|rather|want)\b", r"\b(?:should|ought to|could|would)\b", r"\bif only\b", r"\bgoals?\b",
    r"\b(?:almost|nearly)\b(?! (?:all|every|always|never|\d))", r"\b(?:was|were) (?:going|about) to\b", r"\bplans?\b", r"\bwants?\b",
    r"\bhop(?:e|es|ing)\b", r"\bconsider(?:s|ing|ed)?\b",
    r"\b(?:forg[eo]t(?:ten)?|fail(?:s|ed)?|refus(?:e|es|ed)|declin(?:e|es|ed)|neglect(?:s|ed)?|unable) to\b",
    r"\b(?:was|were|been|got) offered\b", r"\bappl(?:y|ied|ies|ying) (?:to|for)\b", r"\bmiss(?:ed)? (?:the|my|our)\b",
    r"\bneed(?:s|ed)? (?:a|an|some|new|more)\b", r"\bcan't wait to\b",
    r"忘了", r"忘记", r"拒绝", r"错过", r"申请", r"投了", r"缺(?:一个|个|少)", r"面试", r"没来得及", r"巴不得", r"恨不得", r"需要(?=一|新|更|几)",
    r"打算", r"(?<![不理思联感梦幻猜空设构妄])想(?!吐|法|念|到|象|起|必|家)", r"希望", r"准备(?!好)", r"计划", r"差点", r"差一点", r"险些", r"本来", r"原本", r"应该", r"应当",
    r"以为(?!然|例|鉴|荣|主|生)", r"\bi(?:'d| had)? thought\b(?=.{1,60}\b(?:but|actually|turns out|turned out)\b)",
    r"\b(?:(?:have|has|am|is|are|i've|'ve) yet to|tempted by|promised to|vowed to|told to|asked to|advised to|eye(?:d|ing)|envy|envies|jealous of)\b", r"羡慕", r"答应", r"看中", r"相中", r"正要", r"被要求",
    r"试着", r"试图", r"争取", r"有意", r"想要", r"盼", r"目标", r"愿望", r"要求",
)  # fmt: skip
"""Meant, wished, tried or nearly done: not done."""

OUTLOOK = (
    r"\b(?:will|'ll|going to|gonna|need(?:s|ed)? to|ha(?:ve|s) to|must|shall)\b", r"将要?", r"(?<!不)会(?=\w)", r"需要", r"得(?=去|要|把)", r"必须", r"要(?=去|做|学|把|换|买)",
)  # fmt: skip
"""Still to come, or called for."""

PAST = (
    r"\bused to\b", r"\b(?:formerly|previously|once|back then|back when|in those days|ex-|former)\b",
    r"\bas an? (?:kid|child|student|teen(?:ager)?|boy|girl|baby|intern|teenager)\b",
    r"\bin (?:high school|college|school|primary school|university|uni|my (?:youth|twenties|thirties|teens|childhood))\b",
    r"\bwhen i was\b", r"\bmy (?:old|last|previous|first) \w+ (?:was|were|had)\b", r"\buntil (?:last|a few|\d)",
    r"上一(?:部|台|个|家|任|份|辆|次)", r"那年", r"[去前]年(?:之|以)前", r"旧(?:手机|电脑|公司|号码|地址)", r"\b(?:passed away|died|is dead|broke up|split up)\b", r"\bno longer\b", r"\banymore\b",
    r"以前", r"曾经?", r"过去", r"小时候", r"从前", r"当年", r"那会儿", r"那时候?", r"原来(?=是|在|住|做|用|叫)", r"早年", r"年轻(?:时|的时候)",
    r"上(?:大学|学|高中|初中|小学|班)(?:那会|时|的时候|期间)", r"读(?:书|大学|高中|研)(?:那会|时|的时候|期间)", r"去世", r"过世", r"走了", r"前(?:任|妻|夫|男友|女友)", r"分手", r"生前", r"当时", r"之前(?=在|是|用|住|做)",
)  # fmt: skip
"""Over and done."""

PAST_FORMS = (
    r"\b(?:was|were|had|did)\b",
    r"(?<!is )(?<!are )(?<!gets )\b(?!named|called|titled|based|located|married|retired|divorced|interested|related|used)[a-z]{2,}ed\b",
    r"过(?!敏|年|期|滤|节|程|来|去|得|瘾)",
)
"""How a statement may itself say that something is over."""

LITTLE = (
    r"\b(?:sometimes|occasionally|rarely|seldom|hardly ever|now and then|once in a while|from time to time|every now and then|at times)\b",
    r"\b(?:barely|hardly|scarcely|just about)\b", r"勉强", r"凑合",
    r"偶尔", r"有时候?", r"时不时", r"很少", r"难得", r"间或", r"极少", r"不常", r"不怎么", r"不太",
)  # fmt: skip
ALWAYS = (
    r"\b(?:always|constantly|every (?:single )?(?:day|time|morning|night|evening|week)|all the time|daily|invariably|never fails|often|frequently|regularly)\b",
    r"总是?", r"老是", r"每天", r"天天", r"每次", r"一直", r"永远", r"始终", r"经常", r"常常?", r"从来都", r"频繁",
)  # fmt: skip
SOME = (
    r"\b(?:some|several|a few|few|many|most|part|half|certain|a couple|a handful|a lot|lots|majority|minority)(?: of\b| \w+s\b)", r"\bhalf (?:the|our|my)\b",
    r"\bone of (?:my|our|the|his|her|their)\b",
    r"有的", r"有些", r"一些", r"部分", r"大(?:多数|半)", r"多数", r"少数", r"几个", r"个别", r"不少", r"一半", r"若干",
)  # fmt: skip
ALL = (
    r"\b(?:all|every|everyone|everybody|everything|each|whole|entire|entirely|any|both)\b",
    r"所有", r"全部", r"全都", r"全体", r"每个", r"每一", r"人人", r"一切", r"(?<!首)都(?!江|市|会区|城)", r"任何", r"清一色",
)  # fmt: skip
ONLY = (
    r"\bonly\b", r"\bexclusively\b", r"\bsolely\b", r"\bnothing but\b", r"\b(?:except|apart from|other than|but not)\b",
    r"只(?!要|是说)", r"仅", r"唯独?", r"除了", r"除开", r"以外", r"之外",
)  # fmt: skip
NOT_ALL = (
    r"\bnot (?:all|every|always|everyone|everybody|everything|necessarily|entirely|completely)\b",
    r"不是(?:所有|每|全|都)", r"不(?:一定|全|都|总是)", r"未必", r"并非(?:所有|每|全|都|总)",
)  # fmt: skip

ONLY_OR_NOTHING_ELSE = (
    r"\b(?:only|just|nothing|none|except|apart from|other than|no other|alone|exclusively|solely|not|never|don't|always)\b|n't\b",
    r"[只仅就除不没唯]", r"从来", r"其他",
)  # fmt: skip
JUST_THIS = (r"\b(?:only|exclusively|solely|nothing but)\b", r"只(?!要|是说|有)", r"仅(?!仅)", r"唯一")
"""A statement may not gain these where its source has none of the marks above."""

STRONG = (
    r"\b(?:extremely|totally|absolutely|completely|severely|terribly|deeply|passionately|fanatically|terrified|obsessed|furious|desperate(?:ly)?)\b",
    r"极(?=度|其|端|为)", r"非常", r"特别(?!是)", r"超级", r"十分(?!钟)", r"严重(?!性)", r"酷爱", r"痴迷", r"狂热", r"恨透",
)  # fmt: skip
MILD = (
    r"\b(?:a (?:bit|little)|slightly|somewhat|quite|fairly|kind of|kinda|sort of|mildly|not (?:too|that|very))\b",
    r"有点儿?", r"有些", r"稍微", r"略", r"还行", r"还好", r"一般般", r"不太", r"不怎么", r"轻微", r"轻度",
)  # fmt: skip
"""How much: what was said mildly is not told strongly."""

ENDED = (
    (r"\b(?:cancel\w*|delet\w+|uninstall\w*|unsubscrib\w+|unfollow\w*|sold|lost|reject\w*|revoked?|laps(?:e|ed|ing)|expired|returned|threw away|gave away|got rid of|"
    r"skip(?:s|ped|ping)?|stole|stolen|broke|dropped out|gave up|fail(?:s|ed|ing)?)\b"),
    r"退订", r"卸载", r"取消", r"[弄搞]丢", r"丢了", r"卖[了掉]", r"(?:被|给)拒", r"注销", r"退[掉货了]", r"扔[了掉]", r"送人", r"[没未](?:有)?(?:过|通过|考过)", r"挂了", r"忘光", r"就停了",
)  # fmt: skip
"""What was had or done until then: a statement that does not say so says the reverse."""

MOVING_SOON = (
    r"(?:'m|’m|\bam|\bare|\bis|'re|’re) (?:moving|relocating|transferring|emigrating) (?:to|into|back|over)\b",
    r"(?:就|快|马上|即将|下个?[月周]|明年)要?搬[到去]",
)
ABODE = (r"\b(?:lives|resides|living|is based)\b", r"(?<!搬)住在|居住|定居|现居")
"""On the way there is not there yet."""

CONDITION = (
    r"(?<!as )(?<!ask )(?<!asked )(?<!asks )(?<!know )(?<!wonder )(?<!me )\bif\b(?! you ask)", r"\bunless\b", r"\bprovided\b", r"\bin case\b", r"\bas long as\b",
    r"\bonly when\b", r"\bdepend(?:s|ing) on\b", r"\bassuming\b", r"\bonce (?:we|i|the|they|he|she|it)\b", r"\botherwise\b",
    r"如果", r"要是", r"假如", r"倘若", r"若(?!干)", r"除非", r"只要", r"万一", r"一旦", r"的话(?!题)", r"否则", r"前提", r"取决于", r"看情况",
)  # fmt: skip
OCCASION = (
    r"\b(?:when|whenever|while|during|until|before|after|every time|on days)\b", r"的?时候?(?=[，, ]|我|就|才|会|都)", r"每当", r"期间", r"之前", r"之后", r"过年", r"周末", r"才",
)  # fmt: skip
"""When it holds: weaker than a condition, because a time is often told apart."""

REPORT = (
    r"\b(?:they|people|some|everyone|everybody|folks|others|experts|articles?) (?:say|claim|think|believe|says|claims|reckon)\b",
    r"\b(?:told me|tells me|said|says|claims?|claimed|reckons?|insists?|swears?|heard|apparently|allegedly|supposedly|rumou?r\w*|according to)\b",
    r"\b(?:asked|asks|asking|wondered|wonders) (?:me |us )?(?:if|whether|about)\b",
    r"\b(?:he|she|they|who) (?:thinks?|believes?|feels?|wants?|hopes?)\b",
    r"(?<!我)(?<!老实)(?<!我想)(?<!我是)(?<!来)(?<!小)说(?!明|服|话|来话长|不定|实话|白了|起|得|好|走)", r"听说", r"据说", r"据悉", r"都说", r"告诉我", r"问我", r"问(?:我)?(?:是不是|要不要|喜不喜欢|有没有)", r"(?:他|她|他们|总|姐|哥)(?:觉得|认为|以为|想)", r"传言", r"谣传",
)  # fmt: skip
"""Somebody else's word."""
HEARSAY = (
    r"\b(?:article|author|book|report|paper|study|podcast|video|post|blog|documentary|survey)s? (?:says?|argues?|claims?|suggests?|states?|thinks?|finds|recommends?)\b",
    r"(?:文章|作者|书|报告|论文|新闻|节目|专家|视频|帖子|博主)(?:里|中|上)?(?:都)?(?:说|认为|指出|提到|主张|建议)",
    r"\b(?:they|people|some|everyone|everybody|folks|others|experts|articles?) (?:say|claim|think|believe|says|claims|reckon)\b",
    r"\b(?:i(?:'ve| have)? (?:heard|read) that|apparently|allegedly|supposedly|rumou?r\w*)\b", r"都说", r"听说", r"据说", r"据悉", r"传言", r"谣传", r"网上说",
)  # fmt: skip
"""Nobody's word in particular."""
CAUSE = (
    r"\b(?:because|due to|owing to|thanks to|as a result of|caused by|in order to|so that|so as to)\b", r"\bto (?=pay|avoid|reduce|save|improve|get|prevent|deal|cope|escape)",
    r"因为", r"由于", r"因(?=[一-鿿])(?!此|而|素|果)", r"为了", r"导致", r"以便", r"出于",
)  # fmt: skip

OWN_WORD = (r"\bi(?:'ve| have)? (?:said|told|think|believe|heard myself)\b", r"我(?:说过?|觉得|认为|是说)")

NOT_MEANT = (
    r"^\W*(?:(?:please|just|and|so),? )*(?:forget|disregard|scratch) (?:that (?:i|we|my|our)\b|(?:i|my|our)\b|what i\b|everything i\b)",
    r"^\W*(?:请|麻烦|就|那|你)*(?:(?:忘掉|忘记|删掉|删除|抹掉)(?!了?密码)|把.{1,40}?(?:忘掉|忘记|忘了|删掉|删除|删了|抹掉))",
    r"^\W*(?:had|were|should) (?:i|we)\b", r"早知道", r"要是.{1,16}就好了", r"(?:it )?would be (?:nice|great|good) (?:to|if)\b",
    r"\b(?:wow,? thanks|totally (?:love|enjoy)|absolutely (?:thrilled|delighted) (?:to wait|that it))\b", r"真是太.{1,12}了呢",
    r"\b(?:for instance|for example)\b", r"(?:举个例子|例如|比如)(?=[，,：: ])",
    r"\b(?:imagine|pretend|suppose (?:that |i |we |you |my |our )|supposing|hypothetically|what if|let's (?:say|pretend|imagine|assume)|say i (?:was|were|had)|for the sake of argument)\b",
    r"\bif (?:i|we|he|she|it|they) (?:were|was|had been)\b", r"\bi wish\b",
    r"\bin (?:my|the|a|our|this) (?:\w+ )?(?:novel|story|book|game|dream|screenplay|script|poem|song|film|movie|play|campaign setting|fanfic|comic|example|role-?play)\b",
    r"\b(?:dreamt|dreamed that|had a dream|i dreamed|i dreamt|nightmare)\b", r"\brole-?play\w*\b", r"\b(?:act|acting) as\b", r"\byou(?:'re| are) (?:now )?(?:my|an?|the) (?!welcome|right|best)\w+",
    r"\b(?:oh sure|oh great|oh yeah|yeah,? right|sure,? because|as if|just love|so much fun)\b", r"\bthe (?:hero|heroine|protagonist|main character|villain|narrator)\b",
    r"假设", r"假定", r"假想", r"假装", r"想象(?:一下|我|自己)?", r"设想", r"打个比方", r"比如说?我", r"比方说", r"扮演", r"角色扮演", r"(?:小说|剧本|故事|游戏|电影|戏|梦)(?:里|中|的主角)", r"主角",
    r"梦见", r"梦到", r"做(?:了个)?梦", r"要是我(?:是|有|能|会)", r"我要是", r"假如我?(?:是|有|的|能|会)", r"呵呵", r"可太", r"才怪", r"我可真", r"真是.{0,6}(?:死|够)了",
)  # fmt: skip
"""Not said as a fact about the world: supposed, told in a story, dreamt, played, or meant the other way round."""

FRAMES = (
    r"\b(?:act|acting|behave) as\b", r"\brole-?play\w*\b", r"\bpretend (?:to be|you|that you)\b",
    r"\byou(?:'re| are) (?:now )?(?:my|an?) (?!welcome)\w+\.", r"^\W*(?:quiz|riddle|exercise|puzzle|word problem|scenario|thought experiment)\b",
    r"\b(?:character|npc|persona) (?:sheet|bio|card|profile|background|backstory)\b[^.!?\n]{0,20}:", r"(?:人物|角色)(?:卡|设定|小传|档案)[^。！？\n]{0,8}[:：]",
    r"\basking for a friend\b", r"你(?:来)?(?:当|扮演|饰演|假装)(?!然|时|年|初|场|天)", r"假装你是", r"角色扮演",
    r"^\W*(?:应用题|脑筋急转弯|谜语|习题|情景)", r"(?:替|帮)(?:我)?(?:朋友|同事|别人)问",
)  # fmt: skip
"""What is said behind these is played or posed, to the end of the message."""

TASK_ON_TEXT = (
    (r"\b(?:translate|proof-?read|paraphrase|rephrase|re-?write|re-?word|summari[sz]e|polish|edit|spell-?check|shorten|improve the (?:wording|text)|"
    r"grammar|tl;?dr|(?:analy[sz]e|review|check|explain|comment on|reply to|respond to|answer|classify) (?:this|the|that|following|these)\b)"),
    r"翻译", r"润色", r"改写", r"总结", r"校对", r"概括", r"摘要", r"缩写", r"扩写", r"续写", r"仿写", r"纠错", r"改(?:一?下|成)(?:这|语)", r"修改(?:这|下面|以下)", r"分析(?:这|下面|以下|一下这)", r"回复(?:这|下面|以下)", r"解释(?:这|下面|以下)",
)  # fmt: skip
"""The text that follows is somebody's, to be worked on."""

POSSESSION = (r"\b(?:has|have|had|have got|owns?|got)\b|['’]ve\b|\bwith\b", r"(?<!没)有(?!时|点|些|人|的|关|意|名|效)|养(?!老)|拥有")
"""To have: "My visa was rejected" does not say that there is one."""

FILLERS = frozenset({
    "actual", "anyway", "also", "btw", "lol", "tbh", "ngl", "fyi", "hey", "hi", "hello", "thank", "thanks", "please", "pls", "well", "yeah", "yes", "yo", "ok", "okay", "so",
    "today", "yesterday", "tomorrow", "tonight", "now", "last", "next", "year", "week", "month", "day", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "spring", "summer", "autumn", "winter",
    "morn", "even", "afternoon", "quick", "thing", "note", "updat", "correct", "rememb", "know", "fact", "honest", "gonna", "alway",
    "其实", "另外", "对了", "顺便", "目前", "现在", "今天", "昨天", "明天", "今年", "去年", "明年", "最近", "一般", "平时", "通常", "上个月", "下个月", "这个月", "本周", "下周", "上周", "已经", "刚刚",
    "记住", "记得", "麻烦", "你好", "谢谢", "时候", "老实说", "说实话", "本人", "俺",
})  # fmt: skip
"""Words before a statement that govern nothing, as stems."""

FIRST_PERSON = r"(?<![A-Za-z])(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'll|we'd|me|us)(?![A-Za-z'’])|\b(?:i|we)['’](?:m|ve|d|ll|re)\b|我|俺|咱|本人"

PEOPLE = {
    "mother": r"mom|mum|mommy|mummy|mother|妈妈?|母亲|老妈|我妈",
    "father": r"dad|daddy|father|爸爸?|父亲|老爸",
    "parents": r"parents|爸妈|父母",
    "wife": r"wife|老婆|妻子|媳妇儿?|太太|爱人",
    "husband": r"husband|老公|丈夫",
    "partner": r"partner|spouse|fianc[eé]e?|girlfriend|boyfriend|gf|bf|对象|女朋友|男朋友|女友|男友|未婚[夫妻]",
    "ex": r"ex|ex-(?:wife|husband|boyfriend|girlfriend)|前(?:男友|女友|妻|夫|任)",
    "son": r"sons?|儿子", "daughter": r"daughters?|女儿|闺女",
    "child": r"kids?|child|children|baby|toddler|孩子|娃|小孩|宝宝",
    "sister": r"sis|sisters?|姐姐?|妹妹?|老姐|老妹|表[姐妹]|堂[姐妹]", "brother": r"bro|brothers?|哥哥?|弟弟?|老弟|表[哥弟]|堂[哥弟]",
    "grandparent": r"grand(?:ma|pa|mother|father|parents?)|granny|nan|爷爷|奶奶|外公|外婆|姥姥|姥爷",
    "relative": r"aunt|auntie|uncle|cousins?|niece|nephew|(?:mother|father|sister|brother|son|daughter)-in-law|in-laws|grandson|granddaughter|叔叔?|阿姨|舅舅?|姑姑?|婶|姨妈?|侄[子女]|外甥女?|岳[父母]|公公|婆婆|表弟|亲戚",
    "friend": r"friends?|buddy|pal|mates?|朋友|闺蜜|哥们|同学|室友|邻居|roommate|flatmate|housemate|neighbou?rs?|classmate",
    "boss": r"boss|manager|supervisor|team lead|line manager|ceo|cto|cfo|老板|领导|主管|经理|上司|组长",
    "colleague": r"colleagues?|coworkers?|co-workers?|teammates?|designer|pm|intern|assistant|recruiter|同事|设计师|产品(?=[一-鿿]{2})|实习生|助理|搭档|下属",
    "client": r"clients?|customers?|vendor|supplier|landlord|tenant|客户|甲方|供应商|房东|租客",
    "professional": r"doctor|doc|dentist|therapist|teacher|tutor|coach|lawyer|accountant|trainer|vet|医生|大夫|老师|教练|律师|会计|牙医",
}  # fmt: skip
"""Words for people, by who they are: the same person in other words."""

_SURNAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
CALLED = rf"(?:(?<![一-鿿])|(?<=[，。,和跟与是找问给对让听])|(?<=我们))(?:[{_SURNAMES}](?:总(?!是|部|共|统|体|计|结|监|裁)|姐|哥|工(?!作|程|资|厂|具)|叔|姨|主任|经理|老师|老板|医生)|[小老阿][{_SURNAMES}](?![一-鿿]?(?:板|师|鼠|子)))"
"""How people are called at work: 张总, 小王, 老周."""

PRONOUNS = r"\b(?:he|she)\b|他(?!们|人)|她(?!们)"
THIRD_PARTIES = r"\b(?:they|people|users|everyone|folks|competitors?|rivals?)\b|竞争对手|友商|他们|她们|人家|别人|有人"
