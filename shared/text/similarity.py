"""Calibrated similarity: .8 (a neighbour) and .95 (a repeat) mean the same under every embedder.

The curves are data, fitted by services.guard_worker.calibration. An embedder without a curve keeps its raw cosine.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

_CURVES = Path(__file__).with_name("similarity_curves.json")
_IDENTITY = ((0.0, 0.0), (1.0, 1.0))


@cache
def _curves() -> dict[str, list[list[float]]]:
    curves: dict[str, list[list[float]]] = json.loads(_CURVES.read_text(encoding="utf-8"))
    return curves


def calibrated(cosine: float, embedder: str) -> float:
    """A raw cosine on the common scale, 0..1: linear between the knots of the embedder's curve."""
    knots = _curves().get(embedder, _IDENTITY)
    if cosine <= knots[0][0]:
        return knots[0][1]
    for (low, low_similarity), (high, high_similarity) in pairwise(knots):
        if cosine <= high:
            return low_similarity + (high_similarity - low_similarity) * (cosine - low) / (high - low)
    return 1.0


def cosine_of(one: Sequence[float], other: Sequence[float]) -> float:
    """For normalised vectors of one embedder."""
    return sum(a * b for a, b in zip(one, other, strict=True))
