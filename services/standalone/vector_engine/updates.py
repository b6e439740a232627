"""Writes: JSON -> checked steps of at most 64 points. Nothing reaches the engine before the whole call was read."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from qdrant_edge import Filter, Point, PointVectors, UpdateMode, UpdateOperation

from services.standalone.vector_engine.fields import checked, items, shape
from services.standalone.vector_engine.filters import filter_of, optional_filter
from services.standalone.vector_engine.refusals import wrong
from services.standalone.vector_engine.validation import PointKey, path, paths, payload, point_id, point_ids
from services.standalone.vector_engine.vectors import VectorNames, named_vectors

T = TypeVar("T")

POINTS_PER_STEP = 64
MOST_OPERATIONS = 10_000

_MODES = {"upsert": UpdateMode.Upsert, "insert_only": UpdateMode.InsertOnly, "update_only": UpdateMode.UpdateOnly}
_UPSERT = shape("upsert", "points batch update_filter update_mode", absent_here="shard_key")
_BATCH = shape("upsert batch", "payloads", needed="ids vectors")
_POINT = shape("point", "payload", needed="id vector")
_POINT_VECTORS = shape("point vectors", "", needed="id vector")
_DELETE = shape("delete", "points filter", absent_here="shard_key")
_SET_PAYLOAD = shape("set payload", "points filter key", needed="payload", absent_here="shard_key")
_OVERWRITE = shape("overwrite payload", "points filter key", needed="payload", absent_here="shard_key")
_DELETE_PAYLOAD = shape("delete payload", "points filter", needed="keys", absent_here="shard_key")
_CLEAR_PAYLOAD = shape("clear payload", "points filter", absent_here="shard_key")
_UPDATE_VECTORS = shape("update vectors", "update_filter", needed="points", absent_here="shard_key")
_DELETE_VECTORS = shape("delete vectors", "points filter", needed="vector", absent_here="shard_key")
_OPERATIONS = shape("batch update", "", needed="operations")


@dataclass(frozen=True, slots=True)
class Step:
    """One call of the engine. `must_exist`: points without which it is refused, because it would be logged half-done."""

    operation: UpdateOperation
    weight: int = 1
    must_exist: tuple[PointKey, ...] = ()


Steps = list[Step]


def upsert(body: Any, names: VectorNames) -> Steps:
    """Insert or replace points, given as a list or by column."""
    found = checked(body, _UPSERT)
    if ("points" in found) == ("batch" in found):
        raise wrong("upsert: exactly one of `points` and `batch` is expected")
    mode = found.get("update_mode", "upsert")
    if mode not in _MODES:
        raise wrong(f"update_mode: one of {', '.join(_MODES)} is expected")
    condition = optional_filter(found.get("update_filter"))
    rows = items(found["points"], "points") if "points" in found else _rows_of(found["batch"])
    points = [_point(row, names) for row in rows]
    return [Step(UpdateOperation.upsert_points(part, condition, _MODES[mode]), len(part)) for part in _parts(points)]


def _point(value: Any, names: VectorNames) -> Point:
    found = checked(value, _POINT)
    stored = payload(found["payload"], "payload") if "payload" in found else None
    return Point(point_id(found["id"]), named_vectors(found["vector"], names), stored)


def _rows_of(value: Any) -> list[dict[str, Any]]:
    """Columns -> rows; a null in a column of vectors leaves that vector out."""
    found = checked(value, _BATCH)
    ids = items(found["ids"], "batch.ids")
    columns = found["vectors"]
    if type(columns) is not dict:
        raise wrong("batch.vectors: an object of named columns is expected")
    payloads = items(found.get("payloads", [None] * len(ids)), "batch.payloads")
    for where, column in [("payloads", payloads), *columns.items()]:
        if len(items(column, f"batch.{where}")) != len(ids):
            raise wrong(f"batch.{where}: {len(column)} entries for {len(ids)} ids")
    return [
        {"id": ids[at], "vector": {name: column[at] for name, column in columns.items() if column[at] is not None}, "payload": payloads[at]}
        for at in range(len(ids))
    ]


def delete(body: Any, _: VectorNames) -> Steps:
    """Delete points by ids or filter. Missing ids are no fault."""
    found = checked(body, _DELETE)
    return _steps(found, UpdateOperation.delete_points, UpdateOperation.delete_points_by_filter, must_exist=False)


def set_payload(body: Any, _: VectorNames) -> Steps:
    """Set these payload fields and leave the others."""
    found = checked(body, _SET_PAYLOAD)
    fields, key = payload(found["payload"], "payload"), _key(found)
    return _steps(
        found,
        lambda ids: UpdateOperation.set_payload(ids, fields, key),
        lambda wanted: UpdateOperation.set_payload_by_filter(wanted, fields, key),
    )


def overwrite_payload(body: Any, _: VectorNames) -> Steps:
    """Replace the whole payload."""
    found = checked(body, _OVERWRITE)
    fields, key = payload(found["payload"], "payload"), _key(found)
    return _steps(
        found,
        lambda ids: UpdateOperation.overwrite_payload(ids, fields, key),
        lambda wanted: UpdateOperation.overwrite_payload_by_filter(wanted, fields, key),
    )


def delete_payload(body: Any, _: VectorNames) -> Steps:
    """Take these fields out of the payload."""
    found = checked(body, _DELETE_PAYLOAD)
    keys = paths(found["keys"], "keys")
    return _steps(
        found,
        lambda ids: UpdateOperation.delete_payload(ids, keys),
        lambda wanted: UpdateOperation.delete_payload_by_filter(wanted, keys),
    )


def clear_payload(body: Any, _: VectorNames) -> Steps:
    """Take the whole payload away."""
    return _steps(checked(body, _CLEAR_PAYLOAD), UpdateOperation.clear_payload, UpdateOperation.clear_payload_by_filter)


def update_vectors(body: Any, names: VectorNames) -> Steps:
    """Replace the given vectors of existing points."""
    found = checked(body, _UPDATE_VECTORS)
    condition = optional_filter(found.get("update_filter"))
    rows = [checked(row, _POINT_VECTORS) for row in items(found["points"], "points")]
    changes = [(point_id(row["id"]), named_vectors(row["vector"], names)) for row in rows]
    return [
        Step(
            UpdateOperation.update_vectors([PointVectors(key, vectors) for key, vectors in part], condition),
            len(part),
            tuple(key for key, _ in part),
        )
        for part in _parts(changes)
    ]


def delete_vectors(body: Any, names: VectorNames) -> Steps:
    """Take vectors off points by ids or filter."""
    found = checked(body, _DELETE_VECTORS)
    gone = [names.known(name) for name in items(found["vector"], "vector")]
    return _steps(
        found,
        lambda ids: UpdateOperation.delete_vectors(ids, gone),
        lambda wanted: UpdateOperation.delete_vectors_by_filter(wanted, gone),
    )


_KINDS: dict[str, Callable[[Any, VectorNames], Steps]] = {
    "upsert": upsert,
    "delete": delete,
    "set_payload": set_payload,
    "overwrite_payload": overwrite_payload,
    "delete_payload": delete_payload,
    "clear_payload": clear_payload,
    "update_vectors": update_vectors,
    "delete_vectors": delete_vectors,
}


def batch(body: Any, names: VectorNames) -> list[Steps]:
    """The steps of each operation, in order. All are read before the first is done."""
    listed = items(checked(body, _OPERATIONS)["operations"], "operations")
    if len(listed) > MOST_OPERATIONS:
        raise wrong(f"operations: at most {MOST_OPERATIONS} in one call")
    return [_operation(value, names) for value in listed]


def _operation(value: Any, names: VectorNames) -> Steps:
    if type(value) is not dict or len(value) != 1:
        raise wrong("operations: each must be an object with one field, its kind")
    kind, body = next(iter(value.items()))
    if kind not in _KINDS:
        raise wrong(f"operations: unknown field `{kind}`")
    return _KINDS[kind](body, names)


def _key(found: dict[str, Any]) -> str | None:
    return path(found["key"], "key") if "key" in found else None


def _steps(
    found: dict[str, Any],
    by_ids: Callable[[list[Any]], UpdateOperation],
    by_filter: Callable[[Filter], UpdateOperation],
    *,
    must_exist: bool = True,
) -> Steps:
    if ("points" in found) == ("filter" in found):
        raise wrong("exactly one of `points` and `filter` must be specified")
    if "filter" in found:
        return [Step(by_filter(filter_of(found["filter"])))]
    return [Step(by_ids(part), len(part), tuple(part) if must_exist else ()) for part in _parts(point_ids(found["points"], "points"))]


def _parts(rows: Sequence[T]) -> Iterator[list[T]]:
    for start in range(0, len(rows), POINTS_PER_STEP):
        yield list(rows[start : start + POINTS_PER_STEP])
