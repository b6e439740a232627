"""Vectors for explicit writes, on a thread of their own: recall's embedder thread never waits for them."""

from collections.abc import Sequence
from concurrent.futures import TimeoutError as FutureTimeout

from services.api.dependencies import ApiParts
from shared.domain.errors import EmbedderUnavailable

PATIENCE_SECONDS = 30.0
SECONDS_A_TEXT = 5.0


def passage_vector(parts: ApiParts, text: str) -> list[float]:
    """One vector, computed before any lock is taken. Raises EmbedderUnavailable, DimensionMismatch."""
    return passage_vectors(parts, [text])[0]


def passage_vectors(parts: ApiParts, texts: Sequence[str]) -> list[list[float]]:
    """One vector per text, in order."""
    container = parts.container
    future = parts.embedding.submit(container.embedder.embed_passages, texts)
    try:
        return future.result(timeout=PATIENCE_SECONDS + SECONDS_A_TEXT * (len(texts) - 1))
    except FutureTimeout:
        future.cancel()
        raise EmbedderUnavailable("the embedder did not answer in time", retry_after_seconds=5) from None
