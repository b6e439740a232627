"""A statement's figures and direction against measured data: do they agree, how often, or what speaks against them. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Any

from shared.text.figure_words import BEFORE_AND_AFTER, COMPARED_WITH_A_GOAL, FALLS, PLAIN_NAMES, REPETITION_FIELDS, RISES
from shared.text.numbers import NumberMention, numbers_in

MOST_FIGURES = 500
DEEPEST = 8
HUNDRED = Decimal(100)

_UP, _DOWN = (re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE) for patterns in (RISES, FALLS))
_NAME_WORD = re.compile(r"[A-Za-z]+|[一-鿿]+")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `name` are the lower-case words of its path, `record` the list entries that it stands in."""

    name: tuple[str, ...]
    value: Decimal
    record: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """`times` it was measured so, 0 where the data say nothing; `disagreement` names what speaks against it."""

    times: int = 0
    disagreement: str = ""


def compare(statement: str, data: Mapping[str, Any]) -> Comparison:
    """The statement's numbers and its rise or fall against the numbers of the data and what they make together."""
    figures = tuple(islice(_figures(data), MOST_FIGURES))
    if not figures:
        return Comparison()
    pairs = tuple(islice(_pairs(data), MOST_FIGURES))
    if wrong := _wrong_direction(statement, pairs) or _wrong_figure(statement, figures, pairs):
        return Comparison(disagreement=wrong)
    claimed = [mention for mention in numbers_in(statement) if mention.number is not None]
    measured = max((_times(mention, figures, pairs) for mention in claimed), default=0)
    if not measured and not claimed:
        measured = sum(1 for before, after, is_goal in pairs if not is_goal and _direction(statement) == _sign(after - before) != 0)
    return Comparison(times=max(measured, _repetitions(data)) if measured else 0)


def _figures(value: Any, path: tuple[str, ...] = (), record: tuple[int, ...] = ()) -> Iterator[Figure]:
    """Every number of the data with the words of its path; those in text count too."""
    if len(path) + len(record) > DEEPEST:
        return
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if str(name) not in REPETITION_FIELDS:
                yield from _figures(inner, (*path, str(name)), record)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _figures(inner, path, (*record, index))
    elif isinstance(value, str):
        words = (*_words(path), *_words((value,)))
        yield from (Figure(words, mention.number, record) for mention in numbers_in(value) if mention.number is not None)
    elif (number := _decimal(value)) is not None:
        yield Figure(_words(path), number, record)


def _pairs(value: Any, depth: int = 0) -> Iterator[tuple[Decimal, Decimal, bool]]:
    """(before, after, whether before is only a goal) of every object that holds both."""
    if depth > DEEPEST:
        return
    if isinstance(value, Mapping):
        for first, second in BEFORE_AND_AFTER:
            before, after = _one_number(value.get(first)), _one_number(value.get(second))
            if before is not None and after is not None:
                yield before, after, first in COMPARED_WITH_A_GOAL
        for inner in value.values():
            yield from _pairs(inner, depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _pairs(inner, depth + 1)


def _wrong_direction(statement: str, pairs: Sequence[tuple[Decimal, Decimal, bool]]) -> str:
    said = _direction(statement)
    signs = {_sign(after - before) for before, after, is_goal in pairs if not is_goal}
    if said and signs == {-said}:
        return "the data went the other way"
    return ""


def _wrong_figure(statement: str, figures: Sequence[Figure], pairs: Sequence[tuple[Decimal, Decimal, bool]]) -> str:
    """A number that the data do not hold, for a thing that they measured and whose measured numbers the statement leaves out."""
    claimed = [mention for mention in numbers_in(statement) if mention.number is not None]
    unfound = [mention for mention in claimed if not _times(mention, figures, pairs)]
    named = [figure for figure in figures if _is_named(figure.name, statement)]
    if not unfound or not named or any(_is_equal(mention, figure.value) for mention in claimed for figure in named):
        return ""
    lowest, highest = min(figure.value for figure in named), max(figure.value for figure in named)
    outside = [mention.surface for mention in unfound if mention.number is not None and not lowest <= mention.number <= highest]
    return f"the data say {lowest.normalize():f}, not {outside[0]}" if outside else ""


def _times(mention: NumberMention, figures: Sequence[Figure], pairs: Sequence[tuple[Decimal, Decimal, bool]]) -> int:
    """In how many records the number was measured, or follows from a pair or as the mean of a series."""
    records = {figure.record for figure in figures if _is_equal(mention, figure.value)}
    changed = sum(1 for before, after, _ in pairs if any(_is_close(mention, value) for value in _changes(before, after)))
    series: dict[tuple[str, ...], list[Decimal]] = {}
    for figure in figures:
        series.setdefault(figure.name, []).append(figure.value)
    means = [len(values) for values in series.values() if len(values) > 1 and _is_close(mention, sum(values, Decimal(0)) / len(values))]
    return max(len(records), changed, *means, 0)


def _changes(before: Decimal, after: Decimal) -> Iterable[Decimal]:
    """The difference, the change in percent, and how many times as much."""
    yield abs(after - before)
    if before:
        yield abs((after - before) / before * HUNDRED)
        yield after / before


def _is_equal(mention: NumberMention, value: Decimal) -> bool:
    """By value; a share may be measured as 0.2 or as 20."""
    number = mention.number
    return number is not None and (abs(number) == abs(value) or (mention.value.endswith("%") and number == value * HUNDRED))


def _is_close(mention: NumberMention, value: Decimal) -> bool:
    """Equal once rounded as the statement rounds."""
    number = mention.number
    if number is None:
        return False
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and abs(abs(number) - abs(value)) <= Decimal(5).scaleb(min(exponent, 0) - 1)


def _is_named(name: Sequence[str], statement: str) -> bool:
    """True where a telling word of a field's path stands in the statement."""
    said = statement.casefold()
    spoken = set(_words((statement,)))
    telling = [word for word in name if word not in PLAIN_NAMES and len(word) > 1]
    return any(word in spoken if word.isascii() else word in said for word in telling)


def _words(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.casefold() for part in parts for word in _NAME_WORD.findall(part))


def _direction(statement: str) -> int:
    """1 for a rise, -1 for a fall, 0 where it says both or neither."""
    return int(_UP.search(statement) is not None) - int(_DOWN.search(statement) is not None)


def _sign(value: Decimal) -> int:
    return (value > 0) - (value < 0)


def _repetitions(data: Mapping[str, Any]) -> int:
    """How often the data themselves say that it was measured."""
    counts = [number for name in REPETITION_FIELDS if (number := _decimal(data.get(name))) is not None]
    return int(min(max(counts, default=Decimal(0)), Decimal(10**6)))


def _one_number(value: Any) -> Decimal | None:
    """A number, or the only number of a text."""
    if isinstance(value, str):
        found = [mention.number for mention in numbers_in(value) if mention.number is not None]
        return found[0] if len(found) == 1 else None
    return _decimal(value)


def _decimal(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
