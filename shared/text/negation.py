"""Whether a statement says yes or no: the negation words of both languages, and what they stand before."""

import re

from shared.text.tokens import content_words, stem

_ENGLISH = re.compile(
    r"\b(?:not|never|no longer|no|none|nobody|nothing|neither|nor|without|cannot|hardly|rarely|seldom|stopped|stop|quit"
    r"|refuses?|avoids?|dislikes?|hates?|(?:is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|must|need)n['’]?t"
    r"|can['’]?t|won['’]?t|shan['’]?t|ain['’]?t)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    "不再|从不|从未|从没|没有|没|不|别|未|无(?!论|锡|限|聊)|非(?!常|洲)|勿|莫(?=要|再|怕|忘|急|慌|管)|讨厌|拒绝|戒了|戒掉|停止|放弃"
)
# Words that hold a negating character and negate nothing.
_NO_NEGATION = re.compile(
    "不过(?!敏|时|关|期|瘾|审|夜|年|问|节)|不仅|不但|不只|不光|不错|不同|不断|不少|不久|不管|不论|差不多|了不起|对不起|不好意思|没关系|没问题|没事"
    "|特别|别人|别的|别墅|级别|性别|区别|类别|分别|告别|个别|识别|未来|未必|要不|是不是|有没有|好不好|能不能|会不会|可不可以|要不要|对不对|行不行|不知不觉|不是吗|别克|不锈钢|不丹|无印|无线"
    r"|\bno problem\b|\bnot only\b|\bno\.\s*\d|\bwhy not\b|\bif not\b",
    re.IGNORECASE,
)
_DOUBLE = re.compile(
    "不是不|不是没|不得不|不由得|并非不|没有不|没有?(?:人|谁)不|无人不|无不|莫不|不能不|不会不"
    "|不可不|(?:别|不要|勿|没)(?:再)?忘|不可能不|\\bnot un\\w+|\\b(?:don['’]?t|do not|never) forget\\b|\\bcan(?:no|')t but\\b",
    re.IGNORECASE,
)
_OPENING_NO = re.compile("\\s*(?:(?:no|nope|nah|不对|不是的?|不+|错了)[,.!:;，。！：；、]\\s*)+(?=\\w)", re.IGNORECASE)
_CLAUSE_END = re.compile("[,;，；。.!?！？\n]+|(?:但是|但|而是|不过(?!敏|时|关|期|瘾|审|夜|年|问|节)|however|\\bbut\\b)")


def is_negated(text: str) -> bool:
    """True where the statement as a whole denies something."""
    return polarity(text) < 0


def polarity(text: str) -> int:
    """1 for a statement without negation, -1 where one of its clauses is negated. A double negation affirms.

    A no that opens it denies what was said before, and nothing of what follows.
    """
    opening = _OPENING_NO.match(text)
    stated = text[opening.end() :] if opening is not None else text
    return -1 if any(count % 2 for count in clause_negations(stated)) else 1


def clause_negations(text: str) -> tuple[int, ...]:
    """How many negations each clause holds, in order: 喜欢苹果，不喜欢香蕉 -> (0, 1)."""
    return tuple(_negations(clause) for clause in _CLAUSE_END.split(text) if clause.strip())


def same_polarity(first: str, second: str) -> bool:
    """True where two statements affirm and deny the same things.

    喜欢苹果不喜欢香蕉 and 喜欢香蕉不喜欢苹果 differ: what both name is denied in one and affirmed in the other.
    """
    one, other = _signed_words(first), _signed_words(second)
    shared = one.keys() & other.keys()
    if any(one[word] != other[word] for word in shared):
        return False
    return bool(shared) or polarity(first) == polarity(second)


def _signed_words(text: str) -> dict[str, bool]:
    """Each content word, and whether its part of the text denies it. A word said both ways is left out."""
    signed: dict[str, bool] = {}
    unclear: set[str] = set()
    for part in _CLAUSE_END.split(text):
        for words, denied in _halves(part):
            for word in content_words(words):
                if signed.setdefault(stem(word), denied) != denied:
                    unclear.add(stem(word))
    return {word: denied for word, denied in signed.items() if word not in unclear}


def _halves(clause: str) -> tuple[tuple[str, bool], ...]:
    """What stands before the negation of a clause and what stands behind it."""
    negation = _first(_masked(clause)) if _negations(clause) % 2 else None
    if negation is None:
        return ((clause, False),)
    return ((clause[: negation.start()], False), (clause[negation.end() :], True))


def negated_words(text: str) -> tuple[str, ...]:
    """The rest of each negated clause behind its negation: 我不喜欢咖啡 -> ("喜欢咖啡",)."""
    found = []
    for clause in _CLAUSE_END.split(text):
        masked = _masked(clause)
        if _negations(clause) % 2 and (match := _first(masked)) is not None:
            found.append(clause[match.end() :].strip())
    return tuple(found)


def _first(masked: str) -> "re.Match[str] | None":
    matches = [match for pattern in (_ENGLISH, _CHINESE) if (match := pattern.search(masked)) is not None]
    return min(matches, key=lambda match: match.start()) if matches else None


def _masked(clause: str) -> str:
    """The clause with its false friends and double negations blanked, at the same length."""
    for pattern in (_DOUBLE, _NO_NEGATION):
        clause = pattern.sub(lambda match: "\0" * len(match.group()), clause)
    return clause


def _negations(clause: str) -> int:
    """Two English negations cancel out, but "neither .. nor" and 不抽烟不喝酒 deny twice over: they count as one."""
    masked = _masked(clause)
    english = [word.lower() for word in _ENGLISH.findall(masked)]
    plain = [word for word in english if word != "nor"] or english[:1]
    return len(plain) + (_CHINESE.search(masked) is not None)
