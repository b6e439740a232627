"""How people begin to tell something: words about the telling, not about what is told. A doubt in them is no doubt of that. Data only."""

_TOLD = r"(?:told|mentioned|said)(?: (?:to )?you)?(?: (?:this|that|it|before|already|earlier|yet))*"
_ZH_TOLD = r"(?:跟|和|给|对|告诉)?(?:你)?(?:说过?|提过?|讲过?|告诉过?)?(?:你)?(?:没有?)?"
_WHETHER = r"(?: if| whether| that)? i(?:'ve|’ve| have)? (?:ever |already )?"
_END = r"[,:;] (?:but |and )?"
_ZH_END = r"[，,：: ]+(?:但是?|不过)?"

TALK_OPENERS = (
    r"(?:i(?:'m| am|’m) )?(?:not (?:quite |really )?sure|no idea)(?: if| whether| that)? i(?:'ve|’ve| have)? (?:ever |already )?"
    + _TOLD
    + _END,
    r"i (?:don't|don’t|do not|can't|can’t) (?:know|remember|recall)(?: if| whether| that)? i(?:'ve|’ve| have)? (?:ever |already )?"
    + _TOLD
    + _END,
    r"i (?:think|may have|might have|probably|don't think i(?:'ve)?) (?:i )?(?:already |never )?" + _TOLD + _END,
    r"i (?:forgot|never got|meant|wanted) to (?:tell|mention|say)(?: (?:to )?you)?(?: (?:this|that|earlier|before))*[,:;]? (?:that |but )?",
    r"(?:just )?so (?:that )?you(?:'re| are)? (?:know|aware|have it)" + _END,
    (
        r"(?:oh,? )?(?:and )?(?:there(?:'s| is) )?(?:one|another|one other|a last|one last) (?:more )?(?:thing|point|note|detail)"
        r"(?: (?:about me|to note|to remember|to add|though))?[,:;–-] ?"
    ),
    r"(?:just )?(?:a )?(?:quick|small|little|side) (?:note|update|fact|heads[- ]up|thing)[,:;] ?",
    r"(?:for (?:context|your information|reference|the future)|fun fact|news|update|(?:big|good|bad) news|as for me|about me)[,:;] ?",
    r"(?:on another note|unrelated(?:ly)?(?:,? but)?|in case (?:it helps|it matters|you need it|you(?:'re| are) wondering))[,:;] ?",
    r"in case i (?:haven't|didn't) (?:say|mention|tell you)(?: (?:so|it|yet))?[,:;] ?",
    r"我?也?(?:不知道|不确定|不记得|忘了|记不清)我?(?:之前|以前|上次)?(?:有没有|是否|是不是)(?:已经)?" + _ZH_TOLD + _ZH_END,
    r"我(?:好像|可能|应该|大概)(?:之前|以前)?(?:没|跟你|和你|还没)*(?:说过?|提过?|讲过?)(?:吧|了)?" + _ZH_END,
    r"(?:哦)?(?:对了)?(?:还有|另外|再说)一?件?(?:事|点)(?:要说|想说|忘了说)?(?:[，,：:]|是)\s*",
    r"(?:顺便|顺带)(?:跟你|和你)?(?:说一下|提一下|说一句|一提|告诉你|说)[，,：: ]*",
    r"(?:跟你|和你|给你)?(?:说|讲|提|更新|汇报|报告)(?:个|一个|一件)?(?:事|近况|情况|消息)(?:儿)?[，,：: ]+",
    r"(?:有个|告诉你个|一个)?(?:好|坏|新)?消息[，,：: ]+",
    r"(?:供你参考|仅供参考|补充一点|补充一下|备注|近况|以防万一|忘了告诉你|忘了说)[，,：: ]+",
)
