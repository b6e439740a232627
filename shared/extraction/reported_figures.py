"""The `data` of a candidate: fields that a model read out of the words, kept only where the words carry them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from shared.domain.candidate import Role
from shared.extraction.references import Cited
from shared.extraction.windows import Line
from shared.text.normalise import canonical
from shared.text.numbers import numbers_in, unsupported_numbers

MOST_FIELDS = 20
LONGEST_NAME = 60
LONGEST_VALUE = 300
# Whose words a figure may be read from without anything else of the message being cited.
WITNESSES = frozenset({Role.USER, Role.TOOL})


@dataclass(frozen=True, slots=True)
class Figures:
    """`values` by field, `cited` the words each stands in, `unsupported` the number of fields that no words carry."""

    values: Mapping[str, Any]
    cited: tuple[Cited, ...]
    unsupported: int


def read_figures(written: Any, lines: Sequence[Line], cited: Sequence[Cited]) -> Figures:
    """`{"field": {"value", "quote"}}` as a model wrote it; a bare value is looked for in the words that the statement cites."""
    values: dict[str, Any] = {}
    found: list[Cited] = []
    entries = list(written.items())[:MOST_FIELDS] if isinstance(written, Mapping) else []
    quotable = [line for line in lines if line.turn is not None and line.message.role in WITNESSES]
    quotable += [item.line for item in cited if item.line not in quotable]
    for name, entry in entries:
        value, quote = (entry.get("value"), entry.get("quote")) if isinstance(entry, Mapping) else (entry, None)
        where = _carrier(value, quote, quotable, cited) if len(str(name)) <= LONGEST_NAME else None
        if where is not None:
            values[str(name)] = value
            found.append(where)
    return Figures(values=values, cited=_beside(cited, found), unsupported=len(entries) - len(values))


def _carrier(value: Any, quote: Any, lines: Sequence[Line], cited: Sequence[Cited]) -> Cited | None:
    if not isinstance(value, str | int | float) or not str(value).strip() or len(str(value)) > LONGEST_VALUE:
        return None
    if isinstance(quote, str) and (wanted := canonical(quote)):
        held: Sequence[Cited] = [Cited(line, quote.strip()) for line in lines if wanted in canonical(line.message.text)]
    else:
        held = cited
    return next((item for item in held if _carries(item.quote, value)), None)


def _carries(words: str, value: str | float) -> bool:
    """The words say it: a number by its value (2.1, 2.1 % and .021 are one), a text as it stands. A yes or no needs only words."""
    if isinstance(value, bool):
        return True
    if isinstance(value, str):
        return canonical(value) in canonical(words) or (bool(numbers_in(value)) and not unsupported_numbers(value, [words]))
    number = abs(Decimal(str(value)))
    forms = (f"{number:f}", f"{number:f}%", f"{(number * 100).normalize():f}%") if number.is_finite() else ()
    return any(not unsupported_numbers(form, [words]) for form in forms)


def _beside(cited: Sequence[Cited], found: Sequence[Cited]) -> tuple[Cited, ...]:
    """The figures' words that no earlier quote of the same message holds."""
    kept: list[Cited] = []
    for item in found:
        known = [other.quote for other in (*cited, *kept) if other.line.ref == item.line.ref]
        if not any(canonical(item.quote) in canonical(quote) for quote in known):
            kept.append(item)
    return tuple(kept)
