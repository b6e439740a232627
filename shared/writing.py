"""The one way to write: lock the owner, re-read, decide, record the plan, apply it, finish it.

The write lock is never held across a model or embedding call: vectors are computed before `write`.
"""

import logging
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Protocol, TypeVar

from shared.domain import identity
from shared.domain.errors import RequestRefused
from shared.domain.memory import Memory
from shared.domain.scope import Owner, owner_scope
from shared.domain.write_plan import PointInsert, WritePlan
from shared.ports.inboxes import Lease
from shared.ports.memory_store import MemoryStore
from shared.ports.plans import Plans
from shared.text.lexical import document_terms
from shared.text.spoken_by import as_said

CLOCKS_APART = timedelta(minutes=15)
"""Plans are made by the clocks of several hosts."""
log = logging.getLogger(__name__)


class Planned(Protocol):
    """What a `decide` function returns: its plan, or None where there is nothing to write."""

    @property
    def plan(self) -> WritePlan | None:
        """The plan to record and apply."""
        ...


Answer = TypeVar("Answer", bound=Planned)


def pack_vector(vector: Sequence[float]) -> bytes:
    """Little-endian float32, as a plan stores it."""
    return struct.pack(f"<{len(vector)}f", *vector)


def point_insert(memory: Memory, vector: Sequence[float] | None) -> PointInsert:
    """One version as a point: its dense vector (None where none could be computed) and its keyword terms."""
    said = as_said(memory.text, memory.speaker)
    terms = document_terms(text=said, category=memory.category.value, scope=memory.scope, labels=memory.labels, slot=memory.slot)
    return PointInsert(
        point_id=identity.point_id(memory.id, memory.version),
        memory=memory,
        dense=None if vector is None else pack_vector(vector),
        sparse=terms.vector,
        term_ids=terms.text_term_ids,
    )


@dataclass(frozen=True, slots=True)
class Writer:
    """Guard, explicit routes, review, import, sweep and reinforcement all write through here."""

    store: MemoryStore
    plans: Plans

    def write(
        self,
        tenant_id: str,
        owner: Owner,
        decide: Callable[[tuple[Memory, ...]], Answer],
        *,
        memory_ids: Sequence[str] = (),
        text_keys: Sequence[str] = (),
        properties: Sequence[str] = (),
        history_of: Sequence[str] = (),
        lease: Lease | None = None,
    ) -> Answer:
        """Apply what `decide` answers to the current versions of these ids, text keys and properties.

        Of the ids in `history_of` it is also given every version that is not current any more.
        `decide` is pure and sees the state under the lock. Unfinished plans of the owner are applied first,
        so nobody decides on a half-written state. Raises LockBusy, LeaseLost, StoreUnavailable, QueueUnavailable;
        a recorded plan survives them and is applied by the next writer or the sweeper.
        """
        scope = owner_scope(tenant_id, owner)
        with self.plans.hold_write_lock(tenant_id, owner) as lock:
            for plan in self.plans.unfinished(tenant_id, owner):
                with suppress(RequestRefused):  # discarded: whoever made it is not this writer
                    self.complete(plan)
            answer = decide(
                (
                    *self.store.current(scope, memory_ids=memory_ids, text_keys=text_keys, properties=properties),
                    *(version for memory_id in history_of for version in self.store.history(scope, memory_id) if not version.current),
                )
            )
            if answer.plan is not None:
                plan = replace(answer.plan, fence=lock.fence)
                self.plans.record(lock, plan, lease)
                self.complete(plan, lease)
        return answer

    def complete(self, plan: WritePlan, lease: Lease | None = None) -> None:
        """Apply a recorded plan and settle it. Repeatable. RequestRefused: the plan is forgotten, nothing of it is settled."""
        try:
            self.store.apply(plan)
        except RequestRefused:
            log.error("plan.discarded plan=%s writer=%s", plan.id, plan.writer.value)  # noqa: TRY400 - the text may be in the trace
            self.plans.discard(plan)
            raise
        if not self.plans.finish(plan, lease) and plan.inserts:
            self._erase_again(plan)

    def _erase_again(self, late: WritePlan) -> None:
        """Somebody else applied the plan too, while this process was stopped: what was erased since must not have come back by it."""
        inserted = {insert.memory.id for insert in late.inserts}
        for plan in self.plans.recent(since=late.made_at - CLOCKS_APART, after=late.id):
            gone = inserted.intersection(plan.deleted_memory_ids)
            if gone and (plan.tenant_id, plan.owner) == (late.tenant_id, late.owner):
                self.store.apply(replace(late, inserts=(), switches=(), traces=(), deleted_memory_ids=tuple(sorted(gone))))
