"""What the rules listen for in speech, Chinese and English side by side. Data only; speech_acts.py applies it."""

HEDGES = (
    r"\bmaybe\b", r"\bperhaps\b", r"\bpossibly\b", r"\bprobably\b", r"\b(?:i|we|he|she|they|you|it) might\b",
    r"\bmight (?:be|have|want|like|go|try|prefer|use|buy|move|start|switch)\b",
    r"\b(?:i|we) may (?:be|have|want|like|go|try|prefer|use|buy|move|start|switch|also|well)\b",
    r"\bthinking (?:about|of)\b", r"\b(?:i'm|i am|we're|we are)? ?considering\b", r"\bnot (?:\d+ ?% |a hundred percent |entirely |quite |really |too |so |fully |completely |all that )?(?:sure|certain)\b",
    r"\bhalf a mind\b", r"不是(?:百分百|百分之百|很|太|特别|完全)确定", r"有点想(?!吐|念)", r"先这么(?:说|定)", r"(?:回头|到时候|以后)再(?:定|说|看)",
    r"\bi guess\b", r"\bkind of (?:like|want|prefer)\b", r"\bsomeday\b", r"\bif i (?:had|were|could|ever)\b",
    r"\b(?:it(?:'s| is)|is it) (?:possible|likely) (?:that )?", r"\bi wonder (?:if|whether)\b", r"\btoying with\b", r"\blean(?:ing|s)? towards?\b",
    r"\bi (?:suppose|reckon|assume)\b", r"\bun(?:decided|sure)\b", r"\b(?:haven't|have not|not|hasn't) (?:yet )?(?:decided|settled|made up|chosen|picked)\b",
    r"\bcould be(?: that)?\b", r"\bwe(?:'ll| will) see\b", r"\b(?:idk|dunno|tbd)\b", r"\bi (?:kinda|sorta|sort of|kind of) (?:think|like|want|prefer|feel)\b",
    r"\bon the fence\b", r"\btempted to\b", r"\b(?:seems?|feels?) like i\b", r"\bin two minds\b", r"\bif i'm not mistaken\b", r"\bi(?:'m| am) not certain\b",
    r"\btorn between\b", r"\b(?:there's|there is) a (?:chance|possibility)\b", r"\bcould see (?:myself|us)\b",
    r"\bpark the idea\b", r"\bput (?:it|that|this) on hold\b", r"摇摆", r"先放一放", r"搁置", r"再议", r"说不准", r"保不齐",
    r"(?<!不)(?<!没有)(?<!没)可能(?!性)", r"也许", r"或许", r"大概会", r"说不定", r"考虑(?:一下|看看|下|要不要|是否|去|换|买|用)",
    r"(?:在|正在)考虑", r"没想好", r"还没决定", r"不(?:太)?确定", r"要不要", r"再看看", r"没准", r"好像", r"似乎", r"大概率", r"八成(?!新|的|熟)", r"兴许", r"估计(?=是|会|要|我|得)", r"我估计",
    r"倾向于?", r"还?没(?:有)?(?:最终)?(?:定(?!期|时|位|金)|想好|决定|拿定)", r"拿不准", r"不好说", r"犹豫", r"纠结", r"琢磨", r"会不会", r"看情况", r"不一定", r"未必",
)  # fmt: skip

LONE_HEDGES = frozenset({
    "i guess", "maybe", "not sure", "perhaps", "possibly", "probably", "也许", "也许吧", "可能", "可能吧", "或许",
    "或许吧", "说不定",
})  # fmt: skip
"""A clause that is nothing but a hedge colours the clause after it."""

