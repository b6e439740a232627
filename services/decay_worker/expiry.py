"""What becomes of memories whose time is over: a pure plan."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.domain import identity
from shared.domain.memory import Memory, RetentionStage
from shared.domain.retention import is_durable
from shared.domain.scope import Owner
from shared.domain.write_plan import AuditEntry, PointSwitch, WritePlan, WriterKind, lives

ACTOR = "decay_worker"
REASON = "expired"


def is_over(memory: Memory, now: datetime) -> bool:
    """True where the sweep has something to do: current, past its expiry, not yet archived, not pinned."""
    return memory.current and memory.is_expired(now) and memory.stage is not RetentionStage.ARCHIVE and not memory.pinned


@dataclass(frozen=True, slots=True)
class ExpiryPlan:
    """What one owner's part of the sweep does. `plan` is None where nothing is over any more."""

    plan: WritePlan | None
    archived: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()


def _archive(memory: Memory, now: datetime) -> PointSwitch:
    return PointSwitch(
        point_id=identity.point_id(memory.id, memory.version),
        stage=RetentionStage.ARCHIVE.value,
        archived_at=now,
        clears=("expires_at",),
    )


def _line(action: str, memories: Sequence[Memory]) -> tuple[AuditEntry, ...]:
    if not memories:
        return ()
    subjects = tuple(memory.id for memory in memories)
    return (AuditEntry(action=action, actor=ACTOR, subject_ids=subjects, reason=REASON, detail={"lives": lives(memories)}),)


def plan_expiry(tenant_id: str, owner: Owner, memories: Sequence[Memory], *, now: datetime) -> ExpiryPlan:
    """Durable ones go to the archive, the rest is deleted. Planned again after it was applied, it plans nothing."""
    over = sorted((memory for memory in memories if is_over(memory, now)), key=lambda memory: memory.id)
    kept = [memory for memory in over if is_durable(memory)]
    gone = [memory for memory in over if not is_durable(memory)]
    if not over:
        return ExpiryPlan(plan=None)
    plan = WritePlan(
        id=identity.derive_id("expiry", tenant_id, owner.key, *(f"{memory.id}.{memory.version}" for memory in over)),
        tenant_id=tenant_id,
        owner=owner,
        writer=WriterKind.MAINTENANCE,
        made_at=now,
        switches=tuple(_archive(memory, now) for memory in kept),
        deleted_memory_ids=tuple(memory.id for memory in gone),
        audit=(*_line("memory.archived", kept), *_line("memory.deleted", gone)),
    )
    return ExpiryPlan(plan=plan, archived=tuple(memory.id for memory in kept), deleted=tuple(memory.id for memory in gone))
