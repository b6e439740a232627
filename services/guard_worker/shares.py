"""Shares told in words: half, two thirds, 三成, 四分之一."""

import re
from collections.abc import Iterable

from shared.text.numbers import numbers_in

_SHARES = {
    "50%": r"\bhalf\b(?! past)|(?<![点點時时])一半|半数|二分之一",
    "25%": r"\ba quarter of\b|\bone[ -]quarter\b|四分之一",
    "75%": r"\bthree[ -]quarters\b|四分之三",
    "33%": r"\b(?:a|one)[ -]third\b|三分之一",
    "66%": r"\btwo[ -]thirds\b|三分之二",
    "67%": r"\btwo[ -]thirds\b|三分之二",
    "10%": r"\b(?:a|one)[ -]tenth\b|十分之一|一成(?!不变)",
    "20%": r"\b(?:a|one)[ -]fifth\b|五分之一|[两二]成",
    "30%": r"三成|十分之三",
    "40%": r"四成|五分之二",
    "60%": r"六成|五分之三",
    "70%": r"七成|十分之七",
    "80%": r"八成|五分之四",
    "90%": r"九成|十分之九",
}


def unlike_shares(statement: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Shares in words that the sources tell neither in words nor as a percentage."""
    joined = "\n".join(sources)
    values = {mention.value for mention in numbers_in(joined)}
    found = {match.group(): value for value, pattern in _SHARES.items() for match in re.finditer(pattern, statement, re.IGNORECASE)}
    supported = {words for words, value in found.items() if value in values or is_told_share(value, joined)}
    return tuple(words for words in found if words not in supported and words.lower() not in joined.lower())


def is_told_share(surface: str, text: str) -> bool:
    """True where a text tells this percentage in words."""
    return any(value in _SHARES and re.search(_SHARES[value], text, re.IGNORECASE) is not None for value in values_of(surface))


def values_of(surface: str) -> set[str]:
    """The numbers of a text by value."""
    return {mention.value for mention in numbers_in(surface)}
