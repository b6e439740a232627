"""Vectors for explicit writes, on a thread of their own: recall's embedder thread never waits for them."""

from concurrent.futures import TimeoutError as FutureTimeout

from services.api.dependencies import ApiParts
from shared.domain.errors import EmbedderUnavailable

PATIENCE_SECONDS = 30.0


def passage_vector(parts: ApiParts, text: str) -> list[float]:
    """One vector, computed before any lock is taken. Raises EmbedderUnavailable, DimensionMismatch."""
    container = parts.container
    future = parts.embedding.submit(container.embedder.embed_passages, [text])
    try:
        (vector,) = future.result(timeout=PATIENCE_SECONDS)
    except FutureTimeout:
        future.cancel()
        raise EmbedderUnavailable("the embedder did not answer in time", retry_after_seconds=5) from None
    return vector
