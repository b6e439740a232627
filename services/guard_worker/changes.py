"""What a decision does to stored versions: the one place where the guard makes versions."""

from dataclasses import replace

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from shared.domain.decision import Action
from shared.domain.from_candidate import memory_from_candidate
from shared.domain.versioning import Change, first_version, next_version, seen_again

_CHANGING = frozenset({Action.WRITE, Action.UPDATE})


def change_of(case: Case, board: Board) -> Change | None:
    """The versions to insert and switch, or None where nothing stored changes."""
    decision = case.decision
    if decision is None:
        return None
    target = board.current.get(decision.target_id) if decision.target_id else None
    if decision.action is Action.NOOP:
        return None if target is None else seen_again(target)
    if decision.action not in _CHANGING:
        return None
    memory = memory_from_candidate(
        case.candidate,
        importance=decision.importance or 0.0,
        text_key=case.text_key,
        now=board.limits.now,
        ttl=board.limits.ttl,
        change_reason=decision.reason,
    )
    return first_version(memory) if target is None else next_version(target, replace(memory, pinned=target.pinned))
