"""Whether the embedder computes vectors: asked now and then, never waited for, never answered from its cache."""

import time
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from itertools import count
from threading import Lock

from shared.domain.errors import TiercelFault
from shared.ports.embedder import Embedder

REMEMBERED_SECONDS = 30.0


@dataclass(slots=True)
class EmbedderProbe:
    """A paid gateway is asked twice a minute at most, however often readiness is."""

    _numbers: "count[int]" = field(default_factory=count)
    _running: "Future[list[float]] | None" = None
    _answered: bool = True
    _answered_at: float = float("-inf")
    _lock: Lock = field(default_factory=Lock)

    def answers(self, embedder: Embedder, threads: Executor, *, seconds: float) -> bool:
        """True where the last question was answered. One that still waits is no answer."""
        with self._lock:
            if self._running is None:
                if time.monotonic() - self._answered_at < REMEMBERED_SECONDS and self._answered:
                    return True
                self._running = threads.submit(embedder.embed_query, f"readiness {next(self._numbers)}")
            running = self._running
        try:
            running.result(timeout=seconds)
        except FutureTimeout:
            return False
        except TiercelFault:
            return self._note(running, answered=False)
        return self._note(running, answered=True)

    def _note(self, asked: "Future[list[float]]", *, answered: bool) -> bool:
        with self._lock:
            if self._running is asked:
                self._running, self._answered, self._answered_at = None, answered, time.monotonic()
        return answered
