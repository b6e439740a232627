"""The sweep over every tenant: page through what is due, plan per owner, write under the owner's lock."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from services.decay_worker.expiry import ExpiryPlan, plan_expiry
from shared.domain.errors import LockBusy
from shared.domain.memory import Memory
from shared.domain.scope import Owner, Scope
from shared.ports.key_ring import KeyRing
from shared.ports.memory_store import MemoryStore
from shared.writing import Writer

PAGE = 200
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SweepResult:
    """How many memories one sweep moved, and owners left for the next one because somebody was writing for them."""

    archived: int = 0
    deleted: int = 0
    busy_owners: int = 0

    def with_plan(self, plan: ExpiryPlan) -> "SweepResult":
        """Both counts grown by what this plan did."""
        return SweepResult(self.archived + len(plan.archived), self.deleted + len(plan.deleted), self.busy_owners)


def sweep_all(keys: KeyRing, store: MemoryStore, writer: Writer, *, now: datetime) -> SweepResult:
    """Every tenant. A fault ends the sweep; what it had applied stays applied, and the next one goes on from there."""
    result = SweepResult()
    for tenant in keys.tenants():
        result = _sweep_tenant(tenant.id, store, writer, now=now, result=result)
    log.info("sweep.done", extra={"archived": result.archived, "deleted": result.deleted, "busy_owners": result.busy_owners})
    return result


def _sweep_tenant(tenant_id: str, store: MemoryStore, writer: Writer, *, now: datetime, result: SweepResult) -> SweepResult:
    while due := store.due_for_expiry(Scope(tenant_id=tenant_id), now=now, limit=PAGE):
        before = result.archived + result.deleted
        for owner, memories in _by_owner(due).items():
            result = _sweep_owner(tenant_id, owner, memories, writer, now=now, result=result)
        if result.archived + result.deleted == before:  # nothing of this page moved: busy or pinned ones wait for the next sweep
            break
    return result


def _sweep_owner(
    tenant_id: str, owner: Owner, memories: Sequence[Memory], writer: Writer, *, now: datetime, result: SweepResult
) -> SweepResult:
    def decide(current: tuple[Memory, ...]) -> ExpiryPlan:
        return plan_expiry(tenant_id, owner, current, now=now)

    try:
        return result.with_plan(writer.write(tenant_id, owner, decide, memory_ids=[memory.id for memory in memories]))
    except LockBusy:
        return SweepResult(result.archived, result.deleted, result.busy_owners + 1)


def _by_owner(memories: Sequence[Memory]) -> dict[Owner, list[Memory]]:
    grouped: dict[Owner, list[Memory]] = defaultdict(list)
    for memory in memories:
        grouped[memory.owner].append(memory)
    return grouped
