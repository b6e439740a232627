"""A Reranker without a network: texts that share words with the question score high."""

from collections.abc import Sequence

from services.api.recall.cosine_scale import PAIRS
from shared.domain.errors import RerankerUnavailable
from shared.text.tokens import tokenize

ANSWERS = dict(PAIRS)


class FakeReranker:
    """`favourite`: a text that holds this scores highest. `fault` is raised instead of an answer."""

    name = "fake"

    def __init__(self, favourite: str = "") -> None:
        self.favourite = favourite
        self.fault: Exception | None = None
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        self.asked.append((query, tuple(texts)))
        if self.fault is not None:
            raise self.fault
        return [self._score(query, text) for text in texts]

    def fail(self) -> None:
        self.fault = RerankerUnavailable("down")

    def _score(self, query: str, text: str) -> float:
        if ANSWERS.get(query) == text or (self.favourite and self.favourite in text):
            return 0.97
        asked = set(tokenize(query))
        return 0.02 + 0.5 * len(asked & set(tokenize(text))) / max(1, len(asked))
