"""Recorded plans outlive whoever recorded them: abandoned ones are applied, and all recent ones again after an engine reboot."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from shared.domain.errors import LockBusy
from shared.domain.scope import Owner
from shared.domain.write_plan import WritePlan
from shared.ports.clock import Clock
from shared.ports.memory_store import MemoryStore
from shared.ports.plans import Plans
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
            log.info("plans.finished tenant=%s", tenant_id)

    def apply_recent(self) -> None:
        """Everything of the last 15 minutes again, owner by owner, in the order of recording."""
        recent = self.plans.recent(since=self.clock.now() - KEPT)
        for tenant_id, owner in _owners(recent):
            with self.plans.hold_write_lock(tenant_id, owner):
                mine = [plan for plan in recent if (plan.tenant_id, plan.owner) == (tenant_id, owner)]
                known = {plan.id for plan in mine}
                # Recorded since the list was read: an older plan must not have the last word over them.
                later = [plan for plan in self.plans.recent(since=mine[-1].made_at) if plan.id not in known]
                for plan in [*mine, *(plan for plan in later if (plan.tenant_id, plan.owner) == (tenant_id, owner))]:
                    self.store.apply(plan)
        if recent:
            log.info("plans.applied_again count=%d", len(recent))


@dataclass(frozen=True, slots=True)
class _Nothing:
    """An answer without a plan: the writer only finishes what is unfinished."""

    plan: WritePlan | None = None


def _owners(plans: Sequence[WritePlan]) -> list[tuple[str, Owner]]:
    """Whose plans they are, each once, in order."""
    return list(dict.fromkeys((plan.tenant_id, plan.owner) for plan in plans))
