"""The audit stream: hash-chained lines per tenant, ids and reasons, never text."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from shared.domain.write_plan import AuditEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """One stored line. `hash` = sha1 over the previous hash and this line's content."""

    id: str
    at: datetime
    action: str
    actor: str
    subject_ids: tuple[str, ...]
    reason: str
    detail: Mapping[str, Any]
    hash: str


class AuditLog(Protocol):
    """Write plans append through Plans.finish; everybody else through append."""

    def append(self, tenant_id: str, entry: AuditEntry) -> None:
        """Add one line to the chain."""
        ...

    def lines(self, tenant_id: str, *, limit: int, since: datetime | None = None, action: str | None = None) -> tuple[AuditLine, ...]:
        """Oldest first."""
        ...

    def verify(self, tenant_id: str) -> bool:
        """True where every hash follows from the line before."""
        ...
