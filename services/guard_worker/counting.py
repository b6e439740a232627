"""Counts of a statement that are told in words (a dozen, hundreds, the nineties, 俩, 第三, weekly) against those of its sources. Pure."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from services.guard_worker.counting_words import (
    AS_WRITTEN,
    DAY_BEFORE,
    DECADES,
    FREQUENCIES,
    HALF_OF,
    HALVES,
    HAN_DIGITS,
    MAGNITUDE,
    MAGNITUDES,
    ORDINAL,
    ORDINAL_WORDS,
    PLAIN_COUNTS,
)
from shared.text.dates import dates_in
from shared.text.numbers import numbers_in

_ORDINAL = re.compile(ORDINAL, re.IGNORECASE)
_DAY_BEFORE = re.compile(DAY_BEFORE, re.IGNORECASE)
_HALF_OF = re.compile(HALF_OF, re.IGNORECASE)
_MAGNITUDE = re.compile(MAGNITUDE, re.IGNORECASE)
_DECADE = re.compile(r"\b(" + "|".join(DECADES) + r")\b", re.IGNORECASE)
_PLAIN = {re.compile(pattern, re.IGNORECASE): value for pattern, value in PLAIN_COUNTS.items()}
_AS_WRITTEN = tuple(re.compile(pattern, re.IGNORECASE) for pattern in AS_WRITTEN)
_FREQUENCY = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in FREQUENCIES.items()}


def unlike_counts(statement: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Counts in words that the sources tell neither so nor in numerals; ordinals and frequencies where the sources tell others."""
    joined = "\n".join(sources)
    numbers = [mention.number for mention in numbers_in(joined) if mention.number is not None]
    return (
        *_uncounted(statement, joined, numbers),
        *_doubled(statement, joined),
        *_disputed_ordinals(statement, joined),
        *_disputed_frequencies(statement, joined),
    )


def _uncounted(statement: str, joined: str, numbers: list[Decimal]) -> Iterator[str]:
    said = joined.lower()
    for match in _MAGNITUDE.finditer(statement):
        size = MAGNITUDES[(match[1] or match[2]).lower()]
        if match.group().lower() not in said and not any(size <= number < size * 1000 for number in numbers):
            yield match.group()
    for match in _DECADE.finditer(statement):
        tens = DECADES[match[1].lower()]
        if match.group().lower() not in said and not any(int(number) // 10 % 10 == tens for number in numbers):
            yield match.group()
    for pattern, value in _PLAIN.items():
        if (found := pattern.search(statement)) and not pattern.search(joined) and Decimal(value) not in numbers:
            yield found.group()
    for pattern in _AS_WRITTEN:
        known = {match.group().lower() for match in pattern.finditer(joined)}
        yield from (match.group() for match in pattern.finditer(statement) if match.group().lower() not in known)


def _doubled(statement: str, joined: str) -> Iterator[str]:
    """A million where the sources tell of half a million."""
    told = {HALVES[match[1] or match[2]] for match in _HALF_OF.finditer(joined.lower())}
    whole = {mention.number for mention in numbers_in(_HALF_OF.sub(" ", joined))}
    plain = numbers_in(_HALF_OF.sub(lambda match: " " * len(match.group()), statement)) if told else ()
    return (mention.surface for mention in plain if mention.number in told and mention.number not in whole)


def _disputed_ordinals(statement: str, joined: str) -> Iterator[str]:
    known = {_rank(match) for match in _ORDINAL.finditer(joined)}
    dates = [(mention.start, mention.end) for mention in dates_in(statement)]
    for match in _ORDINAL.finditer(statement) if known else ():
        is_day = any(start <= match.start() < end for start, end in dates) or _DAY_BEFORE.search(statement[: match.start()])
        if not is_day and _rank(match) not in known:
            yield match.group()


def _rank(match: re.Match[str]) -> int:
    if match["word"]:
        return ORDINAL_WORDS[match["word"].lower()]
    written = match["digits"] or match["han"]
    return HAN_DIGITS[written] if written in HAN_DIGITS else int(written)


def _disputed_frequencies(statement: str, joined: str) -> Iterator[str]:
    known = {name for name, pattern in _FREQUENCY.items() if pattern.search(joined)}
    said = ((name, found) for name, pattern in _FREQUENCY.items() if (found := pattern.search(statement)))
    return (found.group() for name, found in said if known and name not in known)
