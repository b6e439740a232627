"""Keeps this process's leases alive while it works, so that no stage has to think of them."""

import logging
import threading
from collections.abc import Sequence
from datetime import datetime

from shared.domain.errors import LeaseLost, TemporaryFault
from shared.ports.inboxes import Inboxes, InboxKind, Lease

log = logging.getLogger(__name__)


class KeptInboxes:
    """Inboxes whose leases are renewed in the background from `take_next` until they are given back."""

    def __init__(self, inboxes: Inboxes, *, renew_every_seconds: float) -> None:
        self._inboxes = inboxes
        self._every = renew_every_seconds
        self._held: dict[int, Lease] = {}
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None

    def take_next(self, kind: InboxKind, *, worker_id: str, limit: int) -> Lease | None:
        """See Inboxes."""
        lease = self._inboxes.take_next(kind, worker_id=worker_id, limit=limit)
        if lease is not None:
            with self._guard:
                self._held[lease.fence] = lease
                if self._thread is None:
                    self._thread = threading.Thread(target=self._keep, name="lease-keeper", daemon=True)
                    self._thread.start()
        return lease

    def renew(self, lease: Lease) -> None:
        """See Inboxes."""
        self._inboxes.renew(lease)

    def release(self, lease: Lease) -> bool:
        """See Inboxes."""
        self._forget(lease)
        return self._inboxes.release(lease)

    def defer(self, lease: Lease, *, seconds: float, attempts: int, failing_since: datetime | None = None) -> None:
        """See Inboxes."""
        self._forget(lease)
        self._inboxes.defer(lease, seconds=seconds, attempts=attempts, failing_since=failing_since)

    def set_aside(self, lease: Lease, entry_ids: Sequence[str], *, seconds: float, attempts: int) -> None:
        """See Inboxes. The lease itself goes on."""
        self._inboxes.set_aside(lease, entry_ids, seconds=seconds, attempts=attempts)

    def sweep(self, kind: InboxKind) -> int:
        """See Inboxes."""
        return self._inboxes.sweep(kind)

    def ready_count(self, kind: InboxKind) -> int:
        """See Inboxes."""
        return self._inboxes.ready_count(kind)

    def drop_all(self) -> None:
        """A job ended: what it still holds is left to run out and be swept."""
        with self._guard:
            self._held.clear()

    def give_back(self) -> None:
        """The process ends before its work does: others may go on with it at once. What is done here from now on is void."""
        with self._guard:
            held, self._held = list(self._held.values()), {}
        for lease in held:
            try:
                self._inboxes.release(lease)
            except TemporaryFault as fault:
                log.warning("lease.not_given_back inbox=%s fault=%s", lease.inbox_id, fault.code)

    def _forget(self, lease: Lease) -> None:
        with self._guard:
            self._held.pop(lease.fence, None)

    def _keep(self) -> None:
        pause = threading.Event()
        while not pause.wait(self._every):
            with self._guard:
                held = list(self._held.values())
            for lease in held:
                self._renew(lease)

    def _renew(self, lease: Lease) -> None:
        try:
            self._inboxes.renew(lease)
        except LeaseLost:
            self._forget(lease)
            log.warning("lease.lost inbox=%s fence=%d", lease.inbox_id, lease.fence)
        except TemporaryFault as fault:
            log.warning("lease.not_renewed inbox=%s fault=%s", lease.inbox_id, fault.code)