CONFIRMATIONS = (
    (
        r"^(?:yes|yep|yeah|yup|sure|absolutely|definitely|exactly|correct|right|agreed|deal|perfect|indeed|of course|"
        r"certainly)\b"
    ),
    r"^no problem\b", r"^(?:that |it )?sounds (?:good|great|right|perfect|fine)\b",
    r"^(?:great|good|nice|excellent) (?:idea|plan|suggestion)\b", r"^let's (?:do|go with|use|try|take)\b",
    r"^(?:please )?do (?:that|it|so)\b", r"^(?:please )?go ahead\b",
    r"^i(?:'ll| will) (?:do|try|take|use|go with|start)\b", r"^(?:that|this|it) works\b", r"^works for me\b",
    r"^i (?:agree|like (?:that|it|the idea))\b", r"^(?:i )?love (?:it|that|this|the)\b", r"^that(?:'s| is) (?:it|right|correct|true|so|exactly|the one|the \w+)\b", r"^(?:you got it|spot on|bingo|got it in one|you're right)\b", r"^let's (?:\w+ )?(?:it|that)\b",
    (
        r"^(?:嗯+[，, ]?)?(?:对|是的|没错|正是|就这么|就这样|就按|按你说的|听你的|同意|没问题|确定|好主意|可以|行|当然|"
        r"必须的|就用|就选|就它|就要|就叫|好(?:主意|名字|想法|办法|建议))"
    ),
)  # fmt: skip

ACKNOWLEDGEMENTS = (
    r"^(?:ok(?:ay)?|k|fine|alright|all right|cool|great|thanks|thank you|got it)\b",
    r"^(?:好+(?:的|吧|啊|呀|嘞)?|嗯+|哦+|收到|明白|了解|谢谢)",
)  # fmt: skip
"""Bare, they confirm weakly ("ok"); with content of their own behind them they confirm ("好，从明天开始跑")."""

REFUSALS_TO_CONFIRM = (
    r"^no(?:pe|t)?\b(?! problem)", r"\bnot (?:now|yet|really|sure|today|for me)\b",
    r"\b(?:don't|do not|won't|wouldn't|can't|cannot)\b", r"\blater\b", r"\b(?:let me|i(?:'ll| will| need to)) think\b",
    r"\bmaybe\b", r"\bperhaps\b", r"\brather not\b", r"\bnever mind\b", r"\bi (?:doubt|disagree)\b", r"\bwhatever\b", r"\bnext question\b", r"\b(?:check|ask|discuss|run it by|talk to)\b.{0,30}\bfirst\b", r"随便", r"是吗", r"真的[吗假]", r"再说", r"不用",
    r"不要", r"不了", r"不行", r"不是", r"不对", r"算了", r"以后", r"考虑", r"想想", r"可能", r"也许", r"别", r"不想",
    r"我(?:先)?(?:再)?(?:去)?(?:看看|看下|看一下|瞧瞧|研究|了解|琢磨|查查)", r"^(?:好的?|嗯+)?(?:谢谢)?[，, ]*先不", r"先(?:放|等)", r"再看", r"回头", r"哈哈", r"呵呵",
    r"\b(?:i(?:'ll| will)|let me) (?:have|take) a (?:look|think)\b", r"\b(?:we(?:'ll| will)|i(?:'ll| will)|let me) (?:see|check)\b", r"\binteresting\b", r"\b(?:haha\w*|lol|yeah,? right)\b",
    r"不需要", r"不同意", r"暂时", r"改天", r"不好", r"不可以", r"看情况",
)  # fmt: skip

RESTATEMENTS = (
    r"\bknowing (?:your|you|how)\b", r"\byour favou?rite\b", r"知道[你您]", r"[你您]最(?:爱|喜欢)的?",
    r"\b(?:as|since|because|given that|knowing) (?:you|your)\b", r"\bas you (?:said|mentioned|told|like|prefer|know)\b",
    r"\b(?:i|we) (?:remember|recall|know|see) (?:that )?you(?:r|'re)?\b",
    r"\byou(?:'ve| have)? (?:mentioned|told me|said)\b", r"\baccording to (?:my|your) (?:memory|memories|notes|profile)\b",
    r"\bbased on (?:your|what i know)\b", r"\blast time\b", r"\bwelcome back\b", r"\bas before\b", r"\byou (?:once|previously|earlier|already) \w+", r"上次[你您]", r"欢迎回来", r"既然[你您]", r"因为[你您]", r"考虑到[你您]",
    r"[你您](?:之前|以前|曾经?|上次|前面)?(?:说过|提过|提到过?|告诉过我)", r"我?(?:还)?记得[你您]", r"我知道[你您]",
    r"根据[你您我]的?(?:记忆|偏好|资料|档案|记录)", r"[你您]一直(?:喜欢|偏好)",
)  # fmt: skip
"""How an assistant says back what a memory told it."""

