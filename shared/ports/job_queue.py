"""Tokens on RQ queues: wake-ups without a subject, and what the queue server says of its health."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueHealth:
    """Measured from Redis by whoever asks, never by a worker of itself.

    `model_waits_seconds`: the workers leave the model gateway alone for so long; None: it answered, or was not asked.
    """

    reachable: bool
    depths: dict[str, int]
    oldest_pending_seconds: float
    live_workers: dict[str, int]
    eviction_policy: str
    aof_enabled: bool
    aof_fsync: str
    used_memory_bytes: int
    max_memory_bytes: int
    model_waits_seconds: float | None = None


class JobQueue(Protocol):
    """Waking workers."""

    def wake(self, job: str, *, count: int = 1) -> None:
        """Enqueue tokens of a job named in shared.contracts.queues. Raises QueueUnavailable, JobRefused."""
        ...

    def tokens(self, job: str) -> int:
        """Tokens waiting in that job's queue."""
        ...

    def note_model(self, *, waits_seconds: float | None) -> None:
        """A worker says that the model gateway is left alone for so long; None: it answers again. Never raises."""
        ...

    def health(self) -> QueueHealth:
        """Never raises: `reachable` says whether the rest means anything."""
        ...
