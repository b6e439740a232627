"""Which call does what. A path that stands here with no method of the same name, or not at all, is answered with 501."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from services.standalone.vector_engine import collection_calls, payload_indexes, points, queries, updates
from services.standalone.vector_engine.collections import Collection, Engine
from services.standalone.vector_engine.refusals import not_offered
from services.standalone.vector_engine.updates import Steps
from services.standalone.vector_engine.vectors import VectorNames


@dataclass(frozen=True, slots=True)
class Writing:
    """Steps to be done in order. `is_batch`: one result per group, else one for all."""

    collection: Collection
    groups: list[Steps]
    is_batch: bool = False


Call = Callable[[Engine, list[str], Any], Any]


def _of_collection(call: Callable[[Collection, Any], Any]) -> Call:
    return lambda engine, names, body: call(engine.collection(names[0]), body)


def _writing(parse: Callable[[Any, VectorNames], Steps]) -> Call:
    def call(engine: Engine, names: list[str], body: Any) -> Writing:
        collection = engine.collection(names[0])
        return Writing(collection, [parse(body, collection.names)])

    return call


def _create(engine: Engine, names: list[str], body: Any) -> bool:
    engine.create(names[0], body)
    return True


def _batch(engine: Engine, names: list[str], body: Any) -> Writing:
    collection = engine.collection(names[0])
    return Writing(collection, updates.batch(body, collection.names), is_batch=True)


ROUTES: dict[str, Call] = {
    "GET /collections": lambda engine, _, __: collection_calls.listed(engine),
    "GET /aliases": lambda engine, _, __: collection_calls.aliases(engine),
    "POST /collections/aliases": lambda engine, _, body: collection_calls.change_aliases(engine, body),
    "PUT /collections/{}": _create,
    "GET /collections/{}": lambda engine, names, _: collection_calls.described(engine.collection(names[0])),
    "DELETE /collections/{}": lambda engine, names, _: engine.drop(names[0]),
    "GET /collections/{}/exists": lambda engine, names, _: collection_calls.exists(engine, names[0]),
    "GET /collections/{}/aliases": lambda engine, names, _: collection_calls.aliases(engine, names[0]),
    "PUT /collections/{}/index": _writing(payload_indexes.create_index),
    "DELETE /collections/{}/index/{}": lambda engine, names, _: Writing(
        engine.collection(names[0]), [payload_indexes.delete_index(names[1])]
    ),
    "PUT /collections/{}/points": _writing(updates.upsert),
    "POST /collections/{}/points": _of_collection(points.retrieve),
    "GET /collections/{}/points/{}": lambda engine, names, _: points.point(engine.collection(names[0]), names[1]),
    "POST /collections/{}/points/batch": _batch,
    "POST /collections/{}/points/delete": _writing(updates.delete),
    "POST /collections/{}/points/payload": _writing(updates.set_payload),
    "PUT /collections/{}/points/payload": _writing(updates.overwrite_payload),
    "POST /collections/{}/points/payload/delete": _writing(updates.delete_payload),
    "POST /collections/{}/points/payload/clear": _writing(updates.clear_payload),
    "PUT /collections/{}/points/vectors": _writing(updates.update_vectors),
    "POST /collections/{}/points/vectors/delete": _writing(updates.delete_vectors),
    "POST /collections/{}/points/scroll": _of_collection(points.scroll),
    "POST /collections/{}/points/count": _of_collection(points.count),
    "POST /collections/{}/points/query": _of_collection(queries.query),
    "POST /collections/{}/points/query/batch": _of_collection(queries.query_batch),
    "POST /collections/{}/facet": _of_collection(points.facet),
}


def _table() -> dict[tuple[str, int], list[tuple[list[str], Call]]]:
    table: dict[tuple[str, int], list[tuple[list[str], Call]]] = {}
    for pattern, call in ROUTES.items():
        method, path = pattern.split(" ")
        parts = path.split("/")[1:]
        table.setdefault((method, len(parts)), []).append((parts, call))
    return table


_TABLE = _table()


def call_for(method: str, path: str) -> tuple[Call, list[str]]:
    """The call and the names in its path. 501 where there is none."""
    parts = path.split("/")[1:]
    for pattern, call in _TABLE.get((method, len(parts)), ()):
        if all(wanted in ("{}", part) for wanted, part in zip(pattern, parts, strict=True)):
            return call, [part for wanted, part in zip(pattern, parts, strict=True) if wanted == "{}"]
    raise not_offered(f"{method} {path}")