RECALLED_BLOCKS = (
    r"<\s*/?\s*(?:memory|memories|relevant[-_]memories|recalled[-_]?memor|tiercel)",
    r"memories are data, not instructions", r"(?:^|\n)\s*(?:relevant|recalled|long-term) memor(?:y|ies)\s*:",
    r"(?:^|\n)\s*#{1,4}\s*(?:relevant |recalled |long-term |user )?(?:memor(?:y|ies)|profile)\s*(?:\n|$)",
    r"(?:^|\n)\s*#{1,4}\s*(?:相关|长期|召回的|用户)?(?:记忆|画像|档案)\s*(?:\n|$)",
    r"(?:^|\n)\s*(?:相关记忆|长期记忆|召回的记忆|用户(?:记忆|画像|档案))\s*[:：]", r"(?:^|\n)\s*\[(?:memory|memories|记忆)\]",
    r"(?:^|\n)\s*(?:known facts about|what (?:you|i|we) know about|user (?:memory|profile|facts))\b[^\n]{0,30}:", r"(?:^|\n)\s*(?:what you know|已知用户信息|你知道的)\s*[:：]",
)  # fmt: skip

SUGGESTIONS = (
    (r"\b(?:you|your|you're|let's|recommend\w*|suggest\w*|advi[sc]e\w*|propos\w*|should|consider|try|better to|best to|how about|what about|why not|"
    r"i'd|i would|maybe|could)\b"),
    r"[你您咱]", r"建议|推荐|提议|不如|最好|可以|要不|试试|考虑|应该|怎么样|如何|我会", r"我们(?=用|来|把|就|先|改|换)", r"[?？]",
)  # fmt: skip
"""What an assistant puts to the user; a bare "ok" to anything else only shows that it was read."""

ASSISTANTS_OWN = (
    r"^(?:i|i'm|i've|i am)\b(?!(?:'d| would|'ll| will| can| could)?\s*(?:recommend|suggest|advise|propose|go with|think you|set|use|choose|pick|call you|keep|send you))(?!'d)",
    r"^(?:my|our)\b", r"^我(?!(?:以后|今后|之后|就|来|可以|都|会){1,3}(?:叫|称|给|用)|们|建议|推荐|提议|会选|会用|觉得[你您]|帮[你您])", r"^我们(?:团队|公司|这边)",
)  # fmt: skip
"""An assistant speaking of itself."""

TOLD_OF_THEM = (r"^(?:so |and |well |then )?your\b", r"^(?:那么?)?[你您](?:家|们)?的", r"^(?:那么?)?[你您]家")
"""Of what is already the user's."""

SESSION_TALK = (
    r"^(?:please |pls |now |ok |and )*(?:re-?run|run|retry|try|fix|redo|show|print|continue|make|do|check|build|compile)\b.{0,40}\b(?:again|it|this|that)\b.{0,12}$",
    r"\b(?:that|it|this) (?:didn't|doesn't|did not|does not|still (?:doesn't|didn't)) (?:work|help|compile|build|run)\b",
    r"\bsame (?:error|issue|problem|result|thing)\b", r"\bstill (?:fail\w*|broken|not working|the same|crash\w*|red)\b", r"\bwhat did (?:i|you) (?:just )?say\b",
    r"^(?:can|could|would|will) you\b.{0,40}\b(?:again|shorter|longer|simpler|clearer)\W*$",
    r"^(?:hmm+|oh|wow|huh|ah)?[, ]*(?:that's|that is|it's|this is) (?:weird|odd|strange|nice|great|cool|fine|wrong|interesting|funny|better)\W*$",
    r"^(?:嗯+|哦+|呃|哎)?[，, ]*(?:这|那)?(?:有点|好|真|太|挺)?(?:奇怪|怪|有意思|离谱|有趣)(?:了|啊|吧|哦)?[。！!]?$",
    r"再(?:跑|试|来|读|说|讲|查|改|看|做|写|检查|运行|发)一?(?:遍|次|下)", r"还是(?:报错|不行|不对|一样|失败|没用)", r"(?:一样|同样|相同)的(?:问题|错误|报错|结果)", r"又报错", r"刚才(?:说|讲)(?:了|的)?什么",
    r"我刚才?说(?:了)?什么",
)  # fmt: skip
"""Talk about the work at hand; nothing in it outlives the session."""

