"""What every embedder takes and hands out: text that can be carried, unit vectors that can be stored."""

import math
from collections.abc import Sequence

from shared.domain.errors import DimensionMismatch, EmbedderUnavailable


def unit_vector(values: Sequence[float], *, dimensions: int, model: str) -> list[float]:
    """The vector scaled to length 1.

    Raises DimensionMismatch for another length, EmbedderUnavailable where a value is not finite or all are 0:
    such a vector would poison the index, so it counts as "no vector could be computed".
    """
    if len(values) != dimensions:
        raise DimensionMismatch(
            f"{model} answered {len(values)} dimensions, {dimensions} were expected: correct MEMORY_EMBEDDING_DIMENSIONS, "
            "or choose the model that the stored memories were embedded with"
        )
    length = math.sqrt(math.fsum(value * value for value in values))
    if not math.isfinite(length) or length == 0.0:
        raise EmbedderUnavailable(f"{model} answered a vector that is not finite or has no length")
    return [value / length for value in values]


def mean_vector(vectors: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """The weighted mean, not normalised. All vectors have the same length; there is at least one."""
    total = math.fsum(weights)
    columns = zip(*vectors, strict=True)
    return [math.fsum(value * weight for value, weight in zip(column, weights, strict=True)) / total for column in columns]


def carried_text(text: str) -> str:
    """The text as engines and gateways can carry it: C strings end at a NUL, UTF-8 knows no lone surrogates."""
    return text.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")
