"""What the rules never take for a statement: questions, suppositions, hearsay, sarcasm, requests. Chinese and English alike."""

import re

from shared.extraction.phrase_patterns import compiled

QUESTIONS = (
    r"[?？]\s*[\"'”’」)）]*$",
    r"吗\s*[。.!！~]*$",
    r"^.{0,8}呢\s*[。.!！~]*$",
    r"(?:是不是|要不要|能不能|可不可以|会不会|有没有|对不对|行不行|好不好)",
    r"(?:什么|怎么|怎样|哪里|哪儿|哪个|哪些|为什么|为何|多少|几点|谁(?!都|也)).{0,12}(?:[吗呢呀]|$)",
    r"^(?:请问|想问|问一下|我想知道|不知道)",
    r"^(?:what|who|whom|whose|where|when|why|how|which)\b(?!.*\b(?:i|we) (?:decided|chose|prefer))",
    (
        r"^(?:is|are|am|was|were|do|does|did|can|could|should|would|will|shall|may|have|has)\s+(?:i|we|"
        r"you|he|she|it|they|there|this|that|the|my|our|your|any)\b"
    ),
    r"\b(?:i wonder|wondering|not sure) (?:if|whether|what|how|why|which|where|when)\b",
    r"\bi (?:want|need)ed? to know\b",
    r"\b(?:do|don't) you (?:know|think|remember)\b",
)
SUPPOSITIONS = (
    r"\bif (?:i|we|you|he|she|they|it|only|the|my|our|there)\b",
    (
        r"\b(?:suppose|supposing|imagine|hypothetically|what if|let's say|assume|assuming|say i|"
        r"pretend)\b"
    ),
    r"\b(?:i|we)(?:'d| would) (?:have|rather have|be|live|move|work|choose|go|buy|take|never)\b",
    r"\bi wish\b",
    r"\bin (?:theory|my dreams)\b",
    r"\bunless\b",
    r"\b(?:would|could|should) have\b",
    r"^(?:for example|for instance|e\.g\.)",
    (
        r"(?:如果|假如|假设|要是|倘若|万一|假使|若是|设想|想象一下|打个比方|"
        r"的话[，,])|^(?:比方说|比如说?|例如)"
    ),
    r"(?:本来(?:想|要|打算)|差点|早知道|但愿|要不是)",
)
HEARSAY = (
    (
        r"\b(?:he|she|they|people|someone|somebody|everyone|everybody|everybody|mom|dad|my \w+|"
        r"[A-Z][a-z]+) (?:said|says|say|told|tells|claims?|claimed|thinks?|thought|believes?|heard|"
        r"mentioned|insists?|suggested|argues?)\b"
    ),
    (
        r"\b(?:i (?:heard|read|was told|saw online)|rumou?r has it|apparently|supposedly|allegedly|"
        r"according to|it is said|they say)\b"
    ),
    (
        r"(?:听说|据说|据称|传闻|有人说|别人说|网上说|大家(?:都)?说|新闻(?:里)?说|书上说|听人说|"
        r"据.{1,8}(?:报道|介绍|透露))"
    ),
    (
        r"(?:他|她|他们|她们|老板|同事|朋友|客户|妈妈|爸爸|老婆|老公|医生|老师|小[一-鿿]|"
        r"老[一-鿿])(?:们)?(?:跟我|对我|和我|告诉我)?(?:说|认为|觉得|以为|声称|建议|提到)"
    ),
)
SARCASM = (
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
        r"(?:呵呵|哈哈|可真(?:行|棒|厉害|好)|真是太?(?:棒|好|妙|厉害|贴心)了呢|好一个|谢谢您(?:嘞|了)|"
        r"开(?:个)?玩笑|逗你|真有你的|我可真是谢谢|才怪|说得好像)"
    ),
)
REQUESTS = (
    (
        r"\b(?:i(?:'d| would) like|i want|i need) (?:you\b(?! to (?:always|never|only|call me|address me|reply|answer|write|use|speak))|"
        r"to (?:ask|know|see|understand|learn how)\b)"
    ),
    r"^(?:can|could|would|will) you\b",
    r"\bhelp me\b",
    (
        r"^(?:please )?(?:write|show|give|tell|explain|list|find|fix|create|make|generate|translate|"
        r"summari[sz]e|check|run|help|add|remove|update|rename)\b"
    ),
    r"\b(?:i(?:'ll| will)|let me) (?:ask|think|see|check|get back|let you know|look)\b",
    (
        r"^(?:请|麻烦|帮|替|给)(?:你|我|忙)?(?:帮)?(?:我)?(?:写|做|查|看|翻译|解释|列|改|找|生成|总结|画|"
        r"跑|算|检查|修|加|删|介绍|分析)"
    ),
    r"^(?:帮我|帮忙|给我)(?!记)",
    r"我(?:想|要|需要)(?:让)?你",
    r"我(?:想|要)(?:问|请教|知道|了解|看看|查)",
    r"(?:你|您)(?:能|可以|帮)",
)
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
    r"(?<!不)(?:可能(?!性)|也许|或许|大概|说不定|估计|好像|似乎|应该(?:是|会|可以)|差不多)",
    r"(?:考虑|犹豫|纠结|没想好|没决定|不确定|再看看|再想想|打算看看)",
    r"我(?:想|觉得|感觉|猜|以为)(?!要)",
)


_REFUSALS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("question", compiled(*QUESTIONS)),
    ("supposition", compiled(*SUPPOSITIONS)),
    ("hearsay", compiled(*HEARSAY)),
    ("sarcasm", compiled(*SARCASM)),
    ("request", compiled(*REQUESTS)),
)
_HEDGE = compiled(*HEDGES)


def refusal_of(sentence: str) -> str | None:
    """Why a sentence is no statement: question, supposition, hearsay, sarcasm, request; None where it may be one."""
    return next((kind for kind, pattern in _REFUSALS if pattern.search(sentence)), None)


def hedge_of(text: str) -> str | None:
    """The word that makes a statement tentative, or None."""
    found = _HEDGE.search(text)
    return found.group().strip() if found is not None else None


def is_question(text: str) -> bool:
    """True for a sentence that asks."""
    return _REFUSALS[0][1].search(text) is not None
