"""Reciprocal rank fusion of the two arms: the order of candidates before their relevance is known."""

from collections.abc import Sequence

from services.api.recall.ranking import Ranked, Ranking

K = 60
"""Cormack, Clarke and Buettcher 2009; rank 1 in lists weighted .7 and .3 gives .7/61 + .3/61."""


def reciprocal_rank(ranks: Sequence[int | None], weights: Sequence[float], *, k: int = K) -> float:
    """Sum of weight / (k + rank) over the lists that hold the candidate; ranks start at 1."""
    return sum(weight / (k + rank) for rank, weight in zip(ranks, weights, strict=True) if rank is not None)


def fuse(ranking: Ranking, *, weights: tuple[float, float]) -> Ranking:
    """Sort by the fused score of (dense, sparse) ranks. Relevance decides later; this breaks its ties."""
    fused = [Ranked(hit, reciprocal_rank((hit.dense_rank, hit.sparse_rank), weights)) for hit in (ranked.hit for ranked in ranking.kept)]
    return ranking.keep(tuple(sorted(fused, key=lambda ranked: -ranked.fused)))
