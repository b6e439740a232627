"""Words of turns that are not worth keeping. Data only; every pattern must cover the whole text unless it says otherwise."""

import re

_END = r"[\s.。!！~～,，、…?？:：;；)）(（\"'”’👍👌🙏✅❤]*"

# Each list is joined to "one or more of these and nothing else".
ACKNOWLEDGEMENTS = (
    "好的?|好吧|好滴|好嘞|好呀|好啊|好哒|嗯+|嗯嗯|哦+|噢|喔|收到|了解|明白了?|知道了|懂了|行|行吧|行的|可以|可以的|没问题|没事|不客气|谢谢你?|谢谢您|多谢|感谢|谢啦|谢了|辛苦了|对的?|对对对?|是的|没错|"
    "好的呢|好的哈|ok的|妥|妥了|赞|厉害|牛|不错|哈+|哈哈+|呵呵|嘿嘿|继续|下一步|就这样|那好|得嘞|没有了?|暂时没有|不用了?|不需要|随便|都行|都可以|再说吧|算了|稍等|等一下|等等|马上|已阅|1|666+|"
    "ok(?:ay|ey|ie)?|k|kk|okie ?dokie|yes|yep|yeah|yup|ya|no|nope|nah|sure|sure thing|of course|got it|gotcha|understood|i see|i understand|noted|roger|copy that|cool|great|nice|perfect|awesome|excellent|"
    "fine|good|very good|alright|all right|right|exactly|correct|true|agreed|thanks?(?: you)?(?: so much| very much| a lot)?|thank you(?: so much| very much)?|many thanks|thx|ty|tysm|cheers|np|no problem|"
    "you'?re welcome|welcome|please|lol|lmao|haha+|hehe+|hmm+|hm+|uh+|um+|ah+|oh+|wow|ooh|aha|sounds good|looks good|lgtm|makes sense|will do|done|go on|go ahead|continue|next|proceed|please continue|"
    "never ?mind|not yet|maybe later|wait|hold on|one sec(?:ond)?|that'?s (?:it|all|fine|ok(?:ay)?|great|right|good|perfect)|no worries|it'?s (?:ok(?:ay)?|fine)|that works|works for me|okay then|ok then|for now"
)
GREETINGS = (
    "你好+|您好|嗨|哈喽|哈啰|嘿|早|早安|早上好|上午好|中午好|下午好|晚上好|晚安|大家好|在吗|在么|在不在|有人吗|拜拜|再见|回头见|明天见|回见|辛苦|新年好|周末愉快|午安|早啊|起床了吗|吃了吗|最近怎么样|好久不见|"
    "hi+|hello+|hey+|hiya|yo|howdy|greetings|good (?:morning|afternoon|evening|night|day)|morning|gm|gn|bye+|bye ?bye|goodbye|see (?:you|ya)(?: later| tomorrow| soon)?|cya|ttyl|take care|later|"
    "how are you(?: doing)?(?: today)?|how'?s it going|what'?s up|sup|nice to meet you|long time no see|have a (?:nice|good|great) (?:day|one|evening|weekend|night)|are you there|anybody there|there|everyone|all|guys|again"
)
_SHORT_TAIL = (
    "啦|呀|啊|哦|哈|呢|吧|了|的|嘛|哟|亲|老师|so|very|much|then|and|for your help|for the help|for that|man|bro|dude|buddy|mate|sir|friend"
)

ACKNOWLEDGEMENT = re.compile(rf"{_END}(?:(?:{ACKNOWLEDGEMENTS}){_END}(?:(?:{_SHORT_TAIL}){_END}){{0,3}}){{1,6}}", re.IGNORECASE)
GREETING = re.compile(rf"{_END}(?:(?:{GREETINGS}|{ACKNOWLEDGEMENTS}){_END}(?:(?:{_SHORT_TAIL}){_END}){{0,3}}){{1,6}}", re.IGNORECASE)

