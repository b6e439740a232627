"""Recorded plans outlive whoever recorded them: abandoned ones are applied, and all recent ones again after an engine reboot."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import timedelta

from shared.domain.errors import LockBusy, PermanentFault
from shared.domain.scope import Owner
from shared.domain.write_plan import WritePlan
from shared.ports.clock import Clock
from shared.ports.memory_store import MemoryStore
from shared.ports.plans import LockHandle, Plans
from shared.writing import Writer

log = logging.getLogger(__name__)

KEPT = timedelta(minutes=15)


@dataclass(slots=True)
class Recovery:
    """Called every few seconds. Remembers the engine's boot id; a worker that has not seen one yet applies the recent plans too."""

    store: MemoryStore
    plans: Plans
    writer: Writer
    clock: Clock
    abandoned_after_seconds: float
    _boot_id: str | None = field(default=None)

    def run(self) -> None:
        """Apply what was left behind. Raises StoreUnavailable, QueueUnavailable: the next round tries again."""
        self.finish_abandoned()
        boot_id = self.store.boot_id()
        if boot_id != self._boot_id:
            self.apply_recent()
            self._boot_id = boot_id

    def finish_abandoned(self) -> None:
        """Plans that nobody seems to be applying, under their owner's lock and in their order."""
        for tenant_id, owner in _owners(self.plans.abandoned(older_than_seconds=self.abandoned_after_seconds)):
            try:
                self.writer.write(tenant_id, owner, lambda _: _Nothing())
            except LockBusy:
                # Whoever holds the lock applies them first.
                continue
            except PermanentFault as fault:
                # A plan that the engine refuses blocks its owner, and nobody else.
                log.error("plan.refused tenant=%s fault=%s", tenant_id, fault.code)  # noqa: TRY400 - the text may be in the trace
                continue
            log.info("plans.finished tenant=%s", tenant_id)

    def apply_recent(self) -> None:
        """Everything of the last 15 minutes again, owner by owner, in the order of recording."""
        since = self.clock.now() - KEPT
        recent = self.plans.recent(since=since)
        by_owner: defaultdict[tuple[str, Owner], list[WritePlan]] = defaultdict(list)
        for plan in recent:
            by_owner[plan.tenant_id, plan.owner].append(plan)
        for (tenant_id, owner), mine in by_owner.items():
            with self.plans.hold_write_lock(tenant_id, owner) as lock:
                # Recorded since the list was read: an older plan must not have the last word over them.
                later = self.plans.recent(since=since, after=recent[-1].id)
                self._apply_in_order(lock, [*mine, *(plan for plan in later if (plan.tenant_id, plan.owner) == (tenant_id, owner))])
        if recent:
            log.info("plans.applied_again count=%d", len(recent))

    def _apply_in_order(self, lock: LockHandle, plans: Sequence[WritePlan]) -> None:
        """LockBusy where the lock is lost over it: others may write again, and all is read anew in the next round."""
        erased: set[str] = set()
        cleared: list[WritePlan] = []
        for plan in reversed(plans):
            cleared.append(_without(plan, erased) if erased else plan)
            erased.update(plan.deleted_memory_ids)
        for plan in reversed(cleared):
            self.plans.keep(lock)
            try:
                self.store.apply(plan)
            except PermanentFault as fault:
                log.error("plan.refused plan=%s fault=%s", plan.id, fault.code)  # noqa: TRY400 - the text may be in the trace


@dataclass(frozen=True, slots=True)
class _Nothing:
    """An answer without a plan: the writer only finishes what is unfinished."""

    plan: WritePlan | None = None


def _without(plan: WritePlan, erased: AbstractSet[str]) -> WritePlan:
    """What a later plan deletes must not come back, not even until that plan's turn comes."""
    return replace(
        plan,
        inserts=tuple(insert for insert in plan.inserts if insert.memory.id not in erased),
        traces=tuple(trace for trace in plan.traces if trace.memory_id not in erased),
    )


def _owners(plans: Sequence[WritePlan]) -> list[tuple[str, Owner]]:
    """Whose plans they are, each once, in order."""
    return list(dict.fromkeys((plan.tenant_id, plan.owner) for plan in plans))
