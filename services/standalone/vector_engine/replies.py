"""The engine's objects -> the JSON a Qdrant server answers with."""

from collections.abc import Iterable
from typing import Any

from qdrant_edge import PayloadSelector, Record, ScoredPoint, SparseVector

from services.standalone.vector_engine.fields import checked, shape
from services.standalone.vector_engine.refusals import wrong
from services.standalone.vector_engine.validation import paths
from services.standalone.vector_engine.vectors import VectorNames

_SELECTOR = shape("with_payload", "include exclude")


def payload_wanted(value: Any, *, default: bool) -> Any:
    """`with_payload`: a bool, a list of paths, or include / exclude."""
    if value is None:
        return default
    if type(value) is bool:
        return value
    if type(value) is list:
        return PayloadSelector.Include(paths(value, "with_payload"))
    found = checked(value, _SELECTOR)
    if len(found) != 1:
        raise wrong("with_payload: exactly one of include and exclude is expected")
    if "include" in found:
        return PayloadSelector.Include(paths(found["include"], "with_payload.include"))
    return PayloadSelector.Exclude(paths(found["exclude"], "with_payload.exclude"))


def vectors_wanted(value: Any, names: VectorNames) -> bool | list[str]:
    """`with_vector`: a bool or a list of vector names."""
    if value is None:
        return False
    if type(value) is bool:
        return value
    if type(value) is list:
        return [names.known(name) for name in value]
    raise wrong("with_vector: a bool or a list of vector names is expected")


def record_reply(record: Record) -> dict[str, Any]:
    """One stored point."""
    reply: dict[str, Any] = {"id": record.id}
    if record.payload is not None:
        reply["payload"] = record.payload
    if record.vector is not None:
        reply["vector"] = _vector_reply(record.vector)
    if record.order_value is not None:
        reply["order_value"] = record.order_value
    return reply


def scored_replies(points: Iterable[ScoredPoint]) -> dict[str, Any]:
    """The hits of one query, best first."""
    return {"points": [_scored_reply(point) for point in points]}


def _scored_reply(point: ScoredPoint) -> dict[str, Any]:
    reply: dict[str, Any] = {"id": point.id, "version": point.version, "score": point.score}
    if point.payload is not None:
        reply["payload"] = point.payload
    if point.vector is not None:
        reply["vector"] = _vector_reply(point.vector)
    return reply


def _vector_reply(vector: Any) -> Any:
    if isinstance(vector, dict):
        return {name: _vector_reply(item) for name, item in vector.items()}
    if isinstance(vector, SparseVector):
        return {"indices": vector.indices, "values": vector.values}
    return vector
