"""Inboxes: ordered work per session (capture) and per owner (guard), drained under fenced leases."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from shared.domain.scope import Owner


class InboxKind(StrEnum):
    """Session inboxes hold capture ids; owner inboxes hold candidate ids."""

    CAPTURE = "capture"
    GUARD = "guard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to drain one inbox for a while. `fence` grows with every lease ever given.

    `attempts` at what is in it, `losses` of workers over it in a row; `failing_since`: it waits for an outage that began then.
    """

    kind: InboxKind
    inbox_id: str
    tenant_id: str
    owner: Owner
    session_id: str | None
    fence: int
    entry_ids: tuple[str, ...]
    attempts: int
    losses: int
    failing_since: datetime | None = None


class Inboxes(Protocol):
    """Fair round robin over tenants. Every method may raise QueueUnavailable."""

    def take_next(self, kind: InboxKind, *, worker_id: str, limit: int) -> Lease | None:
        """The next ready inbox and its oldest entries, or None when nothing is ready."""
        ...

    def renew(self, lease: Lease) -> None:
        """Keep the lease. Raises LeaseLost."""
        ...

    def release(self, lease: Lease) -> bool:
        """Give the inbox back. True where it still holds entries (it is ready again). Raises LeaseLost."""
        ...

    def defer(self, lease: Lease, *, seconds: float, attempts: int, failing_since: datetime | None = None) -> None:
        """Give the inbox back, not to be taken for a while; its captures become `retrying`. Raises LeaseLost.

        `failing_since` comes back with the next lease; `release` forgets it.
        """
        ...

    def set_aside(self, lease: Lease, entry_ids: Sequence[str], *, seconds: float, attempts: int) -> None:
        """Move entries to an inbox of their own, deferred, so that they block nobody. Raises LeaseLost."""
        ...

    def sweep(self, kind: InboxKind) -> int:
        """Put back inboxes whose lease ran out or whose deferral is over; the number of ready inboxes."""
        ...

    def ready_count(self, kind: InboxKind) -> int:
        """How many inboxes could be taken now."""
        ...
