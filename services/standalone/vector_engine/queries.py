"""Searches: dense, sparse with IDF over a corpus, prefetches, reciprocal rank fusion, rescoring."""

from typing import Any

from qdrant_edge import (
    Fusion,
    IdfParams,
    Prefetch,
    Query,
    QueryBatchRequest,
    QueryRequest,
    SearchParams,
)

from services.standalone.vector_engine.collections import Collection
from services.standalone.vector_engine.fields import checked, items, number, shape, truth, whole
from services.standalone.vector_engine.filters import optional_filter
from services.standalone.vector_engine.refusals import not_offered, wrong
from services.standalone.vector_engine.replies import payload_wanted, scored_replies, vectors_wanted
from services.standalone.vector_engine.vectors import VectorNames, fitting

PREFETCH_LEVELS = 6
MOST_QUERIES = 128
LIMIT_DEFAULT = 10
RRF_K_DEFAULT = 2

_REQUEST = shape(
    "query",
    "prefetch query using filter params score_threshold limit offset with_vector with_payload",
    absent_here="shard_key lookup_from",
)
_PREFETCH = shape("prefetch", "prefetch query using filter params score_threshold limit", absent_here="lookup_from")
_BATCH = shape("query batch", "", needed="searches")
_PARAMS = shape("search params", "hnsw_ef exact indexed_only idf", absent_here="quantization acorn")
_IDF = shape("idf", "", needed="corpus")
_NEAREST = shape("nearest query", "", needed="nearest", absent_here="mmr")
_FUSION = shape("fusion query", "", needed="fusion")
_RRF_QUERY = shape("rrf query", "", needed="rrf")
_RRF = shape("rrf", "k weights")

# Queries of the server that are left out, by the field they are known by.
_LEFT_OUT = ("recommend", "discover", "context", "order_by", "formula", "sample", "relevance_feedback", "text", "image", "object")


def query(collection: Collection, body: Any) -> dict[str, Any]:
    """One search."""
    return scored_replies(collection.shard.edge.query(_request(body, collection.names)))


def query_batch(collection: Collection, body: Any) -> list[dict[str, Any]]:
    """Several searches in one planned run; one wrong request refuses all."""
    searches = items(checked(body, _BATCH)["searches"], "searches")
    if len(searches) > MOST_QUERIES:
        raise wrong(f"searches: at most {MOST_QUERIES} in one call")
    if not searches:
        return []
    request = QueryBatchRequest([_request(search, collection.names) for search in searches])
    return [scored_replies(points) for points in collection.shard.edge.query_batch(request)]


def _request(body: Any, names: VectorNames) -> QueryRequest:
    found = checked(body, _REQUEST)
    prefetches = _prefetches(found.get("prefetch"), names, level=1)
    asked = _asked(found, names)
    _check_pairing(asked, prefetches, found)
    return QueryRequest(
        limit=whole(found.get("limit", LIMIT_DEFAULT), "limit", low=1),
        offset=whole(found.get("offset", 0), "offset"),
        query=asked,
        prefetches=prefetches,
        filter=optional_filter(found.get("filter")),
        params=_params(found.get("params")),
        score_threshold=_threshold(found),
        with_vector=vectors_wanted(found.get("with_vector"), names),
        with_payload=payload_wanted(found.get("with_payload"), default=False),
    )


def _prefetches(value: Any, names: VectorNames, *, level: int) -> list[Prefetch]:
    if value is None:
        return []
    if level > PREFETCH_LEVELS:
        raise wrong(f"prefetch: nested deeper than {PREFETCH_LEVELS} levels")
    return [_prefetch(item, names, level) for item in (value if type(value) is list else [value])]


def _prefetch(value: Any, names: VectorNames, level: int) -> Prefetch:
    found = checked(value, _PREFETCH)
    inner = _prefetches(found.get("prefetch"), names, level=level + 1)
    asked = _asked(found, names)
    _check_pairing(asked, inner, found)
    return Prefetch(
        limit=whole(found.get("limit", LIMIT_DEFAULT), "prefetch.limit", low=1),
        query=asked,
        prefetches=inner,
        params=_params(found.get("params")),
        filter=optional_filter(found.get("filter")),
        score_threshold=_threshold(found),
    )


def _check_pairing(asked: Any, prefetches: list[Prefetch], found: dict[str, Any]) -> None:
    """A fusion joins prefetches, one weight each; prefetches without a query lead nowhere."""
    if asked is None and prefetches:
        raise wrong("prefetch: a query is needed to join or rescore the prefetches")
    if isinstance(asked, Fusion):
        if not prefetches:
            raise wrong("fusion: there is nothing to join without a prefetch")
        rrf = found["query"].get("rrf") or {}
        if rrf.get("weights") is not None and len(rrf["weights"]) != len(prefetches):
            raise wrong(f"rrf.weights: {len(rrf['weights'])} weights for {len(prefetches)} prefetches")


def _asked(found: dict[str, Any], names: VectorNames) -> Any:
    value = found.get("query")
    if value is None:
        return None
    if type(value) is dict:
        if "fusion" in value or "rrf" in value:
            return _fusion(value)
        for name in _LEFT_OUT:
            if name in value:
                raise not_offered(f"`{name}` queries")
        if "nearest" in value:
            value = checked(value, _NEAREST)["nearest"]
    if type(value) in (int, str):
        raise not_offered("queries by point id")
    using = names.known(found.get("using", ""))
    return Query.Nearest(fitting(value, using, names), using)


def _fusion(value: dict[str, Any]) -> Any:
    if "fusion" in value:
        if checked(value, _FUSION)["fusion"] != "rrf":
            raise not_offered(f"`{value['fusion']}` fusion")
        return Fusion.Rrf(RRF_K_DEFAULT)
    found = checked(checked(value, _RRF_QUERY)["rrf"], _RRF)
    k = whole(found.get("k", RRF_K_DEFAULT), "rrf.k", low=1)
    weights = found.get("weights")
    if weights is None:
        return Fusion.Rrf(k)
    return Fusion.Rrf(k, [number(weight, "rrf.weights") for weight in items(weights, "rrf.weights")])


def _params(value: Any) -> SearchParams | None:
    if value is None:
        return None
    found = checked(value, _PARAMS)
    return SearchParams(
        hnsw_ef=whole(found["hnsw_ef"], "params.hnsw_ef") if "hnsw_ef" in found else None,
        exact=truth(found.get("exact", False), "params.exact"),
        indexed_only=truth(found.get("indexed_only", False), "params.indexed_only"),
        idf=_idf(found.get("idf")),
    )


def _idf(value: Any) -> IdfParams | None:
    if value is None or value == "global":
        return None
    return IdfParams(corpus=optional_filter(checked(value, _IDF)["corpus"]))


def _threshold(found: dict[str, Any]) -> float | None:
    return number(found["score_threshold"], "score_threshold") if "score_threshold" in found else None
