"""Inboxes without Redis: the same leases, fences and round robin over tenants."""

import time
from collections.abc import Sequence
from datetime import datetime

from shared.domain.errors import LeaseLost
from shared.domain.turn import CaptureState
from shared.ports.inboxes import InboxKind, Lease
from tests.fakes.queue_state import InboxRecord, QueueState


class FakeInboxes:
    def __init__(self, state: QueueState, *, lease_seconds: float = 15.0) -> None:
        self._state, self._lease_seconds = state, lease_seconds
        self._last_tenant: dict[InboxKind, list[str]] = {kind: [] for kind in InboxKind}

    def take_next(self, kind: InboxKind, *, worker_id: str, limit: int) -> Lease | None:
        ready = self._state.ready[kind]
        while ready:
            served = self._last_tenant[kind]
            tenants = {inbox_id: self._state.inboxes[kind, inbox_id].tenant_id for inbox_id in ready}
            inbox_id = min(ready, key=lambda found: (served.index(tenants[found]) if tenants[found] in served else -1, ready.index(found)))
            ready.remove(inbox_id)
            inbox = self._state.inboxes[kind, inbox_id]
            served[:] = [tenant for tenant in served if tenant != inbox.tenant_id] + [inbox.tenant_id]
            inbox.entries = [entry for entry in inbox.entries if self._is_alive(kind, inbox, entry)]
            if not inbox.entries:
                del self._state.inboxes[kind, inbox_id]
                continue
            inbox.status, inbox.fence, inbox.until = "leased", next(self._state.fences), time.monotonic() + self._lease_seconds
            return Lease(
                kind=kind, inbox_id=inbox_id, tenant_id=inbox.tenant_id, owner=inbox.owner, session_id=inbox.session_id,
                fence=inbox.fence, entry_ids=tuple(inbox.entries[:limit]), attempts=inbox.attempts, losses=inbox.losses,
                failing_since=inbox.failing_since,
            )  # fmt: skip
        return None

    def renew(self, lease: Lease) -> None:
        self._demand(lease).until = time.monotonic() + self._lease_seconds

    def release(self, lease: Lease) -> bool:
        inbox = self._demand(lease)
        inbox.attempts = inbox.losses = 0
        inbox.failing_since = None
        return self._put_back(lease.kind, lease.inbox_id, inbox)

    def defer(self, lease: Lease, *, seconds: float, attempts: int, failing_since: datetime | None = None) -> None:
        inbox = self._demand(lease)
        inbox.failing_since = failing_since
        self._wait(lease, inbox, seconds, attempts)

    def set_aside(self, lease: Lease, entry_ids: Sequence[str], *, seconds: float, attempts: int) -> None:
        inbox = self._demand(lease)
        for entry in entry_ids:
            if entry in inbox.entries and entry not in lease.inbox_id:
                inbox.entries.remove(entry)
                own = InboxRecord(inbox.tenant_id, inbox.owner, inbox.session_id, [entry])
                self._state.inboxes[lease.kind, f"{lease.inbox_id}-{entry}"] = own
                self._wait(lease, own, seconds, attempts)

    def sweep(self, kind: InboxKind) -> int:
        for (found, inbox_id), inbox in list(self._state.inboxes.items()):
            if found is kind and inbox.status in ("leased", "deferred") and inbox.until <= time.monotonic():
                inbox.losses += inbox.status == "leased"
                self._put_back(kind, inbox_id, inbox)
        return self.ready_count(kind)

    def ready_count(self, kind: InboxKind) -> int:
        return len(self._state.ready[kind])

    def _put_back(self, kind: InboxKind, inbox_id: str, inbox: InboxRecord) -> bool:
        if not inbox.entries:
            del self._state.inboxes[kind, inbox_id]
            return False
        inbox.status = "ready"
        self._state.ready[kind].append(inbox_id)
        return True

    def _wait(self, lease: Lease, inbox: InboxRecord, seconds: float, attempts: int) -> None:
        inbox.status, inbox.until, inbox.attempts = "deferred", time.monotonic() + seconds, attempts
        for entry in inbox.entries:
            capture = entry if lease.kind is InboxKind.CAPTURE else self._state.candidates[lease.tenant_id, entry].capture_id
            if self._state.is_open(lease.tenant_id, capture):
                self._state.move(lease.tenant_id, capture, CaptureState.RETRYING)
                self._state.captures[lease.tenant_id, capture].attempts = attempts

    def _is_alive(self, kind: InboxKind, inbox: InboxRecord, entry: str) -> bool:
        if kind is InboxKind.CAPTURE:
            return self._state.is_open(inbox.tenant_id, entry)
        return self._state.candidates[inbox.tenant_id, entry].state == "in_flight"

    def _demand(self, lease: Lease) -> InboxRecord:
        inbox = self._state.inboxes.get((lease.kind, lease.inbox_id))
        if inbox is None or inbox.status != "leased" or inbox.fence != lease.fence:
            raise LeaseLost("lost")
        return inbox
