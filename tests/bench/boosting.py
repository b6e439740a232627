"""Gradient-boosted trees for a yes or no, in numpy: second order, histograms, a few leaves each (Friedman 2001; Chen and Guestrin 2016)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.api.recall.trees import Node, Trees
from tests.bench.logistic import Matrix, probability

BINS = 48

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Growth:
    """How the trees grow. `ridge` holds leaves near 0; a leaf keeps at least `least_weight` of the trials' weight."""

    rounds: int = 150
    leaves: int = 8
    rate: float = 0.06
    ridge: float = 8.0
    least_weight: float = 40.0
    columns: float = 0.6
    rows: float = 0.7
    seed: int = 7


def fit_trees(rows: Matrix, labels: Matrix, weights: Matrix, odds: Matrix, growth: Growth | None = None) -> Trees:
    """Trees whose summed leaves correct the log odds that another model gives (`odds`, n)."""
    growth = growth or Growth()
    generator = np.random.default_rng(growth.seed)
    cuts = [np.unique(np.quantile(rows[:, column], np.linspace(0, 1, BINS + 1)[1:-1])) for column in range(rows.shape[1])]
    places = np.column_stack([np.searchsorted(cut, rows[:, column], side="left") for column, cut in enumerate(cuts)]).astype(np.int64)
    odds = odds.copy()
    grown = []
    for _ in range(growth.rounds):
        chance = probability(odds)
        slope, bend = weights * (labels - chance), weights * chance * (1 - chance)
        seen = generator.random(len(rows)) < growth.rows
        columns = np.flatnonzero(generator.random(rows.shape[1]) < growth.columns)
        tree = _Tree(places, _Sums(slope, bend, weights), columns, growth)
        grown.append(tree.grow(np.flatnonzero(seen), cuts))
        odds += Trees((grown[-1],)).log_odds_of(rows)
    return Trees(tuple(grown))


@dataclass(frozen=True, slots=True)
class _Sums:
    """First and second derivative of the loss, and the weight, of each row."""

    slope: Matrix
    bend: Matrix
    weight: Matrix


class _Tree:
    """One tree, grown leaf by leaf where it gains most."""

    def __init__(self, places: Places, sums: "_Sums", columns: Places, growth: Growth) -> None:
        self._places, self._sums = places, sums
        self._columns, self._growth = columns, growth

    def grow(self, rows: Places, cuts: list[Matrix]) -> tuple[Node, ...]:
        """Nodes, the root first."""
        nodes: list[Node] = [(-1, 0.0, -1, -1, self._value(rows))]
        open_leaves = [(0, rows, self._best_cut(rows))]
        while len(open_leaves) < self._growth.leaves:
            at = max(range(len(open_leaves)), key=lambda at: open_leaves[at][2][0])
            place, held, (gain, column, cut) = open_leaves.pop(at)
            if gain <= 0.0:
                break
            is_left = self._places[held, column] <= cut
            left, right = held[is_left], held[~is_left]
            nodes[place] = (column, float(cuts[column][cut]), len(nodes), len(nodes) + 1, 0.0)
            for child in (left, right):
                open_leaves.append((len(nodes), child, self._best_cut(child)))
                nodes.append((-1, 0.0, -1, -1, self._value(child)))
        return tuple(nodes)

    def _value(self, rows: Places) -> float:
        return float(self._growth.rate * self._sums.slope[rows].sum() / (self._sums.bend[rows].sum() + self._growth.ridge))

    def _best_cut(self, rows: Places) -> tuple[float, int, int]:
        """(gain, column, bin whose upper end is the cut); gain 0 where no cut leaves enough on both sides."""
        best = (0.0, -1, -1)
        slope, bend, weight = self._sums.slope[rows], self._sums.bend[rows], self._sums.weight[rows]
        whole = slope.sum() ** 2 / (bend.sum() + self._growth.ridge)
        for column in self._columns.tolist():
            places = self._places[rows, column]
            sums = [np.cumsum(np.bincount(places, values, minlength=BINS))[:-1] for values in (slope, bend, weight)]
            rest = [values.sum() - part for values, part in zip((slope, bend, weight), sums, strict=True)]
            gains = sums[0] ** 2 / (sums[1] + self._growth.ridge) + rest[0] ** 2 / (rest[1] + self._growth.ridge) - whole
            gains[(sums[2] < self._growth.least_weight) | (rest[2] < self._growth.least_weight)] = 0.0
            at = int(np.argmax(gains))
            if gains[at] > best[0]:
                best = (float(gains[at]), column, at)
        return best
