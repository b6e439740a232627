"""Payload indexes: which kinds there are, how they are made, removed and shown."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from qdrant_edge import (
    BoolIndexParams,
    DatetimeIndexParams,
    FloatIndexParams,
    IntegerIndexParams,
    KeywordIndexParams,
    PayloadSchemaType,
    UpdateOperation,
    UuidIndexParams,
)

from services.standalone.vector_engine.fields import Shape, checked, shape, truth
from services.standalone.vector_engine.refusals import not_offered, wrong
from services.standalone.vector_engine.updates import Step, Steps
from services.standalone.vector_engine.validation import path
from services.standalone.vector_engine.vectors import VectorNames

if TYPE_CHECKING:
    from qdrant_edge import PayloadIndexInfo  # in the stubs only

_CREATE = shape("create index", "field_schema", needed="field_name")
_NOT_HERE = "memory nested prefix"
_COMMON = "on_disk enable_hnsw"

_KINDS: dict[str, tuple[PayloadSchemaType, Any, str]] = {
    "keyword": (PayloadSchemaType.Keyword, KeywordIndexParams, "is_tenant"),
    "integer": (PayloadSchemaType.Integer, IntegerIndexParams, "lookup range is_principal"),
    "float": (PayloadSchemaType.Float, FloatIndexParams, "is_principal"),
    "bool": (PayloadSchemaType.Bool, BoolIndexParams, ""),
    "datetime": (PayloadSchemaType.Datetime, DatetimeIndexParams, "is_principal"),
    "uuid": (PayloadSchemaType.Uuid, UuidIndexParams, "is_tenant"),
}
_SHAPES: dict[str, Shape] = {
    kind: shape(f"{kind} index", f"{own} {_COMMON}", needed="type", absent_here=_NOT_HERE) for kind, (_, _, own) in _KINDS.items()
}


def create_index(body: Any, _: VectorNames) -> Steps:
    """Index one payload field. Making the same index again changes nothing."""
    found = checked(body, _CREATE)
    field = path(found["field_name"], "field_name")
    return [Step(UpdateOperation.create_field_index(field, _schema(found.get("field_schema"))))]


def delete_index(field: str) -> Steps:
    """Remove the index of one payload field."""
    return [Step(UpdateOperation.delete_field_index(path(field, "field_name")))]


def _schema(value: Any) -> Any:
    if value is None:
        raise wrong("create index: field `field_schema` is missing")
    kind = value.get("type") if type(value) is dict else value
    if kind in ("text", "geo"):
        raise not_offered(f"`{kind}` payload indexes")
    if kind not in _KINDS:
        raise wrong(f"field_schema: one of {', '.join(_KINDS)} is expected")
    schema_type, params, _ = _KINDS[kind]
    if type(value) is not dict:
        return schema_type
    found = checked(value, _SHAPES[kind])
    del found["type"]
    return params(**{name: truth(item, name) for name, item in found.items()})


def shown_indexes(schema: Mapping[str, "PayloadIndexInfo"]) -> dict[str, Any]:
    """The `payload_schema` part of a collection's description."""
    return {field: _shown(found) for field, found in schema.items()}


def _shown(found: "PayloadIndexInfo") -> dict[str, Any]:
    kind = next((name for name, (schema_type, _, _) in _KINDS.items() if schema_type == found.data_type), str(found.data_type))
    shown: dict[str, Any] = {"data_type": kind, "points": found.points}
    if found.params is not None and kind in _KINDS:
        values = {name: getattr(found.params, name) for name in f"{_KINDS[kind][2]} {_COMMON}".split()}
        shown["params"] = {"type": kind} | {name: item for name, item in values.items() if item is not None}
    return shown
