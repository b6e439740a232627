"""Reading a report: its numbers, its texts, and the three answers that a rule can give."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.domain.candidate import Criterion
from shared.domain.event_fields import fields_of, given
from shared.domain.trigger import TriggerType
from shared.domain.turn import Turn
from shared.text.numbers import numbers_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is known of an event or a free text. `authority`: its key may set rules."""

    trigger: TriggerType
    summary: str
    data: Mapping[str, Any] = field(default_factory=dict)
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    authority: bool = False

    def value(self, name: str) -> Any:
        """A listed field, under its name or one of its other names; None where it is not given."""
        return next((given(self.data, entry) for entry in fields_of(self.trigger) if entry.name == name), None)

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a text or a list of texts."""
        value = self.value(name)
        written = value if isinstance(value, list) else [value]
        return tuple(text.strip() for text in written if isinstance(text, str) and text.strip())

    def number(self, name: str) -> float | None:
        """A field that is one number, or a text whose first number counts."""
        return number_of(self.value(name))

    def pairs(self, left: str, right: str) -> tuple[tuple[float, float], ...]:
        """The numbers of two measures side by side; of two objects the numbers under the same names."""
        ours, theirs = measures_of(self.value(left)), measures_of(self.value(right))
        return tuple((ours[name], theirs[name]) for name in ours if name in theirs)


def event_report(turn: Turn, trigger: TriggerType, summary: str) -> Report:
    """An event's turn as the value rules read it."""
    return Report(
        trigger=trigger,
        summary=summary,
        data=turn.data,
        valid_from=turn.valid_from,
        valid_to=turn.valid_to,
        authority=turn.authority,
    )


def number_of(written: Any) -> float | None:
    """None where there is no finite number in it."""
    if isinstance(written, bool):
        return None
    if isinstance(written, str):
        found = next((mention.number for mention in numbers_in(written) if mention.number is not None), None)
        return None if found is None else float(found)
    return float(written) if isinstance(written, int | float) and math.isfinite(written) else None


def measures_of(written: Any) -> dict[str, float]:
    """Name -> number; one number alone has the name ''."""
    named = written if isinstance(written, Mapping) else {"": written}
    return {str(name): number for name, value in named.items() if (number := number_of(value)) is not None}


def holds(reason: str) -> Criterion:
    """The rule can tell, and it is so."""
    return Criterion(holds=True, reason=reason)


def fails(reason: str) -> Criterion:
    """The rule can tell, and it is not so."""
    return Criterion(holds=False, reason=reason)


def undecided(lacks: str) -> Criterion:
    """The rule cannot tell: `lacks` names what would decide."""
    return Criterion(holds=True, reason=f"undecided: {lacks}", is_certain=False)


def decided(reason: str, *, is_so: bool) -> Criterion:
    """The rule can tell."""
    return Criterion(holds=is_so, reason=reason)
