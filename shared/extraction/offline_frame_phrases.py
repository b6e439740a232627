"""The words that open a frame: work on a text, writing to order, a game, a supposed world, a page that is quoted. Data only."""

_ASKED = r"(?:^|[,.;:!，。：] ?|\b(?:please|can you|could you|would you|will you|you to|help me|just|now) )"
_TEXT = r"(?:grammar|spelling|wording|typos?|sentences?|text|paragraphs?|e-?mails?|messages?|translations?|letter|essay|abstract|lines?)"
_PIECE = (
    r"(?:story|stories|poem|song|lyrics|letter|essay|e-?mail|dialogue|script|monologue|bio|speech|tweet|post|blog|advert\w*|ad|"
    r"slogan|copy|joke|haiku|limerick|diary|testimonial|review|caption|message|scene|sentences?|toast|eulogy|cv|resume|novel)"
)
_ZH_TEXT = r"(?:段|句|封|篇|条|首|则|邮件|文字|话|内容|文章|句子|文本|作文|诗|歌词|文案|短信|留言|评论)"
_ZH_PIECE = (
    r"(?:故事|小说|诗|歌词?|邮件|信|作文|文章|文案|日记|剧本|台词|检讨|演讲稿|发言稿|朋友圈|评论|好评|对话|自我介绍|情书|辞职信|请假条|"
    r"说说|段子|笑话|例句|句子|短文|独白|简历|小红书|广告语|口号)"
)

WORK_ON_TEXT = (
    _ASKED + r"(?:translate|rephrase|paraphrase|proof-?read|rewrite|reword|summari[sz]e|(?-i:polish)|transcribe|back-?translate)\b",
    _ASKED + r"(?:correct|fix|check|improve|edit|shorten|lengthen|make|tidy|review|analy[sz]e|classify) (?:up )?(?:the |my |this |these |"
    r"that |following |any )*" + _TEXT + r"\b",
    r"\bhow (?:do|would|can|to) (?:you |i |one |we )?(?:say|write|pronounce)\b",
    r"\bwhat (?:does|do) .{1,200} mean\b|\bin (?:japanese|german|french|chinese|spanish|english|italian|korean)\W*$(?<=[?？])",
    r"^(?:translation|spell-?check|grammar|rewrite|summary|tl;?dr|sentiment|classify|paraphrase)\b[^.]{0,30}[:：]",
    r"^(?!我).{0,16}(?:翻译|润色|改写|校对|造句|仿写|续写|缩写|扩写)(?:一下|成|为|下|[:：]|这|以下|上面|[“\"「])",
    r"^(?!我).{0,10}(?:改|修改|纠正|检查)(?:一下|下)?(?:.{0,6}(?:错字|病句|语法|错别字|措辞))",
    r"^(?!我).{0,8}(?:总结|概括|归纳|分析|点评|评价)(?:一下|下)?(?:下面|以下|这|上面|如下)",
    r"(?:把|将)(?:下面|以下|上面|这)[^，。]{0,12}?" + _ZH_TEXT + r"[^，。]{0,12}?(?:改|翻|写|译|变|压缩|精简|换|念|润色)",
    r"用.{1,4}(?:语|文|话)(?:怎么|如何)(?:说|讲|写|表达)|(?:怎么|如何)(?:翻译|用.{1,4}(?:语|文)说)",
    r"以第[一二三]人称",
)
"""Somebody's words are to be worked on: whose they are, nobody says."""

LABELS = (
    (
        r"^(?!(?:quick|fyi|note|notes|update|correction|remember|reminder|final|decision|decided|p\.?s|context|background|about|me|"
        r"my|our|i|i'm|we|"
        r"tl;?dr|heads|big|good|great|bad|sad|breaking|news|the thing|important|rule|preference|fact|also|btw|so|ok|okay|hi|hey|"
        r"hello|well|answer|"
        r"todo|plan|goal|status|one more|full disclosure|honestly|anyway|oh|and|yes|sorry|thanks|small|fun fact|truth|two|three|"
        r"first|second|a bit|a little|some|just|here's|in short|long story|the short|one thing|something|for (?:context|reference|"
        r"the record|what)|"
        r"intro|introduction|details?|info|address|name|email|phone|user)\b)[A-Za-z][^:,.!?]{1,50}:\s+(?=.*\b(?:i|i'm|my|we|our)\b)"
    ),
    (
        r"^(?!我|咱|补充|更新|更正|备注|注意|提醒|记住|记一下|记录|介绍|自我介绍|背景|情况|说明|重要|决定|结论|另外|对了|顺便|其实|"
        r"最终|通知|计划|目标|"
        r"偏好|要求|消息|喜讯|关于|好消息|坏消息|本人|公司|项目|团队|姓名|地址)[^:：,，。！？]{2,20}[:：]\s*(?=[^。]*(?:我|咱))"
    ),
)
"""A head with a colon that announces no word of one's own: what follows is somebody's text."""

