"""What is wrong with the `data` of a structured event, held against the table of fields."""

import math
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from shared.domain.event_fields import EventField, FieldKind, fields_of, given
from shared.domain.trigger import TriggerType
from shared.text.numbers import numbers_in

MAX_LABEL_VALUE = 1000


def event_fault(trigger: TriggerType, data: Mapping[str, Any]) -> str | None:
    """`data.<field>: what is wrong and what to send`, for the first field that is missing or of another kind; else None."""
    for field in fields_of(trigger):
        if field.is_required and given(data, field) is None:
            return f"data.{field.name}: an event of the type {trigger.value} needs it ({field.meaning}): send {field.kind.value}"
    return next((fault for field in fields_of(trigger) if (fault := _fault_of(field, data)) is not None), None)


def _fault_of(field: EventField, data: Mapping[str, Any]) -> str | None:
    """Its other names are not held against the kind: there they may mean something else to the sender."""
    value = data.get(field.name)
    if value is None or value == "" or _IS_OF_KIND[field.kind](value):
        return None
    return f"data.{field.name}: must be {field.kind.value} ({field.meaning})"


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _texts(value: Any) -> bool:
    return _text(value) or (isinstance(value, list) and all(map(_text, value)))


def _measure(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(map(_measure, value.values()))
    return _number(value) or (isinstance(value, str) and bool(numbers_in(value)))


def _whole(value: Any) -> bool:
    return _number(value) and value >= 0 and value == int(value)


def _time(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    for read in (date.fromisoformat, datetime.fromisoformat):
        try:
            read(value.strip())
        except ValueError:
            continue
        return True
    return False


_IS_OF_KIND: Mapping[FieldKind, Callable[[Any], bool]] = {
    FieldKind.TEXT: _text,
    FieldKind.LABEL: lambda value: _text(value) and len(value) <= MAX_LABEL_VALUE,
    FieldKind.TEXTS: _texts,
    FieldKind.MEASURE: _measure,
    FieldKind.POSITIVE: lambda value: _number(value) and value > 0,
    FieldKind.WHOLE: _whole,
    FieldKind.SHARE: lambda value: _number(value) and 0 <= value <= 1,
    FieldKind.COEFFICIENT: lambda value: _number(value) and -1 <= value <= 1,
    FieldKind.FLAG: lambda value: isinstance(value, bool),
    FieldKind.FLAG_OR_TEXTS: lambda value: isinstance(value, bool) or _texts(value),
    FieldKind.TIME: _time,
}