HOST_CONTROL = re.compile(
    r"\W*(?:HEARTBEAT_OK|NO_REPLY|ANNOUNCE_SKIP|REPLY_SKIP|\[OpenClaw heartbeat poll\]|Read HEARTBEAT\.md[\s\S]{0,600}|\(no output\)|\[object Object\]|undefined|null|NaN)\W*"
)
COMMAND = re.compile(r"/[a-z][a-z0-9_-]{0,30}(?:@\w{1,40})?(?:\s+\S{1,40}){0,2}\s*")
SYSTEM_CONTENT = re.compile(
    r"\s*(?:#{1,3} .{0,60}\n+\s*)?(?:you are (?:an? |the )?(?:[\w' -]{0,40}?, )?(?:an? |the )?(?:\w+[ -]){0,4}?(?:assistant|chatbot|ai|agent|bot|language model|copilot|butler)\b|"
    r"you are [A-Z]\w{1,20}, (?:an? |the |my )|"
    r"your (?:role|task|job|goal) is to |system prompt ?:|instructions for the assistant|你是一个?[^。\n]{0,20}(?:助手|助理|机器人|AI|智能体|语言模型)|你的(?:角色|任务|职责)是|系统提示(?:词)?[:：])",
    re.IGNORECASE,
)
REFUSAL = re.compile(
    r"\s*(?:i(?:'m| am) sorry,? (?:but )?i (?:can(?:'t|not)|am (?:not able|unable))|i (?:can(?:'t|not)|am unable to|am not able to) (?:help|assist|comply|do that|provide|fulfil)|as an ai(?: language model)?,|"
    r"抱歉,?，?我(?:不能|无法|没办法)|对不起,?，?我(?:不能|无法|没办法)|作为(?:一个)?(?:AI|人工智能)(?:语言模型|助手)?,?，?我)",
    re.IGNORECASE,
)
# Complaints about the memory itself, and talk about the tool rather than the world.
META_NOISE = re.compile(
    r"\byou (?:never|don'?t|didn'?t|can'?t|won'?t|always|keep|still|just) (?:\w+ ){0,2}?(?:remember(?:ing)?|forget(?:ting)?|forgot|recall)(?: (?:anything|everything|what i (?:said|told you)|it|that|me|this|things?|again|stuff|shit|a thing))?\W*$|"
    r"\b(?:did|do|can|why did|why do|why can'?t|why don'?t|how could|have) you (?:\w+ ){0,2}?(?:forget|forgot(?:ten)?|remember(?! (?:to|that|when|the)\b))(?: (?:anything|that|it|this|me|again|what i (?:said|told you)))?\W*$|"
    r"^\W*what (?:just )?(?:changed|happened)(?: just now)?\W*$|\bwhat (?:do you remember|did i (?:just )?(?:say|tell you)|were we (?:talking about|doing))\b|"
    r"\b(?:your|this|the) (?:\w+ )?memory (?:plugin |system |feature |tool )?(?:is|sucks|seems|isn'?t|doesn'?t|was|has been) ?(?:\w+ ){0,2}?(?:broken|useless|terrible|bad|awful|garbage|trash|wrong|work(?:ing)?|empty|lost|gone|a joke|stupid)?\W*$|"
    r"\b(?:useless|stupid|garbage|terrible|broken|crappy|dumb|shitty) (?:memory|bot|plugin|assistant|ai)\b|\bi (?:already|just) told you(?: (?:that|this|so|already|before|a (?:hundred|thousand|million) times|twice|many times))?\W*$|\bhow many times (?:do|must|should) i\b|\b(?:are you (?:even )?(?:listening|broken|stupid|dumb|there))\b|\bstop forgetting\b|\bwe(?:'ve| have) been (?:over|through) this\b|\byou'?re not listening\b",
    re.IGNORECASE,
)
META_NOISE_ZH = re.compile(
    "你(?:怎么|咋|为什么|又|老是|总是|是不是|居然|竟然|真的|都|还|根本|从来|什么都|啥都)*(?:又|都|还)?(?:忘了|忘记了?|不记得|记不住|没记住|没有记住|记不得|失忆)(?:了)?(?:吗|吧|啊|呢|我说的|我说过的(?:话)?|什么|东西)?[?？!！。~ ]*$|"
    "(?:垃圾|破|烂|什么|没用的|坏掉的?|傻)(?:的)?(?:记忆|插件|助手|机器人|记忆插件|记忆系统|AI)|(?:记忆|记忆插件|记忆功能|记忆系统|记性)(?:\\w{0,4})(?:没用|坏了|有问题|失效|不行|太差|真差|好差|垃圾|不好使|不好用|崩了|丢了|没了)|"
    "(?:刚才|刚刚)(?:发生了什么|改了什么|变了什么|怎么了|我说了什么|说到哪)|我(?:不是|已经|刚刚?|都|早就)(?:\\w{0,4})(?:说过|告诉过你|跟你说|讲过|说了)(?:了)?(?:吗|多少遍|好几遍|很多次|无数次)?[?？!！。~ ]*$|说了多少遍|你在听吗|你聋了|你还记得(?:吗|我吗|什么|我说的吗)[?？ ]*$|你记得什么|(?:怎么|为什么)又(?:不记得|忘)",
)
GIT = re.compile(
    r"(?:(?:\$ |> )?git (?:add|commit|push|pull|fetch|checkout|merge|rebase|stash|status|log|diff|reset|clone|branch|cherry-pick|tag|remote|show|switch|restore)\b[^\n]{0,300}|"
    r"(?:merged?|merging) (?:branch|pull request|pr|remote-tracking) [^\n]{0,200}|(?:on|your) branch [^\n]{0,200}|\[[\w/.-]{1,60} [0-9a-f]{7,40}\] [^\n]{0,200}|commit [0-9a-f]{7,40}\b[^\n]{0,100}|author: [^\n]{0,200}|date: [^\n]{0,100}|"
    r"\d+ files? changed[^\n]{0,100}|(?:create|delete) mode \d{6} [^\n]{0,200}|(?:modified|deleted|new file|renamed): [^\n]{0,300}|changes (?:not staged|to be committed)[^\n]{0,100}|(?:enumerating|counting|compressing|writing|receiving|resolving) (?:objects|deltas)[^\n]{0,100}|"
    r"(?:to|from) (?:https://|git@)\S{1,300}|\s*[0-9a-f]{7,40}\.\.[0-9a-f]{7,40}\s[^\n]{0,200}|nothing to commit[^\n]{0,100}|everything up-to-date|already up[ -]to[ -]date\.?|fast-forward|untracked files:?|diff --git [^\n]{0,300}|index [0-9a-f]{7,40}\.\.[^\n]{0,60}|@@ [^\n]{0,100}|[-+]{3} (?:a/|b/|/dev/)[^\n]{0,300}|"
    r"(?:feat|fix|chore|docs|refactor|test|style|perf|ci|build|revert)(?:\([\w./-]{1,40}\))?!?: [^\n]{1,200}|"
    r"(?:please |now |then |just |let'?s |can you |帮我|请|先)?(?:commit|push|pull|rebase|merge|squash|revert|cherry-pick|提交|推送|拉取|合并)(?:一下|下)? ?(?:it|this|these|that|the|to|into|and|代码|分支|改动|修改|到|changes?|branch(?:es)?|commits?|code|main|master|dev|develop|origin|remote|upstream|pr|push|commit|merge| |远程|主分支|吧|了|all|your|my|again|now|#?\d+){0,10}|"
    r"(?:open|create|close|review|update|merge|提|开|合|看)(?:一下|个|一个)? ?(?:an?|the|this)? ?(?:pr|pull request|mr|merge request)(?: ?#?\d+)?(?: (?:for|on|to) (?:it|this|main|master|review))?)[.!。！ ]*",
    re.IGNORECASE,
)
DEBUG = re.compile(
    r"(?:(?:\[?(?:debug|trace|info|warn(?:ing)?|error|fatal)\]?[ :\]|-]{1,3}[^\n]{0,500})|(?:debug(?:ging)?|todo|fixme|xxx|hack|wip|temp|tmp|test(?:ing)?|调试|测试|待办|临时)(?:[:：\- ]{1,3}|$)[^\n]{0,200}|(?:测试|调试|test|testing|debug|ping|pong)(?:一下|下|中|123|1|2|3| |一二三)*[.!。！ ]*|"
    r"Traceback \(most recent call last\):[^\n]{0,100}|\s*File \"[^\n]{1,300}\", line \d+[^\n]{0,200}|\s*at [^\n]{1,300}:\d+(?::\d+)?\)?|[\w.]{1,100}(?:Error|Exception): [^\n]{0,500}|(?:exit|return) (?:code|status) \d+|segmentation fault[^\n]{0,60}|npm (?:ERR!|WARN)[^\n]{0,300}|\s*\^+\s*)",
    re.IGNORECASE,
)
TASK_RESIDUE = re.compile(
    r"(?:正在|在|还在|继续)(?:调试|修复|处理|看|改|修|跑|测试|排查|review|debug|编译|部署|解决)[^。\n]{0,20}?(?:PR|MR|issue|bug|ticket|工单|#)\s*#?\d+|"
    r"\b(?:currently |still |now )?(?:debugging|fixing|working on|reviewing|looking at|investigating|testing|merging|rebasing) (?:the )?(?:pr|mr|issue|bug|ticket|pull request|merge request) ?#?\d+",
    re.IGNORECASE,
)
# A turn with one of these says something lasting even where it reads like git or debug talk.
DECIDES = re.compile(
    r"\b(?:decided|decide|prefer|chose|choose|agreed|from now on|always|never|because|so that|we will|i will|policy|rule)\b|决定|偏好|喜欢|以后|规定|约定|选择|因为|必须|统一",
    re.IGNORECASE,
)
SIGNS_ONLY = re.compile(r"[\W_]*")
NUMBERS_ONLY = re.compile(r"[\d\W_]{1,40}")
