"""Any ONNX model that the optional `fastembed` package knows. It downloads its model on first use."""

import threading
from collections.abc import Sequence
from typing import Any

from shared.adapters.long_texts import embed_in_parts, token_limit
from shared.adapters.vectors import carried_text
from shared.domain.errors import EmbedderUnavailable, SettingsInvalid


class FastembedEmbedder:
    """One fastembed model; loads on first use, serves one call at a time."""

    def __init__(self, *, model: str, dimensions: int) -> None:
        self._model_name = model
        self._dimensions = dimensions
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def name(self) -> str:
        """Names the model in collection names and cache keys."""
        return "fastembed_" + "".join(sign if sign.isalnum() else "_" for sign in self._model_name.lower())

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return self._dimensions

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector per text, in order; one longer than the model reads is embedded in parts (long_texts.py)."""
        return self._embed("passage_embed", list(texts))

    def embed_query(self, text: str) -> list[float]:
        """The unit vector of one search query."""
        return self._embed("query_embed", [text])[0]

    def _embed(self, method: str, texts: list[str]) -> list[list[float]]:
        if not texts:
            return []
        with self._lock:
            if self._model is None:
                self._model = _load_model(self._model_name)
            return embed_in_parts(
                [carried_text(text) for text in texts],
                lambda parts: self._rows(method, parts),
                tokens=token_limit(self._model_name),
                dimensions=self._dimensions,
                model=self._model_name,
            )

    def _rows(self, method: str, parts: list[str]) -> list[list[float]]:
        try:
            return [row.tolist() for row in getattr(self._model, method)(parts)]
        except (OSError, RuntimeError, ValueError) as fault:
            raise EmbedderUnavailable(f"fastembed model {self._model_name} failed: {fault}") from fault


def _load_model(model: str) -> Any:
    try:
        from fastembed import TextEmbedding  # noqa: PLC0415 - an optional package
    except ImportError as fault:
        raise SettingsInvalid("TIERCEL_EMBEDDER=fastembed: the package is missing, run `pip install fastembed`") from fault
    try:
        return TextEmbedding(model_name=model)
    except ValueError as fault:
        raise SettingsInvalid(f"MEMORY_EMBEDDING_MODEL: fastembed does not know {model}: {fault}") from fault
    except (OSError, RuntimeError) as fault:
        raise EmbedderUnavailable(f"fastembed model {model} cannot be loaded: {fault}") from fault
