"""A deterministic embedder: texts that share words (or Chinese characters) lie near each other."""

import hashlib
import math
import re
from collections.abc import Sequence

from shared.domain.errors import EmbedderUnavailable

PIECES = re.compile(r"[a-z0-9]+|[一-鿿]", re.IGNORECASE)


class HashingEmbedder:
    """Feature hashing of words and characters into a unit vector. `fails_on` names texts that cannot be embedded."""

    def __init__(self, dimensions: int = 64, *, fails_on: frozenset[str] = frozenset(), name: str = "hashing") -> None:
        self._dimensions = dimensions
        self._name = name
        self.fails_on = fails_on
        self.batches: list[list[str]] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        if not texts:
            return []
        self.batches.append(list(texts))
        if self.fails_on & set(texts):
            raise EmbedderUnavailable("scripted fault")
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_passages([text])[0]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self._dimensions
        for piece in PIECES.findall(text.lower()) or [text]:
            digest = hashlib.blake2b(piece.encode("utf-8", "replace"), digest_size=8).digest()
            vector[int.from_bytes(digest[:4], "big") % self._dimensions] += 1.0 if digest[4] % 2 else -1.0
        length = math.sqrt(sum(value * value for value in vector))
        if length == 0.0:
            vector[0] = length = 1.0
        return [value / length for value in vector]
