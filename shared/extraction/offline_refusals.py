"""What the rules never take for a statement: questions, suppositions, hearsay, sarcasm, requests. Chinese and English alike."""

import re

from shared.extraction.offline_hearsay_phrases import HEARSAY
from shared.extraction.offline_order_words import CONDITIONAL_ORDERS, ZH_ORDER
from shared.extraction.phrase_patterns import compiled

QUESTIONS = (
    r"(?:对吧|是吧|没错吧|好吗|行吗|可以吗|怎么样|如何|还是啥|呢吧)\s*[。.!！~]*$|(?:为啥|咋(?!呼)|干嘛|凭什么)",
    r"\bor (?:what|not|no|was it|is it)\W*$|, (?:right|correct|huh|eh|yeah|yes|no)\W*$",
    r"\b(?:isn't|aren't|don't|doesn't|didn't|wasn't|haven't|hasn't|am|do|did|have) (?:i|it|we|you|they|he|she)\W*$",
    r"[?？]\s*[\"'”’」)）]*$",
    r"到底[^，。]{1,20}(?:还是|是不是|有没有|[吗呢啊呀])",
    r"吗\s*[。.!！~]*$",
    r"^.{0,8}呢\s*[。.!！~]*$",
    r"(?:哪天|哪年|哪月|几号|几月|几岁|哪种|多大|多久|多远|哪家|哪款|哪位|来着)\s*[。.!！~]*$",
    r"(?:是不是|要不要|能不能|可不可以|会不会|有没有|对不对|行不行|好不好)",
    (
        r"(?<![没无不])(?:(?:什么|怎么(?![一-鿿]{1,2}[都也])|谁)(?!都|也)|怎样|哪里|哪儿|哪个|哪些|为什么|为何|多少|几点).{0,12}(?:[吗呢呀]|"
        r"$)"
    ),
    r"(?:喜欢|爱|用|选|住|去|吃|喝|是)[^，。]{1,8}还是(?!会|要|决定|喜欢|很|想|不|没|有|得|比较|更|用|选)[^，。]{1,8}$",
    r"^(?:请问|想问|问一下|我想知道|不知道)",
    (
        r"^(?:what|who|whom|whose|where|when|why|how|which)\b(?!(?<=when) (?:you|i|we|my|our|the|it|they|people)\b[^?]*,)(?!.*\b(?:i|"
        r"we) (?:decided|chose|prefer))"
    ),
    (
        r"^(?:is|are|am|was|were|do|does|did|can|could|should|would|will|shall|may|have|has)\s+(?:i|we|"
        r"you|he|she|it|they|there|this|that|the|my|our|your|any)\b"
    ),
    r"\b(?:i wonder|wondering|not sure) (?:if|whether|what|how|why|which|where|when)\b",
    r"\bi (?:want|need)ed? to know\b",
    r"\b(?:do|don't) you (?:know|think|remember)\b",
)
SUPPOSITIONS = (
    (
        r"^would (?:love|like|be)\b|\bin a (?:world|universe|parallel)\b|\bfor the sake of argument\b|\bwhen i(?:'m| am| get| become|"
        r" have) .{1,40}\bi(?:'ll| will)\b"
    ),
    r"^(?:等|只要|哪天|有朝一日|将来要是|等到).{1,16}?(?:[，,]|就)|就假定|设想一?下|好想|巴不得",
    r"\bif (?:i|we|you|he|she|they|it|only|the|my|our|there)\b",
    (
        r"\b(?:suppose|supposing|imagine|hypothetically|what if|let's say|assume|assuming|say i|"
        r"pretend)\b"
    ),
    r"\b(?:i|we)(?:'d| would) (?:have|rather have|be|live|move|work|choose|go|buy|take(?!.* over )|never)\b",
    r"\bi wish\b",
    r"\bin (?:theory|my dreams)\b",
    r"\bunless\b|\bif (?:it|nobody|no one|somebody|someone|anyone|that|this|your|his|her|their)\b",
    r"^(?:once (?:we|the|it|they|i have|i've|i get|my|our)|as soon as|in case|provided|as long as)\b",
    r"^(?:it(?:'s| is) )?not that (?:i|we|my|our)\b",
    r"\bif only\b|\bhow i wish\b|\bi hope\b|\bi'd love\b|\bi would love\b",
    (
        r"(?:就好了|该多好)|^(?:真|多|好)?希望|我(?:好想|多想|真想|真希望|多希望|好希望|恨不得)|(?:除非|不然的?话?|否则|一旦|"
        r"等到?.{1,12}(?:了)?[，,]?(?:我们?|咱们?)?(?:就|再))"
    ),
    r"\b(?:would|could|should) have\b",
    r"^(?:for example|for instance|e\.g\.)",
    (
        r"(?:如果|假如|假设|要是|倘若|万一|假使|若是|设想|想象一下|打个比方|"
        r"的话[，,])|^(?:比方说|比如说?|例如)"
    ),
    (
        r"(?:明天|周末|下雨|有空|可以|顺利|天气|有钱|行)[^，。]{0,8}的话|^[^，。我]{2,8}(?:下来|到手|到账|好|完|到)(?:了|以后|"
        r"之后)?我们?就(?=去|买|换|搬|辞|开|请|走|回)|^要不(?:然)?(?!是)|差一点(?!就好)(?=[一-鿿]{2})"
    ),
    r"(?:有钱了|以后有钱|发财了|中了彩票|退休以后我?想)",
    r"(?:本来(?:想|要|打算)|差点|早知道|但愿|要不是)",
)
SARCASM = (
    (
        r"\bi(?:'m| am) (?:the |such a |literally )*(?:worst|best|smartest|dumbest|greatest|luckiest) .{1,40}\b(?:in the world|ever|"
        r"alive|on earth|in history|of all time)\b"
    ),
    (
        r"\bha ha\b|\bi run on \w+ and \w+\b|靠[^，。]{1,12}(?:活着|续命|撑着)|^because obviously\b|\b(?:my favou?rite|"
        r"love that for me)\W*$|行了吧|可不是嘛|可不是吗|(?:世界上|全世界|天底下|"
        r"宇宙)最|我的最爱呢|堵.{0,8}车"
    ),
    r"(?:^|\s)/s\b",
    r"\byeah,? right\b",
    r"\b(?:oh|wow),? (?:great|wonderful|fantastic|brilliant|perfect|joy|sure)\b",
    r"\bjust what (?:i|we) needed\b",
    r"\b(?:as if|sure,? because)\b",
    r"\bthanks? (?:a lot )?for nothing\b",
    (
        r"\bi (?:just |really |so |absolutely )*(?:love|adore|enjoy) (?:it )?(?:when|how|being|waiting|"
        r"getting)\b"
    ),
    r"\b(?:just|only) (?:kidding|joking)\b",
    r"\b(?:lol|lmao|haha+|jk)\b",
    r"🙄|🙃|😏",
    (
        r"\b(?:i|we) (?:(?:just|really|so|absolutely|totally|truly|simply) )*(?:love|loved|adore|enjoy|live for|"
        r"can't wait for)\b(?!.*\bbut\b).{0,40}?\b"
        r"(?:waiting (?:for|on|in)|traffic|overtime|debugging|on-?call|woken|paged|pagers?|merge conflicts?|flaky|taxes|paperwork|"
        r"(?:endless|pointless|back-to-back|useless|yet another) \w+|at [2345] ?am|deadlines moved|being (?:ignored|yelled|blamed|"
        r"late|stuck))\b"
    ),
    (
        r"^(?:great|fantastic|wonderful|awesome|perfect|brilliant|lovely|amazing)[,.!]+ (?:another|now|just|i (?:just |really |"
        r"so )*(?:love|enjoy|adore|needed))\b"
    ),
    r"\bi(?:'m| am) (?:totally|clearly|obviously|definitely|such) (?:a |an )?(?:morning person|genius|idiot|expert|fan of)\b.*\.{3}",
    (
        r"\bi(?:'m| am) (?:the |a )?(?:queen|king|emperor|god|batman|superman|spider-?man|santa|president of|pope|dalai|jesus|napoleon|"
        r"potato|unicorn)\b"
    ),
    (
        r"我(?:就|才|可|真|真是|可是|可真是|最|特别|简直)*(?:太|最|就|好)?(?:爱|喜欢|享受|期待)(?!.*但).{0,12}(?:加班|等(?:半天|两|三|"
        r"几|一个|\d)|堵车|修bug|改bug|改需求|返工|"
        r"排队|写文档|被(?:叫|骂|催|吵|坑|甲方)|凌晨|半夜|开会开到|背锅|填表|挤地铁|早高峰|值班|扯皮)"
    ),
    (
        r"(?:太|最)(?:爱|喜欢|棒|好|开心).{0,12}(?:了呢|呢)[。.!！~]*$|我谢谢你|^(?:真棒|太棒了|太好了|真好|可以啊|"
        r"厉害了)[,，!！。 ]+我(?:就|最|可|又|真|太)"
    ),
    (
        r"我(?:是|就是)(?:秦始皇|玉皇大帝|你爸爸?|你爹|你爷爷|皇帝|奥特曼|孙悟空|女王|国王|超人|蝙蝠侠|外星人|神仙|上帝|如来|傻子|天才|"
        r"条狗|废物)"
    ),
    r"打钱|没有你的",
    (
        r"(?:呵呵|哈哈|可真(?:行|棒|厉害|好)|真是太?(?:棒|好|妙|厉害|贴心)了呢|好一个|谢谢您(?:嘞|了)|"
        r"开(?:个)?玩笑|逗你|真有你的|我可真是谢谢|才怪|说得好像)"
    ),
)
REQUESTS = (
    (
        r"\bi (?:really |just |do )*(?:love|like|hate|prefer) (?:that|this|the|your|these|those)(?: \w+)? (?:idea|one|plan|suggestion|"
        r"answer|joke|name|version|option|"
        r"approach|picture|response|draft|sentence|question|tip|advice)s?\b"
    ),
    (
        r"(?:喜欢|爱|讨厌)(?:这|那|你的?)(?:个|种|句|条|版|张|首|样)?(?:主意|想法|建议|答案|笑话|名字|版本|方案|回答|图|说法|点子|问题)|"
        r"打的字"
    ),
    (
        r"^(?:next|now|then|ok)?,? ?(?:sort|filter|group|remove|add|change|move|swap|replace|use the (?:previous|same|first|last|"
        r"above))\b|^(?:接下来|然后|再|现在)(?:按|把|给|加|去|换)|(?:看|查|改|试|跑|瞅)(?:一)?下(?!午|班|周|个|来|去)"
    ),
    (
        r"\b(?:i(?:'d| would) like|i want|i need) (?:you\b(?! to (?:always|never|only|call me|address me|reply|answer|write|use|speak))|"
        r"to (?:ask|know|see|understand|learn how)\b)"
    ),
    r"^(?:can|could|would|will) you\b",
    (
        r"^(?:(?:please|just|now|ok|oh|and|so|you can|you should),? )*"
        r"(?:forget|disregard|scratch(?! that, )|unlearn|un-?remember|never mind|nevermind)\b"
    ),
    (
        r"^(?:请|麻烦|就|那|你)*(?:忘掉|忘记|忘了(?!说|告诉|提|讲)|删掉|删除|抹掉|抹去)|"
        r"^(?:请|麻烦|就|那|你)*把.{1,40}?(?:忘掉|忘记|忘了|删掉|删除|删了|抹掉|抹去)"
    ),
    r"\bhelp me\b",
    (
        r"^(?:please )?(?:write|show|give(?! me .{2,40} (?:over|rather than|instead of|any day)\b)|tell|explain|list|find|fix|create|"
        r"make|generate|translate|"
        r"summari[sz]e|check|run|help|add|remove|update|rename)\b"
    ),
    r"\b(?:i(?:'ll| will)|let me) (?:ask|think|see|check|get back|let you know|look)\b",
    (
        r"^(?:请|麻烦|帮|替|给)(?:你|我|忙)?(?:帮)?(?:我)?(?:写|做|查|看|翻译|解释|列|改|找|生成|总结|画|"
        r"跑|算|检查|修|加|删|介绍|分析)"
    ),
    r"^(?:帮我|帮忙|给我)(?!记|爸|妈|老[婆公]|女儿|儿子|孩子|客户|同事)",
    r"^我(?:要|想要)[^，。]{0,6}(?:点|些)的(?:版本|答案|回答|例子)",
    (
        r"^我(?:要|需要|想要|来)(?:第|一|两|三|四|五|六|七|八|九|十|\d|几|这|那|更多|下面|所有|全部)[\d十百]*(?:个|张|份|篇|段|条|些|"
        r"句|封|"
        r"种|套|页|遍|次|首|组|行)?"
    ),
    r"^(?:那|好)?(?:我们|咱们?|我)(?:来|先|就|再)?(?:继续|接着|回到|看看|聊聊|跳到|换个话题|往下|重新(?:来|开始)|试试看)",
    (
        r"^(?:please |now |ok )?(?:let's|let us) (?:go on|continue|move on|go back|start over|try again|see|talk|look|get back|begin|"
        r"start with|do this)\b"
    ),
    (
        r"\bi(?: just| also| only)? (?:need|want)(?: to have| to get| to see)? (?:an? |the |some |more |\d+ |one |two |three |five |"
        r"ten |another |all )*"
        r"(?:\w+ )?(?:list|summary|overview|table|example|examples|synonyms?|ideas?|explanation|script|function|code|answer|translation|"
        r"regex|query|picture|image|help|hand|link|recipe|title|names?|version|copy|chart|draft)\b"
    ),
    r"我(?:想|要|需要)(?:让)?你",
    r"我(?:想|要)(?:问|请教|知道|了解|看看|查)",
    r"(?:你|您)(?:能|可以|帮)",
)
SECRECY = (
    r"^(?:(?:please|just|now|and|but),? )*(?:don't|do not|stop) (?:remember|sav|stor|record|memori[sz])(?:ing|e)?\b",
    r"^(?:请|麻烦|就|那|你|但)*(?:别|不要|不用|不必|停止)再?(?:记(?!错)|保存|存)",
)
"""Not to be kept, by the user's own word: nothing that stands beside it is taken."""
ODDITIES = (
    r"(?P<verse>[一-鿿]{3,})[,，]\s*(?P=verse)$|\b(?P<na>\w+) (?P=na) (?P=na)\b|^(?:git|npm|pip|docker|curl|cd|ls) \w",
    (
        r"^(?:\[[\w.:/-]+\]|\d{4}-\d\d-\d\d[T ]\d|\d\d:\d\d:\d\d|(?-i:(?:INFO|ERROR|WARN|WARNING|DEBUG|TRACE|FATAL|CRITICAL)\b)|(?:错误|"
        r"警告|报错|异常|提示)\s*[:：])"
    ),
    (
        r"\bon line \d+|\bnode_modules\b|\bnow it (?:works|runs|builds)\b|\bon my machine\b|\btests? (?:pass|passed|fail)\b|(?:测试|"
        r"构建|编译).{0,8}(?:能过|通过了|过了)|第?\s?\d+\s?行(?:挂|报|出|有)"
    ),
    r"\b(?P<refrain>\w+ \w+(?: \w+)+), (?:just |oh |yeah )*(?P=refrain)",
    r"\b(?:memory|plugin|bot|assistant|chatbot|ai)\b.{0,40}\b(?:useless|garbage|trash|rubbish|sucks|stupid|dumb|annoying|forgetful)\b",
    r"(?:记忆|插件|机器人|助手|AI).{0,12}(?:垃圾|没用|废物|蠢|笨|烂)|垃圾(?:记忆|插件|机器人|助手|AI)",
)
"""Lines of logs, refrains, complaints about the memory itself."""
HEDGES = (
    r"\b(?:maybe|perhaps|possibly|probably|presumably|somewhat|kind of|sort of)\b",
    r"\b(?:i|we|it|that|he|she|they) (?:might|may|could)\b",
    r"\bmight\b",
    r"\bi (?:guess|suppose|think|believe|assume|suspect|feel like)\b(?! (?:so|it|in|of|about)\b)",
    (
        r"\b(?:thinking (?:about|of)|considering|not (?:quite |really )?sure|undecided|"
        r"leaning towards?)\b"
    ),
    r"\b(?:someday|one day|at some point)\b",
    r"\b(?:it )?seems?\b",
    (
        r"(?<!不)(?:可能(?!性)|也许|或许|大概|说不定|估计|好像|似乎|应该(?:是|会|可以)|差不多)"
        r"(?!\s*(?:在|有|要|是)?\s*[\d一二两三四五六七八九十百千万几半])"
    ),
    (
        r"\b(?:haven't|have not|not yet|hasn't) (?:been )?decided\b|\btbd\b|\ba (?:good |slight |small )?(?:chance|"
        r"possibility) (?:that )?(?:i|we|it|he|she|they)\b|\bup in the air\b|^whether\b|\b(?:still|remains) (?:open|unclear|"
        r"to be (?:decided|seen))\W*$|\bwe may or may not\b"
    ),
    r"(?:还没|没|未|待|再)定(?!期)|还不好说|没准|我(?:比较)?(?:偏向|倾向)(?!于)|多半",
    r"(?:考虑|犹豫|纠结|没想好|没决定|不确定|再看看|再想想|打算看看)",
    r"我(?:想(?!学|考|买|搬|换|跑|写|当)|觉得|感觉|猜|以为|认为)(?!要)|首先要|需要保持",
)


