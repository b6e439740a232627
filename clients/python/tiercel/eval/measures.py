"""Measures of one ranking, from the ranks (1 is first) of the answers that came back. Shares are 0..1.

Järvelin and Kekäläinen 2002 for NDCG, with gains of 0 and 1.
"""

import math
from collections.abc import Sequence


def any_at(ranks: Sequence[int], k: int) -> float:
    """1 where at least one answer is among the first k."""
    return float(any(rank <= k for rank in ranks))


def recall_at(ranks: Sequence[int], answers: int, k: int) -> float:
    """The share of all answers that is among the first k."""
    return sum(rank <= k for rank in ranks) / answers


def ndcg_at(ranks: Sequence[int], answers: int, k: int) -> float:
    """Discounted gain over the best that is possible; one memory may hold two answers, so it is held to 1."""
    gained = sum(1 / math.log2(1 + rank) for rank in ranks if rank <= k)
    ideal = sum(1 / math.log2(1 + rank) for rank in range(1, min(answers, k) + 1))
    return min(1.0, gained / ideal)


def reciprocal_rank(ranks: Sequence[int]) -> float:
    """Of the first answer; 0 where none came back."""
    return 1 / min(ranks) if ranks else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share lies, by the nearest rank; 0 of nothing."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0
