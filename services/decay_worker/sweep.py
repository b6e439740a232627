"""The hourly sweep over every tenant: page through what has expired and move it under its owner's lock."""

import logging
from datetime import datetime

from services.decay_worker.applying import Tally, apply_batch, batches
from services.decay_worker.moves import OwnedMove
from shared.domain.errors import TemporaryFault
from shared.domain.maintenance import MoveReason
from shared.domain.moves import move_of
from shared.domain.retention import RetentionRules
from shared.domain.scope import Scope
from shared.ports.key_ring import KeyRing
from shared.ports.memory_store import MemoryStore
from shared.writing import Writer

PAGE = 200
log = logging.getLogger(__name__)


def sweep_all(keys: KeyRing, store: MemoryStore, writer: Writer, *, now: datetime, rules: RetentionRules) -> Tally:
    """Every tenant. What time may heal ends the sweep: what it had applied stays applied, and the next one goes on from there.

    Another fault is its tenant's own, and ends nobody else's sweep.
    """
    tally = Tally()
    for tenant in keys.tenants():
        try:
            _sweep_tenant(tenant.id, store, writer, tally, now=now, rules=rules)
        except TemporaryFault:
            raise
        except Exception:
            log.exception("sweep.failed tenant=%s", tenant.id)
    log.info("sweep.done moved=%d busy_owners=%d", tally.moved.total(), tally.busy_owners)
    return tally


def _sweep_tenant(tenant_id: str, store: MemoryStore, writer: Writer, tally: Tally, *, now: datetime, rules: RetentionRules) -> None:
    while due := store.due_for_expiry(Scope(tenant_id=tenant_id), now=now, limit=PAGE):
        before = tally.moved.total()
        found = [OwnedMove(memory.owner, move) for memory in due if (move := move_of(memory, now, rules)) is not None]
        expired = sorted((each for each in found if each.move.reason is MoveReason.EXPIRED), key=lambda each: each.owner.key)
        for owner, moves in batches(expired):
            apply_batch(writer, tenant_id, owner, moves, tally, now=now, rules=rules)
        if tally.moved.total() == before:  # nothing of this page moved: busy owners wait for the next sweep
            return
