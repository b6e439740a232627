"""What was injected by which recall (1 hour), so that it can be reinforced once, in the background."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shared.domain.scope import Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectedMemory:
    """One memory that entered a context."""

    memory_id: str
    owner: Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRecord:
    """One recall that injected something."""

    recall_id: str
    tenant_id: str
    at: datetime
    injected: tuple[InjectedMemory, ...]


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """A (redacted) query of a session."""

    at: datetime
    query: str


class RecallLog(Protocol):
    """Written by the API, drained by the decay worker."""

    def record(self, recall: RecallRecord) -> None:
        """Keep it and queue its reinforcement. Losing one is harmless."""
        ...

    def take(self, *, limit: int) -> tuple[RecallRecord, ...]:
        """Oldest records that wait for reinforcement; they stay queued until done."""
        ...

    def is_counted(self, recall_id: str, owner: Owner) -> bool:
        """Whether a finished plan has counted this owner's part (WritePlan.reinforced_recall_id). Exact under the owner's lock."""
        ...

    def done(self, recall_id: str) -> None:
        """Reinforced, or not worth another try."""
        ...

    def recent_queries(self, tenant_id: str, owner: Owner, session_id: str, *, limit: int) -> tuple[AskedBefore, ...]:
        """The session's last queries, newest first. They are kept for 30 minutes after the last one."""
        ...

    def remember_query(self, tenant_id: str, owner: Owner, session_id: str, asked: AskedBefore) -> None:
        """Keep a (redacted) query for the session's context."""
        ...
