"""What people say to each other that tells nothing to remember: thanks, farewells, promises to try, cheering on."""

import re

from shared.extraction.offline_empty_phrases import IN_VIEW, RESOLVES, TRUTHS, WARMTH
from shared.extraction.phrase_patterns import compiled

ENGLISH = (
    # thanks and compliments
    r"\b(?:thank you|thanks|thx|cheers)\b",
    (
        r"\bi(?:'m| am)? (?:really |truly |so |very |also |do )*(?:appreciate|grateful for|thankful for) (?:it\b|that\b|"
        r"you\b|your\b|the (?:help|support|advice))"
    ),
    (
        r"\b(?:you(?:'re| are)|you guys are) (?:so |such |a |an |the |really |absolutely |always )*(?:good|great|best|"
        r"amazing|awesome|right|sweet|kind|welcome|rockstar|inspiration|lucky)\b"
    ),
    (
        r"\b(?:way to go|well done|congrat\w*|good (?:luck|job|for you|call|point)|nice (?:one|job|work)|proud of you|"
        r"happy for you|glad (?:you|to hear)|sorry to hear)\b"
    ),
    (
        r"^(?:and |but |so )?(?:that|this|it)(?:'s| is| was| sounds| looks| must be| must have been)(?: so| really| super|"
        r" very| pretty| absolutely| totally)* (?:great|awesome|amazing|cool|incredible|wonderful|nice|good|fantastic|"
        r"lovely|fun|interesting|true|right)(?: (?:idea|to hear|news|of you|advice))?\W*$"
    ),
    # greeting, parting, talk about the talk
    r"\b(?:nice|great|good|glad|happy|pleased) to (?:meet|see|hear|chat|talk)\b",
    (
        r"\b(?:long time no|it(?:'s| has) been (?:a (?:long )?(?:time|while)|forever|ages|so long) since|"
        r"since we (?:last )?(?:talked|chatted|spoke|caught up))\b"
    ),
    (
        r"\b(?:chat|chatting|talk|talking|speak|catch up|share|sharing|discuss) (?:it |this |that |something |more |"
        r"about it |my \w+ )?(?:with|to) you\b"
    ),
    (
        r"\b(?:see|talk to|catch|chat with) (?:you|ya|u) (?:later|soon|again|tomorrow|next|then|there|around)\b|\b(?:talk|"
        r"chat) (?:again |more )?(?:soon|later|next time|again|tomorrow)\b"
    ),
    r"\b(?:bye|goodbye|good ?night|take care|have a (?:good|great|nice|lovely|wonderful))\b",
    (
        r"\b(?:i|we) (?:have|need|ought|got) to (?:go|run|head|leave)\b(?! to)|\bi have to go (?:deal|and|now)\b|"
        r"\bi (?:must|should) (?:go|run|leave)\b"
    ),
    r"\bi (?:\w+ly )?agree\b|\bkeep it up\b|\blet's (?:keep|make|all|create)\b|^[A-Z]\w+, since\b|\bsince we talked\b",
    r"\bthen you\b|\b(?:i|we) (?:got|get) to see\b|\b(?:all the best|count me in|i'm (?:always )?down for)\b",
    r"\b(?:another|one more|an?|some|a (?:small|little|quick)) questions?\b",
    r"\b(?:let me|i(?:'ll| will)) (?:know|tell you|show you|let you know|keep you (?:posted|updated))\b",
    # promises to follow advice
    (
        r"\bi(?:'ll| will| am going to|'m going to)(?: \w+ly| also| surely)? (?:try|give it a (?:try|go|shot)|do my best|"
        r"check (?:it|that|them|those|this) out|keep (?:it|that|your|this)|take your|follow your|think about|look (?:into|"
        r"at) (?:it|that)|bear|remember (?:that|this|your)|consider|go (?:and )?(?:check|find|look|see (?:if|which)))\b"
    ),
    r"\b(?:try|trying|do|doing) my best\b",
    # cheering on
    (
        r"^(?:keep (?:up|going|it|that|at|diving|pushing|the)|stay (?:strong|positive|motivated|safe|true)|believe in|"
        r"hang in|go for|hold on|don't (?:give up|worry|forget|lose|stop))\b"
    ),
    r"\b(?:never|don't|not to|do not) (?:give up|lose hope|stop believing)\b",
    r"\byou(?:'ve| have)? (?:got this|can do (?:it|this)|rock)\b",
    # showing pictures
    r"^(?:and |so |but )?(?:here(?:'s| is| are)|check (?:it|this|these|that|them) out|take a look|look at)\b",
    r"\bi (?:saw|noticed|love|loved|like|liked|see) (?:that )?you(?:r|'ve|'re)?\b",
    r"\bmaybe (?:you|we) (?:would|could|can|should|might)\b|\bas you (?:might|may|can)\b",
)
CHINESE = (
    r"(?:谢谢|感谢|多谢|谢了|谢啦)",
    r"(?:很|非常|真)?(?:高兴|荣幸)(?:能)?(?:认识|见到|遇见|和你)|初次见面|这是我们的?第一次聊天",
    r"再见|下次(?:再|我们再)?聊|(?:明天|回头|待会儿?|下次|改天)见|晚安|拜拜|先走了|先(?:去)?忙了",
    r"(?:我)?(?:现在)?(?:我)?(?:也)?(?:要|得|必须|该)(?:先)?去.{1,14}了",
    r"(?:和|跟|与|同|向)(?:你|您)(?:一起)?(?:聊|分享|说|谈|交流|请教|倾诉|讨论|诉说)|(?:请教|问|告诉)(?:一下)?(?:你|您)|(?:想|要)(?:请教|咨询)",
    r"(?:一个|一些|有个|几个|一点)(?:小)?(?:问题|烦恼|事情?)想",
    r"^(?:听起来|听上去|这听|看起来|看上去|说得|说的|有道理|你说|您说|你真|你也|好主意|太棒了?|真棒|非常有趣|太好了)",
    r"(?:你|您)(?:真|太)(?:是|好|棒|厉害|贴心|懂)|(?:你|您)(?:真)?是(?:我的|一个|个|最)(?:好|最好|很好)",
    (
        r"我(?:会|将|也会|一定会?|就|再)(?:继续|尽量|尽力|努力|好好|认真|注意|按|记得|记住|慢慢|仔细|加油|多多?|去?(?:尝试|试|看看|看一|了解|阅读|查|搜|考虑|找))|谨记|(?:你|"
        r"您)的(?:话|建议|意见|帮助|关心|支持|陪伴)"
    ),
    r"我(?:一定)?(?:尽力|尽量|试试|想好|明白|理解|懂)(?!的)",
    r"^听着|可以让我|我相信|感激你|必须(?:要)?离开|^我先(?:将|把)|^(?:先|再|然后)(?:将|把)",
    r"^(?:加油|别灰心|别放弃|不要放弃|坚持住|相信自己)",
    r"^(?:给你看|这是我拍的|你看)",
)

