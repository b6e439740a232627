"""How an embedder's cosines are spread, and how they read on another one's scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from services.api.recall.term_match import Matrix

PAIRS = tuple(
    (question, text)
    for question, text in (
        line.split("\t")
        for line in (Path(__file__).parent / "scale_pairs.tsv").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    )
)
LEAST_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class CosineScale:
    """Mean cosine of a question with its answer, and with other answers; `spread` is the latter's standard deviation."""

    related: float
    unrelated: float
    spread: float = 0.03

    def read_as(self, other: "CosineScale", cosines: Matrix) -> Matrix:
        """These cosines where the other embedder's would lie: both means fall together."""
        width = max(self.related - self.unrelated, LEAST_SPREAD)
        return other.unrelated + (cosines - self.unrelated) * (other.related - other.unrelated) / width


def scale_of(questions: Sequence[Sequence[float]], texts: Sequence[Sequence[float]]) -> CosineScale:
    """From the vectors of `PAIRS`, in their order. ValueError where answers are no nearer than other texts."""
    cosines = np.asarray(questions, dtype=np.float64) @ np.asarray(texts, dtype=np.float64).T
    own = np.eye(len(cosines), dtype=bool)
    scale = CosineScale(related=float(cosines[own].mean()), unrelated=float(cosines[~own].mean()), spread=float(cosines[~own].std()))
    if scale.related <= scale.unrelated:
        raise ValueError("this embedder does not tell an answer from another text")
    return scale
