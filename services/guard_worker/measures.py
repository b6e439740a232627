"""What a number counts and how it is bounded: kilometres or miles, a month or a week, at least or at most, alone or in a range."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.guard_worker.measure_words import AT_LEAST, AT_MOST, PERIODS, UNITS
from shared.text.numbers import NumberMention, numbers_in

_UNITS = {name: re.compile(rf"(?:{pattern})", re.IGNORECASE) for name, pattern in UNITS.items()}
_BEFORE = {
    "usd": re.compile(r"(?:\bUS\$|(?<![A-Z])\$|\bUSD)\s?$"),
    "eur": re.compile(r"(?:€|\bEUR)\s?$"),
    "gbp": re.compile(r"(?:£|\bGBP)\s?$"),
    "cny": re.compile(r"(?:[¥￥]|\bRMB|\bCNY)\s?$"),
    "hkd": re.compile(r"(?:HK\$|\bHKD)\s?$"),
}
_SAME_WORD = ({"pound", "gbp"}, {"pound", "lb"})
_PERIODS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in PERIODS.items()}
_LOW, _HIGH = (re.compile("|".join(words), re.IGNORECASE) for words in (AT_LEAST, AT_MOST))
_RANGE_JOINT = re.compile(r"^\s*(?:-|–|—|~|～|to|and|till|until|到|至|and)\s*[$€£¥￥]?$", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|from)\s*[$€£¥￥]?$", re.IGNORECASE)
_CLAUSE = re.compile(r"[,，;；。!！?？\n]|\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Measure:
    """One number with its unit (`km`, `usd`, or None where none is known), its period (`month`), its bound and its other end."""

    value: str
    surface: str
    unit: str | None
    period: str | None
    bound: str | None
    other_end: str | None


def measures_in(text: str) -> tuple[Measure, ...]:
    """The numbers of a text in order, with what stands around them in their clause."""
    mentions = numbers_in(text)
    return tuple(_measure(text, mention, mentions, index) for index, mention in enumerate(mentions))


def unlike_measures(statement: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Numbers whose value the sources hold, but always of another unit or period, with the opposite bound or as one end of a range."""
    known = [measure for source in sources for measure in measures_in(source)]
    unlike = []
    for said in measures_in(statement):
        same = [measure for measure in known if measure.value == said.value]
        if same and not any(_fits(said, measure, statement) for measure in same):
            unlike.append(said.surface)
    return tuple(unlike)


def loses_bound(statement: str, sources: Iterable[str]) -> bool:
    """True where a number that the sources bound (more than 500) stands bare in the statement."""
    known = [measure for source in sources for measure in measures_in(source)]
    return any(
        said.bound is None and (same := [m for m in known if m.value == said.value]) and all(m.bound is not None for m in same)
        for said in measures_in(statement)
    )


def _fits(said: Measure, known: Measure, statement: str) -> bool:
    if None not in (said.unit, known.unit) and said.unit != known.unit and {said.unit, known.unit} not in _SAME_WORD:
        return False
    if None not in (said.period, known.period) and said.period != known.period:
        return False
    if None not in (said.bound, known.bound) and said.bound != known.bound:
        return False
    return known.other_end is None or known.other_end in {mention.value for mention in numbers_in(statement)}


def _measure(text: str, mention: NumberMention, mentions: Sequence[NumberMention], index: int) -> Measure:
    before, after = _around(text, mention)
    following = mentions[index + 1] if index + 1 < len(mentions) else None
    previous = mentions[index - 1] if index else None
    other = None
    if following is not None and _is_joined(text, mention, following):
        other = following
    elif previous is not None and _is_joined(text, previous, mention):
        other = previous
    unit = _unit(before, after)
    if unit is None and other is not None and other is following:
        unit = _unit(*_around(text, other))
    return Measure(mention.value, mention.surface, unit, _period(after), _bound(before, after), None if other is None else other.value)


def _around(text: str, mention: NumberMention) -> tuple[str, str]:
    """The rest of the clause on both sides, up to 24 characters."""
    before, after = text[max(0, mention.start - 24) : mention.start], text[mention.end : mention.end + 24]
    return _CLAUSE.split(before)[-1], _CLAUSE.split(after)[0]


def _is_joined(text: str, first: NumberMention, second: NumberMention) -> bool:
    """5 to 7, 3到5, between 2 and 4; "and" joins only behind "between" or "from"."""
    between = text[first.end : second.start]
    if _RANGE_JOINT.match(between) is None:
        return False
    return "and" not in between.lower() or _BETWEEN.search(text[: first.start]) is not None


def _unit(before: str, after: str) -> str | None:
    for name, pattern in _BEFORE.items():
        if pattern.search(before):
            return name
    return next((name for name, pattern in _UNITS.items() if pattern.match(after)), None)


def _period(after: str) -> str | None:
    return next((name for name, pattern in _PERIODS.items() if pattern.search(after)), None)


def _bound(before: str, after: str) -> str | None:
    near = f"{before[-16:]}\0{after[:8]}"
    if _HIGH.search(near):
        return "most"
    return "least" if _LOW.search(near) else None