_REFUSALS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("question", compiled(*QUESTIONS)),
    ("supposition", compiled(*SUPPOSITIONS)),
    ("hearsay", compiled(*HEARSAY)),
    ("sarcasm", compiled(*SARCASM)),
    ("secrecy", compiled(*SECRECY)),
    ("request", compiled(*REQUESTS)),
    ("oddity", compiled(*ODDITIES)),
)
_BY_CONDITION = frozenset({"question", "supposition"})
_STANDING_ORDER = compiled(*CONDITIONAL_ORDERS, "^(?:" + ZH_ORDER + ")")
_ASKS_AT_ITS_END = compiled(r"[?？]\s*[\"'”’」)）]*$|吗\s*[。.!！~]*$")
_HEDGE = compiled(*HEDGES)


def refusal_of(sentence: str) -> str | None:
    """Why a sentence is no statement: question, supposition, hearsay, sarcasm, request; None where it may be one.

    An order for whenever something is so supposes nothing: "when a test fails, show me its output".
    """
    is_order = _STANDING_ORDER.search(sentence) is not None and _ASKS_AT_ITS_END.search(sentence) is None
    return next((kind for kind, pattern in _REFUSALS if not (is_order and kind in _BY_CONDITION) and pattern.search(sentence)), None)


def hedge_of(text: str) -> str | None:
    """The word that makes a statement tentative, or None."""
    found = _HEDGE.search(text)
    return found.group().strip() if found is not None else None


def is_question(text: str) -> bool:
    """True for a sentence that asks."""
    return refusal_of(text) == "question"
