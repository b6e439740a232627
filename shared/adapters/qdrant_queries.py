"""Both arms of a recall as one batch of engine queries, and the answers as hits with ranks and raw scores.

The first query scores the union of both arms by cosine; the second gives the keyword arm's own scores.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from qdrant_client import models

from shared.adapters.qdrant_mapping import EPOCH, MEMORY_FIELDS, MICROSECOND, STAGES, from_us, read_memory, unpack_terms
from shared.adapters.qdrant_reads import Point
from shared.adapters.qdrant_schema import DENSE, SPARSE
from shared.domain.relevance import Hit, HybridQuery, Neighbour
from shared.domain.write_plan import SparseVector

HIT_FIELDS = [
    "memory_id",
    "terms",
    "importance",
    "stage",
    "observed_us",
    "last_accessed_us",
    "access_count",
    "session_id",
    "position",
    "language",
    "speaker",
    "asks",
]


@dataclass(frozen=True, slots=True)
class Arms:
    """What came back: (point id, score) of each arm, best first, and the payloads that came with them."""

    dense: tuple[tuple[str, float], ...]
    keyword: tuple[tuple[str, float], ...]
    payloads: Mapping[str, Mapping[str, Any]]

    @property
    def without_payload(self) -> list[str]:
        """Keyword matches that have no dense vector, and so were not in the first query's answer."""
        return [point_id for point_id, _ in self.keyword if point_id not in self.payloads]


def search_requests(query: HybridQuery, *, narrowed: models.Filter, corpus: models.Filter) -> list[models.QueryRequest]:
    """The union and the keyword arm, of these what can be asked; without a query vector each variant of the words beside them.

    `corpus` is what term rarity is computed over.
    """
    rarity = models.SearchParams(idf=models.IdfCorpusParams(corpus=corpus))
    variants = [(words, query.variant_limit) for words in query.variants if words.indices]
    arms = [(query.sparse, query.limit)] if query.sparse.indices else []
    if query.dense is None:
        return [_keyword_request(words, narrowed, rarity, limit=limit, fields=HIT_FIELDS) for words, limit in (*arms, *variants)]
    if not arms:
        return [_dense_request(query.dense, narrowed, limit=query.limit, fields=HIT_FIELDS)]
    vector = as_floats(query.dense)
    prefetch = [models.Prefetch(query=vector, using=DENSE, filter=narrowed, limit=query.limit)]
    prefetch += [
        models.Prefetch(query=_sparse(words), using=SPARSE, filter=narrowed, params=rarity, limit=limit)
        for words, limit in (*arms, *variants)
    ]
    whole = sum(limit for _, limit in (*arms, *variants)) + query.limit
    union = models.QueryRequest(prefetch=prefetch, query=vector, using=DENSE, limit=whole, with_payload=HIT_FIELDS)
    return [union, _keyword_request(query.sparse, narrowed, rarity, limit=query.limit, fields=None)]


def read_arms(query: HybridQuery, answers: Sequence[Sequence[Point]]) -> Arms:
    """The answers to `search_requests`, in its order."""
    waiting = list(answers)
    dense = waiting.pop(0) if query.dense is not None else ()
    keyword = waiting.pop(0) if query.sparse.indices else ()
    others = [point for answer in waiting for point in answer]
    return Arms(
        dense=tuple((point["id"], point["score"]) for point in dense),
        keyword=tuple((point["id"], point["score"]) for point in keyword),
        payloads={point["id"]: payload for point in (*dense, *keyword, *others) if (payload := point.get("payload"))},
    )


def read_hits(arms: Arms, payloads: Mapping[str, Mapping[str, Any]], *, limit: int) -> tuple[Hit, ...]:
    """The union, by cosine, then what only the keyword arm knows, then its variants. What has no payload was deleted meanwhile.

    Everything that the dense arm found is in the union, so the first `limit` of it by cosine are the dense arm.
    """
    keyword = {point_id: (rank, score) for rank, (point_id, score) in enumerate(arms.keyword, start=1)}
    cosines = {point_id: (rank, score) for rank, (point_id, score) in enumerate(arms.dense, start=1)}
    hits = []
    for point_id in dict.fromkeys((*cosines, *keyword, *payloads)):
        if point_id in payloads:
            rank, cosine = cosines.get(point_id, (None, None))
            keyword_rank, keyword_score = keyword.get(point_id, (None, 0.0))
            dense_rank = rank if rank is not None and rank <= limit else None
            hits.append(_hit(point_id, payloads[point_id], (cosine, dense_rank), (keyword_score, keyword_rank)))
    return tuple(hits)


def _hit(point_id: str, payload: Mapping[str, Any], dense: tuple[float | None, int | None], keyword: tuple[float, int | None]) -> Hit:
    return Hit(
        point_id=point_id,
        memory_id=payload["memory_id"],
        cosine=dense[0],
        sparse_score=keyword[0],
        dense_rank=dense[1],
        sparse_rank=keyword[1],
        term_ids=unpack_terms(payload["terms"]),
        importance=payload["importance"],
        stage=STAGES[payload["stage"]],
        observed_at=EPOCH + payload["observed_us"] * MICROSECOND,
        last_accessed_at=from_us(payload.get("last_accessed_us")),
        access_count=payload["access_count"],
        session_id=payload.get("session_id"),
        position=payload.get("position"),
        language=payload["language"],
        speaker=payload.get("speaker"),
        asks=payload.get("asks", False),
    )


def neighbour_requests(vectors: Sequence[Sequence[float]], *, narrowed: models.Filter, limit: int) -> list[models.QueryRequest]:
    """One dense query for each vector."""
    return [_dense_request(vector, narrowed, limit=limit, fields=MEMORY_FIELDS) for vector in vectors]


def read_neighbours(answer: Sequence[Point]) -> tuple[Neighbour, ...]:
    """Best first."""
    return tuple(Neighbour(memory=read_memory(point["payload"]), cosine=point["score"]) for point in answer)


def dense_vector(point: models.Record) -> list[float] | None:
    """The stored dense vector, None where the version has none."""
    stored = point.vector.get(DENSE) if isinstance(point.vector, dict) else None
    return cast("list[float]", stored) if isinstance(stored, list) else None


def _keyword_request(
    words: SparseVector, narrowed: models.Filter, rarity: models.SearchParams, *, limit: int, fields: list[str] | None
) -> models.QueryRequest:
    payload = fields if fields is not None else False
    return models.QueryRequest(query=_sparse(words), using=SPARSE, filter=narrowed, params=rarity, limit=limit, with_payload=payload)


def _sparse(words: SparseVector) -> models.SparseVector:
    return models.SparseVector(indices=list(words.indices), values=list(words.values))


def as_floats(vector: Sequence[float]) -> list[float]:
    """Plain floats, also of a numpy vector."""
    floats: list[float] = np.asarray(vector, dtype=np.float64).tolist()
    return floats


def _dense_request(vector: Sequence[float], narrowed: models.Filter, *, limit: int, fields: list[str]) -> models.QueryRequest:
    return models.QueryRequest(query=as_floats(vector), using=DENSE, filter=narrowed, limit=limit, with_payload=fields)