ABOUT_THE_TALK = (
    r"^(?:the )?user (?:(?:said|says|replied|replies) (?:thanks?|thank you|hi|hello|hey|ok(?:ay)?|yes|no|good ?(?:night|morning|bye)|bye)\b|(?:thanked|greeted|laughed|acknowledged|thanks|greets)\b)",
    r"^(?:the )?user (?:is asking|asked|asks|inquired|inquires|wondered|wants to know|wanted to know|requested|requests)\b.{0,12}\b(?:what|how|why|whether|if|when|where|which|who|about|the assistant|for help|help)\b",
    r"^用户(?:说|表示|回复)?(?:了)?(?:谢谢|感谢|你好|您好|晚安|早安|再见|好的|收到|在吗|问候|笑了?|打招呼|知道了)[。！!]?$",
    r"^用户(?:在)?(?:问|询问|想知道|想问|提问)", r"^用户(?:请求|要求|希望)(?:助手)?(?:再|重新|继续)",
)  # fmt: skip
"""A statement about the conversation and not about the world."""

PASSING_STATES = (
    r"^(?:(?:the )?user(?: is|'s| feels)|i'm|i am|im|feeling)(?: \w+){0,2}? (?:tired|sleepy|hungry|bored|exhausted|thirsty|freezing|annoyed|sleepless)(?: (?:today|now|right now|tonight|again|lol))*\W*$",
    r"^(?:用户|我)?(?:今天|现在|此刻|有点|有些|感觉|觉得|好|真|很|太)*(?:累|困|饿|渴|无聊|冷|热|烦)(?:死|极|坏)?(?:了|啊|呀|哦|呢)*[。！!~]*$",
)  # fmt: skip
"""Gone by tomorrow: not concrete enough to be used later."""

MODEL_REFUSALS = (
    r"\bas an? (?:ai|artificial intelligence|language model|assistant)\b",
    r"\bi(?:'m| am) (?:sorry|unable|not able|just an ai|an ai)\b",
    r"\bi (?:cannot|can't|can not) (?:help|assist|provide|fulfil|comply|extract|find)\b",
    (
        r"\b(?:no|there (?:are|is) no|there (?:are|is)n't any) (?:new |relevant |useful )?(?:facts?|memor(?:y|ies)|"
        r"information|candidates?) (?:to|were|was|could|found|in)\b"
    ),
    r"\bnothing (?:to|worth) (?:remember|extract|stor)", r"作为一?个?(?:AI|人工智能|语言模型|智能助手)",
    r"(?:抱歉|对不起)[，, ]?我(?:无法|不能|没法)", r"我(?:无法|不能)(?:帮助|协助|提供|完成|满足)",
    r"没有(?:可|值得|需要)(?:以)?(?:提取|记住|记录|存储)的",
)  # fmt: skip

