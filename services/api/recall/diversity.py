"""Maximal marginal relevance: the same thing twice does not fill the context."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from services.api.recall.ranking import Ranking, chance

POOL = 50
"""So many are spread; whoever comes after them keeps its place."""
REPEAT_FROM = 0.5
"""Below this share of common words two memories are about one topic, not the same thing said twice."""


def diversify(ranking: Ranking, *, asked_terms: frozenset[int], lambda_: float) -> Ranking:
    """Reorder the best `POOL` so that repetitions go behind what says something else; nothing is dropped."""
    pool, rest = ranking.kept[:POOL], ranking.kept[POOL:]
    similar = similarities([ranked.hit.term_ids for ranked in pool], asked_terms)
    picked = spread([chance(ranked.order) for ranked in pool], similar, lambda_=lambda_, k=len(pool))
    return ranking.keep(tuple(replace(pool[at], mmr_rank=rank) for rank, at in enumerate(picked, start=1)) + rest)


def similarities(terms: Sequence[tuple[int, ...]], ignored: frozenset[int]) -> NDArray[np.float64]:
    """Pairwise similarity 0..1 by the terms two texts share, the question's own terms left out.

    Common over all terms (Jaccard), 0 below `REPEAT_FROM`. Memories that answer one question share its words, so
    those say nothing about repetition. Needs no vectors: those stay in the engine.
    """
    sets = [frozenset(found) - ignored for found in terms]
    places = {term: 1 << place for place, term in enumerate(frozenset().union(*sets))}
    held = [sum(places[term] for term in found) for found in sets]  # a bit for each term: counting common bits is quick
    grid = np.zeros((len(sets), len(sets)))
    for row, left in enumerate(held):
        for column in range(row):
            common = (left & held[column]).bit_count()
            share = common / (len(sets[row]) + len(sets[column]) - common) if common else 0.0
            if share >= REPEAT_FROM:
                grid[row, column] = grid[column, row] = share
    return grid


def spread(relevance: Sequence[float], similar: NDArray[np.float64], *, lambda_: float, k: int) -> tuple[int, ...]:
    """Positions in the order picked: each time the highest `lambda*relevance - (1-lambda)*max similarity`.

    `lambda_` 1 is relevance only. Carbonell and Goldstein 1998. Ties go to the earlier position.
    """
    values = np.asarray(relevance, dtype=np.float64)
    closest = np.zeros(len(values))
    waiting = np.ones(len(values), dtype=bool)
    picked: list[int] = []
    for _ in range(min(k, len(values))):
        marginal = np.where(waiting, lambda_ * values - (1 - lambda_) * closest, -np.inf)
        best = int(np.argmax(marginal))
        picked.append(best)
        waiting[best] = False
        closest = np.maximum(closest, similar[best])
    return tuple(picked)