WRITING = (
    _ASKED + r"(?:write|compose|draft|create|generate|make up|invent|tell(?: me)?|give me|continue|finish) (?:me |us |up )?"
    r"(?:an? |the |my |this |some |\w+ ){0,5}" + _PIECE + r"\b",
    r"^(?:请|麻烦|帮|替|给|来|你)?(?:你|我|忙)?(?:帮)?(?:我)?(?:写|编|作|拟|生成|创作|续写|讲)(?:一|两|三|几)?(?:个|篇|首|段|封|份|"
    r"句|条|则)?[^，。：:]{0,16}?" + _ZH_PIECE,
)
OPINION_ON_TEXT = (
    r"\b(?:make|turn|put|get) (?:this|it|that|these) (?:sound|into|more|less|shorter|longer|in (?:plain|formal))\b",
    r"(?:这|上面|刚才)(?:句|段|条|封)?(?:话|文字)?[^，。:：]{0,8}(?:正式|通顺|客气|礼貌|口语|专业|地道|对不对|行吗|行不行)",
    (
        r"\bwhat (?:do you think|is your opinion|are your thoughts) (?:of|about|on) (?:this|that|the|these) (?:\w+ )?(?:comment|quote|"
        r"sentence|text|review|post|tweet|poem|lyrics?|line|message|e-?mail|paragraph|statement|passage|story|bio|answer)\b"
    ),
    r"\bwho (?:said|wrote|sang) (?:this|that|it)\b|\bwhere (?:is|does) (?:this|that) (?:quote|line|passage) (?:from|come)\b",
    r"\bis (?:this|that|the) (?:sentence|text|paragraph|grammar|translation|wording) (?:correct|right|ok|good|fine)\b",
    r"(?:怎么看|觉得|看看)(?:这|上面|那)(?:条|句|段|首|个|篇)?(?:评论|话|文字|诗|歌词?|文案|句子|留言|观点|说法|文章)",
    r"这(?:句|段|首|条)(?:话|文字|歌|诗|评论)?(?:是谁|什么意思|出自|怎么|对不对|通顺|有语病|语法)",
)
OFF_THE_RECORD = (
    (
        r"\boff the record\b|(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\byou )\b(?:don't|do not) (?:save|store|remember|record|memori[sz]e) "
        r"(?:this|that|it|any of (?:this|that|it)|what i(?:'ve| have)?(?: just)? (?:say|said|told))\b"
    ),
    (
        r"(?<!我)(?:别|不要|不用|不必)再?(?:记|保存|存|记录)(?:下来?|住)?(?:这|那|刚才|上面|我(?:刚才?|上面)?说)|"
        r"这(?:个|句话?|段话?|条|件?事|些)?(?:你|就|请)*(?:别|不要|不用|不必)(?:记|保存|存)(?!错)"
    ),
)
"""What was said with it is not to be kept."""
FOLLOWING_TEXT = (r"\b(?:following|below|these notes)\b|[:：]\s*$", r"(?:下面|以下|如下)")
"""The text to work on comes after."""

PLAY = (
    (
        r"\byou be (?:the|a|an|my)\b|\bstay in character\b|\b(?:d&d|dnd|larp|ttrpg)\b|\byou(?:'ll)? (?:play|be) .{1,30}\band i(?:'m|'ll|"
        r" am| will)\b"
    ),
    (
        r"你(?:来)?(?:当|演|做)[^，。]{1,10}[,，]\s*我(?:来)?(?:当|演|做|是)|别出戏|跑团|接(?:下|上)?一?句|接着(?:往下)?(?:编|写)|接龙|"
        r"^(?:照着|模仿)|造.{1,3}个?句"
    ),
    r"(?:来|一起)玩(?:一?个)?(?:角色扮演|游戏)[，,。：:]",
    r"\brole-?play(?:ing)?\b|\blet'?s (?:play (?:a|an|the|pretend|make|doctor)|pretend|imagine)\b|"
    + _ASKED
    + r"(?:act|behave|answer|respond|talk|speak) (?:as|like) (?:if |an? |the |my |you)",
    (
        r"^(?:from now on |now |in this \w+ )?,?\s*you(?:'re| are) (?:now )?(?:an? |my |the )[\w' -]{1,40}\b(?:and i\b|called|named|who|"
        r"in a)"
    ),
    (
        r"\bin (?:this|the|our) (?:game|story|scenario|role-?play|play|campaign|novel)\b,?|\bmy character\b|"
        r"\byou play\b.{1,40}\bi(?:'ll)? play\b"
    ),
    (
        r"角色扮演|玩(?:个|一个|一场|一局)[^，。]{0,8}游戏|^(?!我)[^，。]{0,6}(?:扮演|假装|饰演|模拟)|"
        r"^(?:现在)?你(?:现在)?(?:就)?是[^，。？?]{1,16}[,，]我(?:就)?(?:是|来)|^你现在(?:就)?是(?!不是)"
    ),
    r"\b(?:character|npc|persona) (?:sheet|bio|card|profile|background|backstory|description)\b|(?:人物|角色)(?:卡|设定|小传|档案)",
    r"在(?:这个|我们的)?(?:故事|游戏|剧本|副本)(?:里|中)|我(?:的)?(?:角色|人设)(?:是|叫)",
)
SUPPOSED = (
    r"^(?:\w+, )?(?:imagine|suppose|supposing|pretend|assume|assuming|hypothetically|picture this|let's say|let us say|say i)\b",
    r"^(?:那)?(?:假设|假定|想象|设想|就当|权当|姑且|试想)",
)
QUOTED_PAGE = (
    (
        r"(?<!my )(?<!our )\b(?:article|review|comment|lyrics?|e-?mail|message|prompt|poem|quote|song|post|tweet|caption|slogan|ticket|"
        r"resume|letter|text|example|sentence|sign|transcript|chat|reply|page|blurb|bio|headline|excerpt|passage|he|she|they|someone)\b"
        r"[^:.]{0,24}[:：]"
    ),
    (
        r"^(?!我|我们)[^:：,，。]{0,14}(?:文章|评论|歌词|书(?:里|上|中)|邮件|消息|留言|台词|例句|标题|文案|新闻|广告|原文|短信|简历|"
        r"题目|弹幕|帖子|"
        r"微博|推文|公告|名言|对白|独白)[^:：,，。]{0,8}[:：]"
    ),
    r"(?:写道|写着|唱道|念道|说道|唱的是|歌词(?:是|唱))",
)
