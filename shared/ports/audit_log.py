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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainCheck:
    """`lines` were looked at, `in_files` of them in files of old lines. `is_whole`: from the very first line on.

    Where it is not whole, older lines are in files that are not here, and the oldest line that is here is taken as it stands.
    """

    valid: bool
    lines: int = 0
    in_files: int = 0
    is_whole: bool = True


class AuditLog(Protocol):
    """Write plans append through Plans.finish; everybody else through append."""

    def append(self, tenant_id: str, entry: AuditEntry) -> None:
        """Add one line to the chain."""
        ...

    def lines(self, tenant_id: str, *, limit: int, since: datetime | None = None, action: str | None = None) -> tuple[AuditLine, ...]:
        """Oldest first."""
        ...

    def verify(self, tenant_id: str) -> ChainCheck:
        """Valid where every hash follows from the line before, through the files of old lines into the stream."""
        ...
