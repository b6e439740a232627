"""Reads of points: one, many, page by page, counted, counted per value."""

from typing import Any

from qdrant_edge import CountRequest, Direction, FacetRequest, OrderBy, ScrollRequest

from services.standalone.vector_engine.collections import Collection
from services.standalone.vector_engine.fields import checked, shape, truth, whole
from services.standalone.vector_engine.filters import optional_filter
from services.standalone.vector_engine.refusals import absent, wrong
from services.standalone.vector_engine.replies import payload_wanted, record_reply, vectors_wanted
from services.standalone.vector_engine.validation import path, point_id, point_id_of_path, point_ids

LIMIT_DEFAULT = 10

_RETRIEVE = shape("retrieve", "with_payload with_vector", needed="ids", absent_here="shard_key")
_SCROLL = shape("scroll", "offset limit filter with_payload with_vector order_by", absent_here="shard_key")
_ORDER = shape("order_by", "direction start_from", needed="key")
_COUNT = shape("count", "filter exact", absent_here="shard_key")
_FACET = shape("facet", "filter limit exact", needed="key", absent_here="shard_key")
_DIRECTIONS = {"asc": Direction.Asc, "desc": Direction.Desc}


def point(collection: Collection, segment: str) -> dict[str, Any]:
    """One point with payload and vectors, 404 where there is none."""
    found = collection.shard.edge.retrieve([point_id_of_path(segment)], True, True)  # noqa: FBT003
    if not found:
        raise absent(f"Point with id {segment} does not exists!")
    return record_reply(found[0])


def retrieve(collection: Collection, body: Any) -> list[dict[str, Any]]:
    """The points among these ids that exist."""
    found = checked(body, _RETRIEVE)
    records = collection.shard.edge.retrieve(
        list(point_ids(found["ids"], "ids")),
        payload_wanted(found.get("with_payload"), default=True),
        vectors_wanted(found.get("with_vector"), collection.names),
    )
    return [record_reply(record) for record in records]


def scroll(collection: Collection, body: Any) -> dict[str, Any]:
    """One page in order of id, or in order of an indexed payload field."""
    found = checked(body, _SCROLL)
    order = _order(found.get("order_by"))
    if order is not None and "offset" in found:
        raise wrong("Cannot use an `offset` when using `order_by`. The alternative for paging is to use `order_by.start_from`")
    records, following = collection.shard.edge.scroll(
        ScrollRequest(
            offset=point_id(found["offset"]) if "offset" in found else None,
            limit=whole(found.get("limit", LIMIT_DEFAULT), "limit", low=1),
            filter=optional_filter(found.get("filter")),
            with_payload=payload_wanted(found.get("with_payload"), default=True),
            with_vector=vectors_wanted(found.get("with_vector"), collection.names),
            order_by=order,
        )
    )
    return {"points": [record_reply(record) for record in records], "next_page_offset": None if order else following}


def _order(value: Any) -> OrderBy | None:
    if value is None:
        return None
    if type(value) is str:
        return OrderBy(path(value, "order_by"))
    found = checked(value, _ORDER)
    direction = found.get("direction", "asc")
    if direction not in _DIRECTIONS:
        raise wrong("order_by.direction: asc or desc is expected")
    if "start_from" in found and type(found["start_from"]) not in (int, float, str):
        raise wrong("order_by.start_from: a number or a date is expected")
    return OrderBy(path(found["key"], "order_by.key"), _DIRECTIONS[direction], found.get("start_from"))


def count(collection: Collection, body: Any) -> dict[str, int]:
    """How many points match."""
    found = checked(body, _COUNT)
    request = CountRequest(exact=truth(found.get("exact", True), "exact"), filter=optional_filter(found.get("filter")))
    return {"count": collection.shard.edge.count(request)}


def facet(collection: Collection, body: Any) -> dict[str, Any]:
    """Counts per value of an indexed field, most frequent first."""
    found = checked(body, _FACET)
    request = FacetRequest(
        key=path(found["key"], "key"),
        limit=whole(found.get("limit", LIMIT_DEFAULT), "limit", low=1),
        exact=truth(found.get("exact", False), "exact"),
        filter=optional_filter(found.get("filter")),
    )
    return {"hits": [{"value": hit.value, "count": hit.count} for hit in collection.shard.edge.facet(request).hits]}
