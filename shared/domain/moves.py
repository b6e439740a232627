"""What the clock would do to one memory at a moment: pure, from timestamps and counts, so that a hundred runs equal one."""

from datetime import datetime

from shared.domain.aging import Aging
from shared.domain.maintenance import DELETED, Move, MoveReason
from shared.domain.memory import RetentionStage
from shared.domain.retention import LADDER, RetentionRules, due_stage, is_durable, is_to_be_deleted

ARCHIVE = RetentionStage.ARCHIVE


def is_over(memory: Aging, now: datetime) -> bool:
    """Past its time and not in the archive, where nothing expires."""
    return memory.stage is not ARCHIVE and memory.expires_at is not None and memory.expires_at <= now


def move_of(memory: Aging, now: datetime, rules: RetentionRules) -> Move | None:
    """At most one move: what comes into the archive now is not deleted in the same run."""
    if memory.stage is ARCHIVE:
        return move_to(memory, DELETED, MoveReason.ARCHIVE_OVER) if is_to_be_deleted(memory, now, rules) else None
    if is_over(memory, now):
        is_kept = is_durable(memory) or memory.pinned
        return move_to(memory, ARCHIVE if is_kept else DELETED, MoveReason.EXPIRED)
    due = due_stage(memory, now, rules)
    if due is memory.stage:
        return None
    if due is ARCHIVE:
        return move_to(memory, due, MoveReason.FORGOTTEN)
    rises = LADDER.index(due) > LADDER.index(memory.stage)
    return move_to(memory, due, MoveReason.EARNED if rises else MoveReason.IDLE)


def move_to(memory: Aging, to: str, reason: MoveReason) -> Move:
    """A move of this memory as it stands."""
    return Move(memory.id, memory.stage.value, str(to), reason)
