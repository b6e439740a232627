"""Why a memory is in its stage, when it will next move and what would change that: pure, by the very rules of the sweep."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice

from shared.domain.aging import AgingMemory
from shared.domain.maintenance import DELETED, MoveReason
from shared.domain.memory import Memory, RetentionStage
from shared.domain.moves import move_of
from shared.domain.retention import (
    LADDER,
    LONG_FROM_IMPORTANCE,
    LONG_FROM_USES,
    SHORT_FROM_USES,
    RetentionRules,
    archived_from,
    durability_rate,
    earned_stage,
    entry_stage,
    idle_since,
    keeping_score,
)

Remembered = Memory | AgingMemory
INSTANT = timedelta(seconds=1)
"""A move is looked for this long after the moment that the sums give, so that their rounding does not hide it."""
MOST_MOVES = 8


class Standing(StrEnum):
    """Why a memory is in the stage where it is."""

    ENTERED = "entered"
    EARNED = "earned"
    IDLE = "idle"
    MOVE_DUE = "move_due"
    ARCHIVED = "archived"


class Change(StrEnum):
    """What a person or an agent can do about it."""

    USE = "use"
    MORE_USES = "more_uses"
    PIN = "pin"
    NO_EXPIRY = "no_expiry"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class ComingMove:
    """A move that is true from `at` on, if nobody uses the memory; the next run after `at` carries it out."""

    at: datetime
    origin: RetentionStage
    to: str
    reason: MoveReason


@dataclass(frozen=True, slots=True)
class Alternative:
    """What its stage and its next move would be after a change made now. `uses`: how many more it takes, for MORE_USES."""

    change: Change
    stage: RetentionStage
    next_move: ComingMove | None
    uses: int | None = None


def standing(memory: Remembered, now: datetime, rules: RetentionRules) -> Standing:
    """Why it is where it is."""
    if memory.stage is RetentionStage.ARCHIVE:
        return Standing.ARCHIVED
    if move_of(memory, now, rules) is not None:
        return Standing.MOVE_DUE
    earned = earned_stage(memory)
    if memory.stage is not earned:
        return Standing.IDLE
    return Standing.ENTERED if earned is entry_stage(memory.importance) else Standing.EARNED


def next_move(memory: Remembered, now: datetime, rules: RetentionRules) -> ComingMove | None:
    """The first move from `now` on if nobody uses it; None where it stays for ever. A move that is due already is at `now`."""
    for at in (now, *sorted(moment for moment in _moments(memory, rules) if moment > now)):
        move = move_of(memory, at if at == now else _soon_after(at), rules)
        if move is not None:
            return ComingMove(at, memory.stage, move.to, move.reason)
    return None


def coming_moves(memory: Remembered, now: datetime, rules: RetentionRules) -> tuple[ComingMove, ...]:
    """All moves to come if nobody uses it, each carried out as it comes due."""
    return tuple(islice(_coming(memory, now, rules), MOST_MOVES))


def alternatives(memory: Remembered, now: datetime, rules: RetentionRules) -> tuple[Alternative, ...]:
    """What can be done about the next move, and what would come of it; only what makes a difference."""
    as_it_is = next_move(memory, now, rules)
    found = (_alternative(change, changed, now, rules, memory) for change, changed in _changes(memory, now))
    return tuple(each for each in found if each.next_move != as_it_is or each.stage is not memory.stage)


def curve(memory: Remembered, now: datetime, rules: RetentionRules, *, points: int = 60) -> tuple[tuple[datetime, float], ...]:
    """Its keeping score from its last use until it is archived by it, or for half a year from now: evenly spaced (time, score)."""
    start = idle_since(memory)
    ends = [move.at for move in coming_moves(memory, now, rules) if move.to in {RetentionStage.ARCHIVE, DELETED}]
    end = max(now + timedelta(days=180) if not ends else ends[0] + (ends[0] - start) / 10, start + timedelta(days=1), now)
    step = (end - start) / (points - 1)
    return tuple((start + number * step, keeping_score(memory, start + number * step, rules)) for number in range(points))


def _coming(memory: Remembered, now: datetime, rules: RetentionRules) -> Iterator[ComingMove]:
    current, at = memory, now
    while (move := next_move(current, at, rules)) is not None:
        yield move
        if move.to == DELETED:
            return
        stage, at = RetentionStage(move.to), _soon_after(move.at)
        is_archived = stage is RetentionStage.ARCHIVE
        current = replace(
            current,
            stage=stage,
            archived_at=move.at if is_archived else current.archived_at,
            expires_at=None if is_archived else current.expires_at,
        )


def _moments(memory: Remembered, rules: RetentionRules) -> Iterator[datetime]:
    """The only moments at which time alone changes where the memory belongs."""
    if memory.stage is RetentionStage.ARCHIVE:
        if memory.archived_at is not None and rules.delete_after_days > 0:
            yield from _after(memory.archived_at, rules.delete_after_days)
        return
    if memory.expires_at is not None:
        yield memory.expires_at
    archived = archived_from(memory, rules)
    if archived is not None:
        yield archived
    if rules.demote_after_days > 0 and durability_rate(memory) > 0.0:
        for step in range(1, len(LADDER)):
            yield from _after(idle_since(memory), step * rules.demote_after_days)


def _after(start: datetime, days: float) -> Iterator[datetime]:
    try:
        yield start + timedelta(days=days)
    except OverflowError:
        return


def _soon_after(at: datetime) -> datetime:
    try:
        return at + INSTANT
    except OverflowError:
        return at


def _changes(memory: Remembered, now: datetime) -> Iterator[tuple[Change, Remembered]]:
    if memory.stage is RetentionStage.ARCHIVE:
        back = replace(memory, stage=earned_stage(memory), archived_at=None, expires_at=None, last_accessed_at=now)
        yield Change.RESTORE, back
    else:
        yield Change.USE, _used(memory, now, 1)
        uses = _uses_to_rise(memory)
        if uses is not None and uses > 1:
            yield Change.MORE_USES, _used(memory, now, uses)
        if memory.expires_at is not None:
            yield Change.NO_EXPIRY, replace(memory, expires_at=None)
    if not memory.pinned:
        yield Change.PIN, replace(memory, pinned=True)


def _used(memory: Remembered, now: datetime, uses: int) -> Remembered:
    return replace(memory, access_count=memory.access_count + uses, last_accessed_at=now)


def _uses_to_rise(memory: Remembered) -> int | None:
    """How many more uses earn a higher stage; None where none do."""
    earned = earned_stage(memory)
    if earned is RetentionStage.WORKING:
        return SHORT_FROM_USES - memory.access_count
    if earned is RetentionStage.SHORT and memory.importance >= LONG_FROM_IMPORTANCE:
        return LONG_FROM_USES - memory.access_count
    return None


def _alternative(change: Change, changed: Remembered, now: datetime, rules: RetentionRules, memory: Remembered) -> Alternative:
    """The stage after the run that follows the change."""
    move = move_of(changed, now, rules)
    settled = changed if move is None or move.to == DELETED else replace(changed, stage=RetentionStage(move.to))
    uses = changed.access_count - memory.access_count if change is Change.MORE_USES else None
    return Alternative(change, settled.stage, next_move(settled, now, rules), uses)
