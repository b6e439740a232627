"""Scores of the fake store: exact cosine, and keyword scores with the engine's formula of term rarity."""

import math
import struct
from collections.abc import Mapping, Sequence

from shared.domain.relevance import Hit, HybridQuery
from shared.domain.write_plan import PointInsert, SparseVector
from shared.text.spoken_by import asks_something, speaker_in


def by_cosine(vector: Sequence[float], points: Sequence[PointInsert]) -> list[tuple[float, PointInsert]]:
    """Points that have a dense vector, best first."""
    scored = [(_cosine(vector, _unpacked(point.dense)), point) for point in points if point.dense is not None]
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].point_id))


def unit_vector(dense: bytes) -> list[float]:
    """A stored vector as the engine keeps it: of length 1."""
    vector = _unpacked(dense)
    length = math.hypot(*vector)
    return [value / length for value in vector] if length else vector


def hybrid_hits(allowed: Sequence[PointInsert], query: HybridQuery, corpus: Sequence[SparseVector]) -> tuple[Hit, ...]:
    """The union of both arms, by cosine, then by keyword score."""
    points = {point.point_id: point for point in allowed}
    scores = _keyword_scores(query.sparse, points, corpus)
    keyword = _keyword_arm(query.sparse, points, corpus, limit=query.limit)
    dense = [] if query.dense is None else by_cosine(query.dense, allowed)
    cosines = {point.point_id: cosine for cosine, point in dense}
    dense_ranks = {point.point_id: rank for rank, (_, point) in enumerate(dense[: query.limit], start=1)}
    keyword_ranks = {key: rank for rank, key in enumerate(keyword, start=1)}
    in_other_words = {key for words in query.variants for key in _keyword_arm(words, points, corpus, limit=query.variant_limit)}
    union = sorted({*dense_ranks, *keyword_ranks, *in_other_words}, key=lambda key: (-cosines.get(key, -2.0), -scores[key], key))
    return tuple(
        _hit(points[key], (cosines.get(key), dense_ranks.get(key)), (scores[key] if key in keyword_ranks else 0.0, keyword_ranks.get(key)))
        for key in union
    )


def _keyword_scores(words: SparseVector, points: Mapping[str, PointInsert], corpus: Sequence[SparseVector]) -> dict[str, float]:
    rarity = {term: inverse_document_frequency(term, corpus) for term in words.indices}
    return {key: keyword_score(words, point.sparse, rarity) for key, point in points.items()}


def _keyword_arm(words: SparseVector, points: Mapping[str, PointInsert], corpus: Sequence[SparseVector], *, limit: int) -> list[str]:
    scores = _keyword_scores(words, points, corpus)
    return [key for key in sorted(scores, key=lambda key: (-scores[key], key)) if scores[key] > 0][:limit]


def inverse_document_frequency(term: int, corpus: Sequence[SparseVector]) -> float:
    """ln((N - n + 0.5) / (n + 0.5) + 1), N documents of which n have the term."""
    having = sum(term in vector.indices for vector in corpus)
    return math.log((len(corpus) - having + 0.5) / (having + 0.5) + 1)


def keyword_score(query: SparseVector, document: SparseVector, rarity: dict[int, float]) -> float:
    """The dot product over shared terms, each times its rarity."""
    weights = dict(zip(document.indices, document.values, strict=True))
    asked = zip(query.indices, query.values, strict=True)
    return sum(weight * rarity[term] * weights.get(term, 0.0) for term, weight in asked)


def _unpacked(dense: bytes) -> list[float]:
    return list(struct.unpack(f"<{len(dense) // 4}f", dense))


def _cosine(left: Sequence[float], right: Sequence[float]) -> float:
    dot = sum(a * b for a, b in zip(left, right, strict=True))
    norms = math.hypot(*left) * math.hypot(*right)
    return dot / norms if norms else 0.0


def _hit(point: PointInsert, dense: tuple[float | None, int | None], keyword: tuple[float, int | None]) -> Hit:
    memory = point.memory
    return Hit(
        point_id=point.point_id,
        memory_id=memory.id,
        cosine=dense[0],
        sparse_score=keyword[0],
        dense_rank=dense[1],
        sparse_rank=keyword[1],
        term_ids=point.term_ids,
        importance=memory.importance,
        stage=memory.stage,
        observed_at=memory.observed_at,
        last_accessed_at=memory.last_accessed_at,
        access_count=memory.access_count,
        session_id=memory.session_id,
        position=memory.position,
        language=memory.language,
        speaker=memory.speaker or speaker_in(memory.text),
        asks=asks_something(memory.text),
    )