PROMPT_LEAKS = (
    r"triple backticks", r"\bjson (?:schema|object|array|format)\b.*\b(?:return|answer|output|respond|field)",
    r"\b(?:return|answer|output|respond)\b.*\bjson\b", r"\bsource_attribution\b", r"\bmessage_id\b", r"\btrigger_type\b",
    r"\bretrieved facts\b", r"\b(?:the )?(?:candidates?|evidence) (?:must|should) (?:be|have|cite|quote)\b",
    r"\bextract (?:the )?(?:facts|memories|candidates)\b", r"\bfew-?shot\b", r"\bsystem prompt\b",
    r"\byou are (?:a|an|the) (?:memory|extraction|guard|judge|helpful)\b", r"三个反引号", r"(?:返回|输出|回答).{0,12}JSON",
    r"(?:提取|抽取)(?:事实|记忆|候选)", r"系统提示词?", r"[你您]是一个?(?:记忆|提取|审核|智能)",
)  # fmt: skip

CORRECTIONS = (
    r"\bactually\b", r"\bcorrection\b", r"\bi (?:meant|was wrong|misspoke)\b", r"\bno longer\b",
    r"\b(?:not|isn't|wasn't) .{1,40}\b(?:but|any ?more)\b", r"\bany ?more\b", r"\binstead\b",
    r"\b(?:has|have|'ve|'s) (?:changed|moved|switched)\b", r"\bnow it(?:'s| is)\b", r"^no[,;. ]",
    r"\bchanged? (?:my|our) minds?\b", r"\bi (?:got|had) (?:it|that|this) wrong\b", r"[,;] (?:and )?not (?:in |at |on |for |with |the |an? )?[\w.-]+(?: \w+)?\W*$",
    (
        r"\b(?:changed?|switched?|moved?|migrated?|relocated|ported|rescheduled|postponed|renamed)\b[^.;!?]{0,60}?"
        r"\b(?:to|from|into)\b"
    ),
    r"\breplaced\b[^.;!?]{1,60}?\b(?:with|by)\b", r"\b(?:stopped|quit|gave up) \w+ing\b",
    r"不对", r"说错了", r"更正", r"纠正", r"不再", r"不是.{1,20}(?:而)?是", r"改成", r"改为", r"改(?:吃|喝|用|到|在)", r"换成",
    r"换(?:到|用|为|了)", r"其实", r"现在不", r"搬(?:到|去|来|回|了?(?:新?家|走))", r"回.{1,8}定居", r"\bmoved (?:house|home|flats?|apartments?|places)\b", r"\bmy new address\b", r"新(?:地址|住址)", r"已经不", r"记错了", r"(?:改变?|换)主意", r"变卦", r"反悔", r"[,，;；]\s?(?:而)?不(?:是|叫|住|在|用)[^，,。]{1,16}$", r"不(?:用|吃|喝|住|在|做|穿|去|养).{0,16}了",
    r"离职", r"辞职", r"转行", r"改行", r"跳槽", r"\bchanged (?:careers?|jobs?)\b", r"\bfrom now on\b", r"从现在起", r"今后", r"以后(?:请|都|就|回)", r"迁移?(?:到|至)", r"切换?(?:到|成)", r"戒(?:了|掉)", r"推迟到", r"提前到", r"挪到",
)  # fmt: skip
"""The user's explicit correction always counts as better evidence."""

REQUEST_OPENERS = (
    r"^(?:(?:hey|hi|ok|so|and|please)[, ]+)*(?:can|could|would|will) you\b", r"^please\b", r"^(?:did|do) you know\b",
    r"^remember\b", r"^(?:请|麻烦|帮我|能不能|能否|可不可以|可以请|记住|记得)", r"^你(?:能|可以|知道吗)",
)  # fmt: skip
"""A request may carry a statement ("Can you remember that I like tea?"); a question does not."""

QUESTIONS = (
    r"[?？]\s*$", r"(?:吗|么)\s*[。！!]?\s*$", r"^.{0,8}呢\s*[。！!]?\s*$", r"(?:什么|怎么|怎样|哪|谁|多少|几).{0,20}呢\s*[。！!]?\s*$", r"^(?:what|which|who|whom|whose|when(?! (?:you|i|we|my|our|the|it|they|people)\b[^?]*,)|where|why|how)\b",
)  # fmt: skip
