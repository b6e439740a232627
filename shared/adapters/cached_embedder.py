"""What every embedder is wrapped in: a cache by exact text, batches with per-item fallback, and checked vectors."""

import array
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence

from shared.domain.errors import DimensionMismatch, EmbedderUnavailable
from shared.ports.embedder import Embedder
from shared.ports.metrics import Metrics

BATCH_TEXTS = 16
QUERY = "q"
PASSAGE = "p"


class CachedEmbedder:
    """Keeps the last `size` vectors (4 bytes a number). Safe for threads: one computes while others read the cache."""

    def __init__(self, inner: Embedder, *, size: int, metrics: Metrics) -> None:
        self._inner = inner
        self._metrics = metrics
        self._size = size
        self._vectors: OrderedDict[tuple[str, str], array.array[float]] = OrderedDict()
        self._cache_lock = threading.Lock()
        self._compute_lock = threading.Lock()

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._inner.name

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return self._inner.dimensions

    def embed_query(self, text: str) -> list[float]:
        """From the cache where this very text was asked before."""
        kept = self._look_up(QUERY, text)
        if kept is not None:
            return kept
        with self._compute_lock:
            kept = self._look_up(QUERY, text, counted=False)
            if kept is None:
                began = time.monotonic()
                kept = self._checked(self._inner.embed_query(text))
                self._metrics.observe("tiercel_embedding_seconds", time.monotonic() - began, kind="query")
                self._keep(QUERY, text, kept)
        return kept

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Only what is not cached is computed, each text once. A failed batch is tried text by text.

        Raises EmbedderUnavailable where one text cannot be embedded even alone; the others are cached by then,
        so a second call computes that one only.
        """
        found = {text: self._look_up(PASSAGE, text) for text in dict.fromkeys(texts)}
        missing = [text for text, vector in found.items() if vector is None]
        fresh: dict[str, list[float]] = {}
        for start in range(0, len(missing), BATCH_TEXTS):
            with self._compute_lock:  # per batch, so that a query never waits for a long list
                fresh.update(self._compute(missing[start : start + BATCH_TEXTS]))
        return [list(fresh[text] if (kept := found[text]) is None else kept) for text in texts]

    def _compute(self, texts: list[str]) -> dict[str, list[float]]:
        try:
            vectors = self._checked_batch(texts)
        except EmbedderUnavailable as fault:
            if len(texts) == 1 or fault.retry_after_seconds is not None:
                raise
            return self._compute_singly(texts, fault)
        for text, vector in zip(texts, vectors, strict=True):
            self._keep(PASSAGE, text, vector)
        return dict(zip(texts, vectors, strict=True))

    def _compute_singly(self, texts: list[str], batch_fault: EmbedderUnavailable) -> dict[str, list[float]]:
        """Text by text; ends at the second failure in a row, because then it is not one text's fault."""
        done: dict[str, list[float]] = {}
        last_fault: EmbedderUnavailable | None = None
        failures_in_a_row = 0
        for text in texts:
            try:
                done |= self._compute([text])
                failures_in_a_row = 0
            except EmbedderUnavailable as fault:
                last_fault, failures_in_a_row = fault, failures_in_a_row + 1
                if failures_in_a_row == 2:
                    break
        if last_fault is not None:
            raise last_fault from batch_fault
        return done

    def _checked_batch(self, texts: list[str]) -> list[list[float]]:
        began = time.monotonic()
        vectors = [self._checked(vector) for vector in self._inner.embed_passages(texts)]
        self._metrics.observe("tiercel_embedding_seconds", time.monotonic() - began, kind="passage")
        if len(vectors) != len(texts):
            raise EmbedderUnavailable(f"{self.name}: {len(texts)} texts were given, {len(vectors)} vectors came back")
        return vectors

    def _checked(self, vector: Sequence[float]) -> list[float]:
        if len(vector) != self.dimensions:
            raise DimensionMismatch(f"{self.name} answered {len(vector)} dimensions instead of {self.dimensions}")
        if not all(map(math.isfinite, vector)):
            raise EmbedderUnavailable(f"{self.name} answered a vector that is not finite")
        return array.array("f", vector).tolist()  # the precision of the cache and the engine: cached or not, the same answer

    def _look_up(self, kind: str, text: str, *, counted: bool = True) -> list[float] | None:
        with self._cache_lock:
            kept = self._vectors.get((kind, text))
            if kept is not None:
                self._vectors.move_to_end((kind, text))
        if counted:
            self._metrics.count("tiercel_embedding_cache_total", result="miss" if kept is None else "hit")
        return None if kept is None else kept.tolist()

    def _keep(self, kind: str, text: str, vector: list[float]) -> None:
        if self._size == 0:
            return
        with self._cache_lock:
            self._vectors[kind, text] = array.array("f", vector)
            while len(self._vectors) > self._size:
                self._vectors.popitem(last=False)