_CHATTER = compiled(*ENGLISH, *CHINESE)
_EMPTY, _TO_THE_OTHER = compiled(*RESOLVES, *TRUTHS), compiled(*WARMTH, *IN_VIEW)
_CLAUSE = re.compile(r"[,，;；]\s*|\s+[-–—]+\s+")


def is_chatter(clause: str) -> bool:
    """True for a clause of mere politeness."""
    return _CHATTER.search(clause) is not None


def tells_nothing(statement: str, *, has_detail: bool) -> bool:
    """True for a resolve or a truth without a detail, and for what is said to the other one or of a thing in view."""
    return _TO_THE_OTHER.search(statement) is not None or (not has_detail and _EMPTY.search(statement) is not None)


def without_chatter(straight: str, statement: str) -> str:
    """The statement without the polite clauses before and behind it; empty where nothing else is left.

    `straight` is the same with straight apostrophes, character for character. What stands between the first and the
    last telling clause stays as it was said.
    """
    telling = [span for span in _spans(straight) if not is_chatter(straight[span[0] : span[1]].strip())]
    return statement[telling[0][0] : telling[-1][1]].strip() if telling else ""


def _spans(statement: str) -> list[tuple[int, int]]:
    begins, spans = 0, []
    for end in _CLAUSE.finditer(statement):
        spans.append((begins, end.start()))
        begins = end.end()
    return [*spans, (begins, len(statement))]
