"""By what a sentence of no known kind counts, and what rules it out. Data only."""

from shared.extraction.offline_order_words import ORDER_VERB

FIRST_PERSON = r"\b(?:i|i'm|i've|i'd|i'll|my|mine|me|we|we're|we've|we'll|our|ours|us)\b|[我咱]"
OWN_SUBJECT = (
    r"^(?:(?:and|but|so|also|well|honestly|luckily|sadly|then|now|plus|lately|recently|usually|sometimes|actually|in \w+|on \w+|"
    r"last \w+|next \w+|every \w+),? )*(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|been|my \w+ is)\b|^[^，,。]{0,6}(?:我|咱)(?!们?(?:的?|"
    r"家的?)"
    r"(?:妈|爸|爷|奶|哥|姐|弟|妹|叔|姑|舅|姨|老|儿|女|孩|朋|同|邻|领|室))"
)
DETAIL = (
    (
        r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:weekends?|weekdays|weekly|daily|nightly|monthly|yearly|quarterly|twice|"
        r"once a|midnight|"
        r"noon)\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b(?:one|two|three|four|five|"
        r"six|"
        r"seven|"
        r"eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|ninety|hundred|half)\b(?! of (?:my|those|these|"
        r"a kind)\b)(?<!this one)(?<!that one)"
        r"(?<!the one)"
    ),
    (
        r"(?-i:(?<=[a-z,;:)] )(?!(?:I|I'\w+)\b)[A-Z][\w'-]*[\w](?!\W*$)|(?<=[a-z] )(?!(?:I|I'\w+)\b)[A-Z][\w'-]*\w)|[\w-]*/\w[\w<-]+|"
        r"\w+\.\w{2,4}\b"
    ),
    (
        r"(?:[零一二两三四五六七八九十百千万半]|\d)+(?:点|号|月|年|岁|次|个(?!人)|公里|小时|分钟|块|元|位|人|套|楼|层|天|周|口|条|折|成|"
        r"斤|辆|台|只|间|家|期|"
        r"级|档|倍|页|米)|(?:^|[,，、的是找由跟和叫归])[小老阿](?!师|板|公|婆|家)[一-鿿](?=[一-鿿]{2})|[一-鿿](?:工|总|姐|哥|叔|老师|"
        r"经理|主任|医生|师傅)(?![作程资是结共享部])|(?:周|星期|礼拜)[一二三四五六日天末]|(?:[两二三四五六七八九](?:十|百|千|万)*|十[一二三四五六七八九]?)(?!分(?!钟)|处|面|周围|心|方)(?=[一-鿿])|"
        r"每(?:天|周|月|年|晚|隔|次|个)|《|"
        r"(?<=[一-鿿])\s?[A-Za-z]{2,}|[A-Za-z]{2,}\s?(?=[一-鿿])|(?:年底|月底|年初|开春|春节|国庆|暑假|寒假|清明|中秋|元旦)"
    ),
)
FEELING = (
    (
        r"\b(?:such an?|super|truly|amazing\w*|awesome|great|beautiful\w*|cool|fun|inspir\w+|magical|rewarding|special|lovely|grateful|"
        r"thankful|"
        r"lucky|blessed|determined|passion\w*|joy\w*|happy|happiness|dreams?|loved?|hearts?|wonderful|incredible|important|support\w*|"
        r"accept\w*|"
        r"feel\w*|felt|proud|thrill\w*|excit\w*|tough|hard|stress\w*|motivat\w*|memor(?:y|ies)|stunning|gorgeous|best|nice|good|"
        r"ourselves|myself|"
        r"yourself|themselves|key|life|journey|meaning\w*|express\w*|peace\w*|calm\w*|colou?rs?|insane|crazy|wild|glad|pleased|miss|cozy|"
        r"worth|struggl\w*|challeng\w*|positiv\w*|strength\w*|encourag\w*|scar(?:y|ed)|worr\w+|afraid|anxious|nervous|relax\w*|fresh|"
        r"comfort\w*|okay|fine|alright|smooth\w*|well|context)\b"
    ),
    (
        r"感到|感觉|觉得|开心|快乐|幸福|高兴|难过|害怕|担心|焦虑|紧张|压力|疲惫|放松|舒服|享受|启示|启发|收获|优美|美丽|美好|精彩|棒|"
        r"有趣|意义|珍惜|尊重|努力|自信|力不从心|沉浸|心情|情感|内心|生命|梦想|希望|感动|感恩|温暖|美味|好吃|漂亮|可爱|震撼|顺利|重要|"
        r"有帮助|进步|成长|坚持|帮助|鼓励|支持|失误|糟糕|懒|无聊|没劲|难受"
    ),
)
ADDRESSED = (
    (
        r"\b(?:you|your|yours|yourself|u|ya|y'all|guys)\b|AI ?(?:伴侣|朋友|companion)|[你您]|(?:咱们|我们)(?:可以|一起|来|"
        r"再)"
    ),
    r"^[A-Z]\w+, |, (?-i:[A-Z])[a-z]+\W*$",
)
ORDERED = (
    (
        r"^(?:please |pls |now |then |just |ok |okay |and )*(?:"
        + ORDER_VERB[3:-1]
        + r"|shorten|lengthen|expand|trim|crop|resize|highlight|bold|underline|rephrase|simplify|double|halve|increase|decrease|reduce|"
        r"replace|swap|insert|append|paste|attach|upload|download|zip|filter|rank|compare|calculate|compute|estimate|describe|define|outline|brainstorm|"
        r"draw|design|plan|research|search|find|fetch|pull|redo|undo|reset|reload|make|have|let|do|look|see|try|come|go|get|take|"
        r"think|imagine|"
        r"enjoy|thank|hope|wish|translate|remember|sounds?|looks?|stay|believe|hang|hold|guess|count|catch|turn|rewrite|scroll|click|roll|"
        r"play|sing|cook|wake|gather|capture|posting|reminds?|gives?|shows?|means?|makes?|feels?|seems?|glad|happy|sorry|sure|excited|"
        r"proud|thankful|grateful|can't|cannot|couldn't|wanna|gonna|need|want|ready|never|always|won't|appreciate|agree|plus|would|could|"
        r"should)\b"
    ),
    r"^第[一二三四五六七八九十\d]+(?:段|句|行|页|章|个|条|步|张|部分|版)",
    (
        r"^(?:请|把|将|帮|让|给|用|再|来|去|看|打开|关|点|写|改|加|删|查|找|算|画|做|翻译|总结|继续|往|换|定|设|放|播|提醒|发|回|订|买|"
        r"听|想|跟|和|对|又|真|太|好)"
    ),
)
FOREIGN_SUBJECT = (
    (
        r"^(?:(?:and|but|so|also|then|because),? )*(?:he|she|they|it|this|that|these|those|there|her|his|their|its|who(?:ever)?|"
        r"what(?:ever)?|some|"
        r"most|many|few|all|everyone|everybody|everything|someone|somebody|something|people|nobody|no one|nothing|anything|anyone|one|"
        r"another|"
        r"such|not|if|when(?:ever)?|while|because|as|since|though|although|the (?:guy|man|woman|person|lady|girl|boy|couple|author|film|"
        r"movie|book|"
        r"song|article|story|game|world|sun|sky|weather|pic|picture|photo|view|scenery|whole|other)|a (?:guy|man|woman|lady|stranger|"
        r"reminder)|"
        r"kids|children|men|women|dogs|cats|life|love|time|art|music|nature|money|(?-i:[A-Z])[a-z]+ (?-i:[A-Z])[a-z]+|[a-z]+'s (?:such|"
        r"so|the|been))\b"
        r"(?<!not the)(?!.*\b(?:sign off|in charge|responsible)\b)"
    ),
    r"^(?!(?:been|during|according)\b)[a-z]+ing\b",
    (
        r"^(?:is|are|was|were|do|does|did|can|has|have|will|am) |\bi(?:'d| would) like\b|\bi (?:want|need)\b|\b(?:i|we)(?:'m|'re| am|"
        r" are) (?:waiting|staring|sitting|"
        r"standing|heading)\b|\bso close\b|^[\w-]+ says?:"
    ),
    (
        r"^in (?:the|this|that|a) (?:book|film|movie|novel|show|game|series|story|song|episode|chapter|article)\b|^(?:speaking|talking|"
        r"thinking) of\b"
    ),
    (
        r"^(?:他|她|它|这|那|有些|有的|有个|某|人们|大家|别人|世界|人生|生活|书里|电影里|剧里|小说里|游戏里|文章|作者|主人公|天气|一个|"
        r"很多|"
        r"许多|现在的|如今|其实|"
        r"但是?|可是?|不过|所以|如果|虽然|首先|然后|最后|同时|而且|另外|毕竟|确实|的确|当|在)"
    ),
    r"^(?-i:[A-Z])\w+ (?:has|had|married) (?:\w+ )?(?:sons?|daughters?|kids|children|wives|wife|husbands?|brothers?|sisters?)\b",
    r"^(?!.*[我咱])[^，。]{2,4}(?:有|生了?|娶了?|嫁了?|今年)[^，。]{1,6}(?:孩子|儿子|女儿|老婆|岁|兄弟|姐妹)",
    r"^[^，。]{0,12}(?:旁边|对面|隔壁)的?(?:人|男|女|大叔|大妈|小孩)|得我(?:能|要|都|快|想)",
)
SEEN_NOW = (
    r"^[\"'\[{(]|[{}\[\]=]|\w\(|\":|;$",
    (
        r"^[^我，。]{1,8}(?:让|叫|要|要求|建议|劝|逼|催|令|使)(?:我|咱)|"
        r"\b(?:wants?|asks?|asked|told|makes?|made|lets?|forces?|forced) (?:me|"
        r"us)\b"
    ),
    (
        r"^(?:ugh|argh|man|damn|omg|phew|gosh|jeez|yikes|oof|whoa|woah|wow|aw+|oops|haha|lol|hmm+|yay|yeah|hey|hi|hello|morning|evening|"
        r"sorry|thanks|dear|perfect|fair|exactly|true|right|same|ok|okay|yup|nope|well done|whatever)\b"
    ),
    (
        r"\b(?:looking forward|used to|can't wait|supposed to|gonna|about to|hurts?|asleep|slept|sleep much|right here|over there|up next|"
        r"hope(?:fully|s)?|wish)\b"
    ),
    r"\b(?:last night|this morning|tonight|earlier today|just now|a minute ago|a sec(?:ond)?)\b",
    (
        r"昨晚|今早|今天早上|刚才|刚刚|一会儿?|待会|马上|这会儿?|"
        r"正在|眼下|又到了|没睡|睡不着|差一点|尝试|试试|下次|会听|会先|需要|可以|"
        r"(?<![只不])能(?!源)|应该|必须|想(?!象)|我知道|不知道|我看到|我发现"
    ),
)
