"""Carrying out listed moves: decided again under the owner's lock, and never more than the list says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from services.decay_worker.moves import OwnedMove, still_holds
from shared.domain import identity
from shared.domain.errors import LockBusy
from shared.domain.maintenance import DELETED, Move
from shared.domain.memory import Memory, RetentionStage
from shared.domain.retention import RetentionRules
from shared.domain.scope import Owner
from shared.domain.versioning import point_of
from shared.domain.write_plan import AuditEntry, PointSwitch, WritePlan, WriterKind, lives
from shared.writing import Writer

ACTOR = "decay_worker"
BATCH = 32
"""Memories moved under one lock: a reader never waits for more than these."""


@dataclass(frozen=True, slots=True)
class Applied:
    """One owner's part. `plan` is None where nothing is to be done; `left`: moves that are not true any more."""

    plan: WritePlan | None
    moves: tuple[Move, ...] = ()
    left: int = 0


@dataclass(slots=True)
class Tally:
    """What this process moved, by reason and end; what was not true any more or waits; owners that somebody else was writing for."""

    moved: Counter[tuple[str, str]] = field(default_factory=Counter)
    left: int = 0
    busy_owners: int = 0


def batches(owned: Iterable[OwnedMove]) -> Iterator[tuple[Owner, list[Move]]]:
    """One owner's moves at a time, at most BATCH of them."""
    for owner, group in groupby(owned, key=lambda each: each.owner):
        moves = [each.move for each in group]
        for start in range(0, len(moves), BATCH):
            yield owner, moves[start : start + BATCH]


def plan_batch(
    tenant_id: str, owner: Owner, moves: Sequence[Move], memories: Sequence[Memory], *, now: datetime, rules: RetentionRules
) -> Applied:
    """Those of the moves that still hold. Stage, `archived_at` and `expires_at` are all that changes in what stays."""
    wanted = {move.id: move for move in moves}
    found = sorted((memory for memory in memories if memory.id in wanted and memory.current), key=lambda memory: memory.id)
    pairs = [(memory, wanted[memory.id]) for memory in found if still_holds(wanted[memory.id], memory, now, rules)]
    stages = {memory.id: memory.stage.value for memory in found}
    left = sum(1 for move in moves if stages.get(move.id, DELETED) != move.to) - len(pairs)
    if not pairs:
        return Applied(plan=None, left=left)
    plan = WritePlan(
        id=identity.derive_id("sweep", tenant_id, owner.key, now.isoformat(), *(f"{memory.id}.{memory.version}" for memory, _ in pairs)),
        tenant_id=tenant_id,
        owner=owner,
        writer=WriterKind.MAINTENANCE,
        made_at=now,
        switches=_switches(pairs, now),
        deleted_memory_ids=tuple(memory.id for memory, move in pairs if move.to == DELETED),
        audit=tuple(_lines(pairs)),
    )
    return Applied(plan=plan, moves=tuple(move for _, move in pairs), left=left)


def apply_batch(
    writer: Writer, tenant_id: str, owner: Owner, moves: Sequence[Move], tally: Tally, *, now: datetime, rules: RetentionRules
) -> None:
    """Write what still holds and count it. A busy owner's moves wait for the next run."""

    def decide(current: tuple[Memory, ...]) -> Applied:
        return plan_batch(tenant_id, owner, moves, current, now=now, rules=rules)

    try:
        done = writer.write(tenant_id, owner, decide, memory_ids=[move.id for move in moves])
    except LockBusy:
        tally.busy_owners += 1
        tally.left += len(moves)
        return
    tally.moved.update((move.reason.value, move.to) for move in done.moves)
    tally.left += done.left


def _switches(pairs: Sequence[tuple[Memory, Move]], now: datetime) -> tuple[PointSwitch, ...]:
    """Equal ones side by side: the store sets them at once."""
    staying = sorted((pair for pair in pairs if pair[1].to != DELETED), key=lambda pair: pair[1].to)
    return tuple(_switch(memory, move, now) for memory, move in staying)


def _switch(memory: Memory, move: Move, now: datetime) -> PointSwitch:
    if move.to == RetentionStage.ARCHIVE:
        return PointSwitch(point_id=point_of(memory), stage=move.to, archived_at=now, clears=("expires_at",))
    return PointSwitch(point_id=point_of(memory), stage=move.to)


def _lines(pairs: Sequence[tuple[Memory, Move]]) -> Iterator[AuditEntry]:
    """One line for each kind of move; what goes out of sight names its layers and times, from which past sizes are told."""
    by_kind: dict[tuple[str, str, str], list[Memory]] = {}
    for memory, move in pairs:
        action = {DELETED: "memory.deleted", RetentionStage.ARCHIVE.value: "memory.archived"}.get(move.to, "memory.staged")
        by_kind.setdefault((action, move.reason.value, move.to), []).append(memory)
    for (action, reason, to), memories in by_kind.items():
        detail = {"to": to} if action == "memory.staged" else {"lives": lives(memories)}
        yield AuditEntry(action=action, actor=ACTOR, subject_ids=tuple(memory.id for memory in memories), reason=reason, detail=detail)
