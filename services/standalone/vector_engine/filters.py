"""Qdrant's filter JSON -> the engine's filter. Conditions we do not use are refused, never ignored."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import orjson
from qdrant_edge import (
    FieldCondition,
    Filter,
    HasIdCondition,
    HasVectorCondition,
    IsEmptyCondition,
    IsNullCondition,
    MatchAny,
    MatchExcept,
    MatchValue,
    MinShould,
    NestedCondition,
    RangeDateTime,
    RangeFloat,
    ValuesCount,
)

from services.standalone.vector_engine.fields import Shape, checked, items, number, shape, text, truth, whole
from services.standalone.vector_engine.refusals import not_offered, wrong
from services.standalone.vector_engine.validation import path, point_ids

FILTER_LEVELS = 12
MOST_CONDITIONS = 10_000
LONGEST_KEPT = 4096
"""Bytes of a filter that is kept for its next use; lists of ids are longer and do not come again."""

_FILTER = shape("filter", "must must_not should min_should")
_FIELD = shape(
    "field condition",
    "match range values_count is_empty is_null",
    needed="key",
    absent_here="geo_bounding_box geo_radius geo_polygon",
)
_BOUNDS = shape("range", "lt lte gt gte")
_MIN_SHOULD = shape("min_should", "", needed="conditions min_count")
_NESTED = shape("nested", "", needed="key filter")
_PAYLOAD_FIELD = shape("payload field", "", needed="key")
_MATCH = shape("match", "value any except", absent_here="text text_any phrase prefix substring")

_SINGLE: dict[str, Shape] = {
    name: shape(f"{name} condition", "", needed=name) for name in ("has_id", "has_vector", "is_empty", "is_null", "nested")
}


def filter_of(value: Any, *, level: int = 1) -> Filter:
    """The engine's filter. Refused where nested deeper than FILTER_LEVELS, because the log could not be read back."""
    if level > FILTER_LEVELS:
        raise wrong(f"filter: nested deeper than {FILTER_LEVELS} levels")
    found = checked(value, _FILTER)
    return Filter(
        must=_conditions(found.get("must"), level),
        should=_conditions(found.get("should"), level),
        must_not=_conditions(found.get("must_not"), level),
        min_should=_min_should(found.get("min_should"), level),
    )


def optional_filter(value: Any) -> Filter | None:
    """As `filter_of`; None stays None. One call names the same filter for each of its arms: it is built once."""
    if value is None:
        return None
    try:
        raw = orjson.dumps(value)
    except TypeError:  # deeper than a filter may be: refused by whoever reads it
        return filter_of(value)
    return _built(raw) if len(raw) <= LONGEST_KEPT else filter_of(value)


@lru_cache(maxsize=64)
def _built(raw: bytes) -> Filter:
    return filter_of(orjson.loads(raw))


def _conditions(value: Any, level: int) -> list[Any] | None:
    if value is None:
        return None
    listed = value if type(value) is list else [value]
    if len(listed) > MOST_CONDITIONS:
        raise wrong(f"filter: more than {MOST_CONDITIONS} conditions in one clause")
    return [_condition(item, level) for item in listed]


def _min_should(value: Any, level: int) -> MinShould | None:
    if value is None:
        return None
    found = checked(value, _MIN_SHOULD)
    return MinShould(_conditions(found["conditions"], level) or [], whole(found["min_count"], "min_count"))


def _condition(value: Any, level: int) -> Any:
    if type(value) is not dict:
        raise wrong("filter: a condition must be an object")
    if "key" in value:
        return _field_condition(value)
    for name, build in _BUILDERS.items():
        if name in value:
            return build(checked(value, _SINGLE[name])[name], level)
    if "slice" in value:
        raise not_offered("the `slice` condition")
    return filter_of(value, level=level + 1)


def _nested(value: Any, level: int) -> NestedCondition:
    found = checked(value, _NESTED)
    return NestedCondition(path(found["key"], "nested.key"), filter_of(found["filter"], level=level + 1))


def _payload_field(value: Any) -> str:
    return path(checked(value, _PAYLOAD_FIELD)["key"], "condition key")


_BUILDERS: dict[str, Callable[[Any, int], Any]] = {
    "has_id": lambda value, _: HasIdCondition(set(point_ids(value, "has_id"))),
    "has_vector": lambda value, _: HasVectorCondition(text(value, "has_vector")),
    "is_empty": lambda value, _: IsEmptyCondition(_payload_field(value)),
    "is_null": lambda value, _: IsNullCondition(_payload_field(value)),
    "nested": _nested,
}


def _field_condition(value: Any) -> FieldCondition:
    found = checked(value, _FIELD)
    key = path(found["key"], "condition key")
    if len(found) == 1:
        raise wrong(f"filter: the condition on `{key}` asks for nothing")
    return FieldCondition(
        key=key,
        match=_match(found["match"], key) if "match" in found else None,
        range=_range(found["range"], key) if "range" in found else None,
        values_count=_values_count(found["values_count"], key) if "values_count" in found else None,
        is_empty=truth(found["is_empty"], f"{key}.is_empty") if "is_empty" in found else None,
        is_null=truth(found["is_null"], f"{key}.is_null") if "is_null" in found else None,
    )


def _match(value: Any, key: str) -> MatchValue | MatchAny | MatchExcept:
    found = checked(value, _MATCH)
    if len(found) != 1:
        raise wrong(f"filter: match on `{key}` needs exactly one of value, any, except")
    kind, wanted = found.popitem()
    if kind == "value":
        if type(wanted) not in (str, int, bool):
            raise wrong(f"filter: match value on `{key}` must be a string, a whole number or a bool")
        return MatchValue(_told_apart(wanted))
    listed = items(wanted, f"match {kind} on `{key}`")
    if len(set(map(type, listed))) > 1 or not all(type(item) in (str, int) for item in listed):
        raise wrong(f"filter: match {kind} on `{key}` must list only strings or only whole numbers")
    return MatchAny(listed) if kind == "any" else MatchExcept(listed)


def _told_apart(value: Any) -> Any:
    """A Python bool passes for an int in the engine's binding and would match nothing; numpy's is taken for what it is."""
    return np.bool_(value) if type(value) is bool else value


def _range(value: Any, key: str) -> RangeFloat | RangeDateTime:
    found = checked(value, _BOUNDS)
    if any(type(bound) is str for bound in found.values()):
        return RangeDateTime(**{name: text(bound, f"range on `{key}`") for name, bound in found.items()})
    return RangeFloat(**{name: number(bound, f"range on `{key}`") for name, bound in found.items()})


def _values_count(value: Any, key: str) -> ValuesCount:
    found = checked(value, _BOUNDS)
    return ValuesCount(**{name: whole(bound, f"values_count on `{key}`") for name, bound in found.items()})
