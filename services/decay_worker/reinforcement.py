"""What it does to a memory that it entered a context: counted once per recall, in the background."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.domain import identity
from shared.domain.errors import LockBusy
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import Owner
from shared.domain.write_plan import PointSwitch, WritePlan, WriterKind
from shared.ports.recall_log import RecallLog, RecallRecord
from shared.writing import Writer

BATCH = 100
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """The plan of one owner's part of one recall; None where nothing of it is current any more."""

    plan: WritePlan | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforced:
    """What one batch did: recalls taken off the queue, memories counted."""

    recalls: int
    memories: int


def reinforced(memory: Memory, at: datetime) -> PointSwitch:
    """One more use; the time of the last access never goes back."""
    last = at if memory.last_accessed_at is None else max(memory.last_accessed_at, at)
    return PointSwitch(
        point_id=identity.point_id(memory.id, memory.version),
        access_count=memory.access_count + 1,
        last_accessed_at=last,
    )


def plan_reinforcement(recall: RecallRecord, owner: Owner, memories: Sequence[Memory], *, now: datetime) -> Reinforcement:
    """Superseded, expired and archived memories get none. The plan enters that this owner's part of the recall is counted."""
    living = [memory for memory in memories if _may_be_reinforced(memory, now)]
    if not living:
        return Reinforcement(plan=None)
    plan = WritePlan(
        id=identity.derive_id("reinforcement", recall.tenant_id, recall.recall_id, owner.key),
        tenant_id=recall.tenant_id,
        owner=owner,
        writer=WriterKind.REINFORCEMENT,
        made_at=now,
        switches=tuple(reinforced(memory, recall.at) for memory in living),
        reinforced_recall_id=recall.recall_id,
    )
    return Reinforcement(plan=plan)


def _may_be_reinforced(memory: Memory, now: datetime) -> bool:
    return memory.current and not memory.is_expired(now) and memory.stage is not RetentionStage.ARCHIVE


def reinforce_recalls(recall_log: RecallLog, writer: Writer, *, now: datetime) -> Reinforced:
    """Drain one batch of what waits, oldest first; stops where an owner is being written for."""
    done = memories = 0
    try:
        for recall in recall_log.take(limit=BATCH):
            memories += _reinforce(recall, recall_log, writer, now=now)
            recall_log.done(recall.recall_id)
            done += 1
    except LockBusy:
        log.info("reinforcement.postponed", extra={"done": done})
    return Reinforced(recalls=done, memories=memories)


def _reinforce(recall: RecallRecord, recall_log: RecallLog, writer: Writer, *, now: datetime) -> int:
    """Each owner's part once, however often the recall is taken up and by however many at once."""
    counted = 0
    injected: dict[Owner, list[str]] = defaultdict(list)
    for memory in recall.injected:
        injected[memory.owner].append(memory.memory_id)
    for owner, memory_ids in injected.items():

        def decide(current: tuple[Memory, ...], owner: Owner = owner) -> Reinforcement:
            # Asked under the lock: what a killed worker had recorded is finished by now, and nobody else is at it.
            if recall_log.is_counted(recall.recall_id, owner):
                return Reinforcement(plan=None)
            return plan_reinforcement(recall, owner, current, now=now)

        plan = writer.write(recall.tenant_id, owner, decide, memory_ids=memory_ids).plan
        counted += 0 if plan is None else len(plan.switches)
    return counted
