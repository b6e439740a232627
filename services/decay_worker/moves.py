"""Everything that one run would do to a tenant's memories, and whether a listed move still holds: pure."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.aging import Aging, AgingMemory
from shared.domain.maintenance import DELETED, Move, MoveReason
from shared.domain.moves import move_of
from shared.domain.retention import RetentionRules, is_evictable, retention
from shared.domain.scope import Owner


@dataclass(frozen=True, slots=True)
class OwnedMove:
    """A move and whose memory it is: the write lock is the owner's."""

    owner: Owner
    move: Move


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


def evictions_needed(listed: Sequence[OwnedMove], *, held: int, capacity: int) -> list[OwnedMove]:
    """The listed moves that are not carried out yet, without evictions that a tenant which holds `held` memories needs no more."""
    evictions = [each for each in listed if each.move.reason is MoveReason.CAPACITY]
    others = [each for each in listed if each.move.reason is not MoveReason.CAPACITY]
    over = held - sum(each.move.to == DELETED for each in others) - capacity if capacity else 0
    lowest_first = sorted(evictions, key=lambda each: (each.move.retention or 0.0, each.move.id))
    return [*others, *lowest_first[: max(0, over)]]
