"""How much of the total time each part may still use. Monotonic seconds, no clock of its own."""

from dataclasses import dataclass

EMBEDDING_SHARE = 0.6
"""Of the time that is left, the query embedding may take this much: the engine must still be asked after it."""
STAMPS_SHARE = 0.1
"""Whether a kept result still holds is worth so much; not knowing means searching."""
SESSION_SHARE = 0.2
"""The last queries of the session are worth so much of what is left; without them the query stands alone."""
RERANK_SHARE = 0.7
"""A remote reranker may take this much of what is left when it is asked: the answer must still be put together."""
ENGINE_SHARE = 0.9
"""Of what is left after that, the engine may take this much: fetching and ranking come after it."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Counted from the request's arrival."""

    arrived: float
    total_ms: int

    def left(self, at: float) -> float:
        """Seconds left at that moment, never negative."""
        return max(0.0, self.arrived + self.total_ms / 1000 - at)
