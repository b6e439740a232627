"""Inboxes and their leases over Redis. Times are Redis TIME; every change is one script."""

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import unquote

from shared.adapters.redis_connection import RedisConnection, text
from shared.domain.errors import LeaseLost
from shared.domain.scope import parse_owner
from shared.ports.inboxes import InboxKind, Lease


class RedisInboxes:
    """See Inboxes. A lease lives `lease_seconds` unless renewed (LeaseKeeper does that every third of it)."""

    def __init__(self, connection: RedisConnection, *, lease_seconds: float) -> None:
        self._redis = connection
        self._lease_ms = int(lease_seconds * 1000)

    def take_next(self, kind: InboxKind, *, worker_id: str, limit: int) -> Lease | None:
        """See Inboxes."""
        answer = self._redis.run("take_next", kind.value, worker_id, self._lease_ms, limit)
        if not answer:
            return None
        inbox, tenant, owner, session = (text(part) for part in answer[:4])
        return Lease(
            kind=kind,
            inbox_id=inbox,
            tenant_id=unquote(tenant),
            owner=parse_owner(unquote(owner)),
            session_id=session or None,
            fence=int(answer[4]),
            attempts=int(answer[5] or 0),
            losses=int(answer[6] or 0),
            entry_ids=tuple(text(entry) for entry in answer[7]),
            failing_since=datetime.fromisoformat(text(answer[8])) if answer[8] else None,
        )

    def renew(self, lease: Lease) -> None:
        """See Inboxes."""
        _held(self._redis.run("renew_lease", *_named(lease), self._lease_ms), lost=0)

    def release(self, lease: Lease) -> bool:
        """See Inboxes."""
        answer = self._redis.run("release_lease", *_named(lease))
        _held(answer, lost=-1)
        return bool(answer == 1)

    def defer(self, lease: Lease, *, seconds: float, attempts: int, failing_since: datetime | None = None) -> None:
        """See Inboxes."""
        since = failing_since.isoformat() if failing_since else ""
        _held(self._redis.run("defer_inbox", *_named(lease), int(seconds * 1000), attempts, since), lost=0)

    def set_aside(self, lease: Lease, entry_ids: Sequence[str], *, seconds: float, attempts: int) -> None:
        """See Inboxes."""
        _held(self._redis.run("set_aside", *_named(lease), int(seconds * 1000), attempts, *entry_ids), lost=0)

    def sweep(self, kind: InboxKind) -> int:
        """See Inboxes."""
        return int(self._redis.run("sweep_inboxes", kind.value))

    def ready_count(self, kind: InboxKind) -> int:
        """See Inboxes."""
        with self._redis.commands() as client:
            return int(client.get(f"tiercel:ready_count:{kind.value}") or 0)


def _named(lease: Lease) -> tuple[str, str, str]:
    return lease.kind.value, lease.inbox_id, str(lease.fence)


def _held(answer: object, *, lost: int) -> None:
    if answer == lost:
        raise LeaseLost("the lease ran out and another worker drains this inbox")
