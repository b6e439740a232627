"""Records that are older than they are kept: counted for a dry run, removed by a real one."""

from datetime import datetime
from typing import Protocol

from shared.domain.maintenance import RecordKind


class OldRecords(Protocol):
    """All kinds but traces, which the memory store keeps. Every method may raise QueueUnavailable."""

    def count(self, tenant_id: str, kind: RecordKind, *, before: datetime) -> int:
        """How many `remove` would remove: closed captures without an open candidate, answered reviews, dead letters, audit lines."""
        ...

    def remove(self, tenant_id: str, kind: RecordKind, *, before: datetime) -> int:
        """Remove them, the ledger kept in balance; audit lines go to files first. How many were removed."""
        ...
