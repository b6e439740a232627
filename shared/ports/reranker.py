"""A remote model that reads a question and a text together and says how well they fit."""

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Called from several threads at once. Texts are redacted by the caller: they leave this machine."""

    @property
    def name(self) -> str:
        """Which model, for `explain`."""
        ...

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, in order, higher is better, on the model's own scale. Raises RerankerUnavailable."""
        ...
