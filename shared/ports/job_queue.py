"""Tokens on RQ queues: wake-ups without a subject, and what the queue server says of its health."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueHealth:
    """Measured from Redis by whoever asks, never by a worker of itself."""

    reachable: bool
    depths: dict[str, int]
    oldest_pending_seconds: float
    live_workers: dict[str, int]
    eviction_policy: str
    aof_enabled: bool
    aof_fsync: str
    used_memory_bytes: int
    max_memory_bytes: int


class JobQueue(Protocol):
    """Waking workers."""

    def wake(self, job: str, *, count: int = 1) -> None:
        """Enqueue tokens of a job named in shared.contracts.queues. Raises QueueUnavailable, JobRefused."""
        ...

    def tokens(self, job: str) -> int:
        """Tokens waiting in that job's queue."""
        ...

    def health(self) -> QueueHealth:
        """Never raises: `reachable` says whether the rest means anything."""
        ...
