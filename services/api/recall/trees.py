"""Small decision trees, summed: a data file of nodes, read and evaluated without any library of learned models."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from services.api.recall.term_match import Matrix

Node = tuple[int, float, int, int, float]
"""(column, cut, place of the left child, of the right child, value). Column -1 is a leaf; left is `value <= cut`."""


@dataclass(frozen=True, slots=True)
class Trees:
    """For each tree the value of the leaf that a row ends in, summed: what they add to a linear model's log odds."""

    trees: tuple[tuple[Node, ...], ...]

    def log_odds(self, row: Sequence[float]) -> float:
        """Of one row."""
        total = 0.0
        for nodes in self.trees:
            column, cut, left, right, value = nodes[0]
            while column >= 0:
                column, cut, left, right, value = nodes[left if row[column] <= cut else right]
            total += value
        return total

    def log_odds_of(self, rows: Matrix) -> Matrix:
        """(n, columns) -> (n,)."""
        total = np.zeros(len(rows))
        every = np.arange(len(rows))
        for nodes in self.trees:
            columns, cuts, left, right, values = (np.array(part) for part in zip(*nodes, strict=True))
            at = np.zeros(len(rows), dtype=np.int64)
            while (is_inner := columns[at] >= 0).any():
                goes_left = rows[every, columns[at]] <= cuts[at]
                at = np.where(is_inner, np.where(goes_left, left[at], right[at]), at)
            total += values[at]
        return total


def trees_to_json(trees: Trees) -> list[list[list[float | int]]]:
    """Numbers rounded to what they are good for."""
    return [[_short(node) for node in nodes] for nodes in trees.trees]


def _short(node: Node) -> list[float | int]:
    column, cut, left, right, value = node
    return [round(value, 5)] if column < 0 else [column, round(cut, 6), left, right]


def trees_from_json(found: Sequence[Sequence[Sequence[float]]]) -> Trees:
    """The inverse."""
    return Trees(tuple(tuple(_node(node) for node in nodes) for nodes in found))


def _node(found: Sequence[float]) -> Node:
    if len(found) == 1:
        return (-1, 0.0, -1, -1, float(found[0]))
    column, cut, left, right = found
    return (int(column), float(cut), int(left), int(right), 0.0)
