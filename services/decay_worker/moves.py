"""What the clock would do to each memory now: pure, from timestamps and counts, so that a hundred runs equal one."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.aging import Aging, AgingMemory
from shared.domain.maintenance import DELETED, Move, MoveReason
from shared.domain.memory import RetentionStage
from shared.domain.retention import LADDER, RetentionRules, due_stage, is_durable, is_evictable, is_to_be_deleted, retention
from shared.domain.scope import Owner

ARCHIVE = RetentionStage.ARCHIVE


@dataclass(frozen=True, slots=True)
class OwnedMove:
    """A move and whose memory it is: the write lock is the owner's."""

    owner: Owner
    move: Move


def is_over(memory: Aging, now: datetime) -> bool:
    """Past its time and not in the archive, where nothing expires."""
    return memory.stage is not ARCHIVE and memory.expires_at is not None and memory.expires_at <= now


def move_of(memory: Aging, now: datetime, rules: RetentionRules) -> Move | None:
    """At most one move: what comes into the archive now is not deleted in the same run."""
    if memory.stage is ARCHIVE:
        return _move(memory, DELETED, MoveReason.ARCHIVE_OVER) if is_to_be_deleted(memory, now, rules) else None
    if is_over(memory, now):
        is_kept = is_durable(memory) or memory.pinned
        return _move(memory, ARCHIVE if is_kept else DELETED, MoveReason.EXPIRED)
    due = due_stage(memory, now, rules)
    if due is memory.stage:
        return None
    if due is ARCHIVE:
        return _move(memory, due, MoveReason.FORGOTTEN)
    rises = LADDER.index(due) > LADDER.index(memory.stage)
    return _move(memory, due, MoveReason.EARNED if rises else MoveReason.IDLE)


def still_holds(move: Move, memory: Aging, now: datetime, rules: RetentionRules) -> bool:
    """Whether the memory as it stands now is still to make this very move: used, restored or edited meanwhile, it is not."""
    if move.reason is not MoveReason.CAPACITY:
        return move_of(memory, now, rules) == move
    if move.retention is None or not is_evictable(memory) or memory.stage.value != move.origin:
        return False
    return retention(memory, now) <= move.retention + 1e-9


def plan_moves(memories: Iterable[AgingMemory], *, now: datetime, rules: RetentionRules, capacity: int = 0) -> list[OwnedMove]:
    """Everything that one run does to the current memories of one tenant, owner by owner. `capacity` 0 = no limit."""
    planned: dict[str, OwnedMove] = {}
    kept = 0
    evictable: list[tuple[float, str, Owner, str]] = []
    for memory in memories:
        move = move_of(memory, now, rules)
        if move is not None:
            planned[memory.id] = OwnedMove(memory.owner, move)
        if move is None or move.to != DELETED:
            kept += 1
            if capacity and is_evictable(memory):
                evictable.append((retention(memory, now), memory.id, memory.owner, memory.stage.value))
    if capacity and kept > capacity:
        planned.update(_evictions(evictable, kept - capacity))
    return sorted(planned.values(), key=lambda owned: (owned.owner.key, owned.move.id))


def _evictions(evictable: list[tuple[float, str, Owner, str]], over: int) -> Iterator[tuple[str, OwnedMove]]:
    for worth, memory_id, owner, stage in heapq.nsmallest(over, evictable, key=lambda each: each[:2]):
        yield memory_id, OwnedMove(owner, replace(Move(memory_id, stage, DELETED, MoveReason.CAPACITY), retention=worth))


def _move(memory: Aging, to: str, reason: MoveReason) -> Move:
    return Move(memory.id, memory.stage.value, str(to), reason)
