"""What a decision does to stored versions: the one place where the guard makes versions."""

from dataclasses import replace

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.limits import Limits
from shared.domain.decision import Action
from shared.domain.from_candidate import memory_from_candidate
from shared.domain.history import placed_in_history
from shared.domain.memory import Memory
from shared.domain.versioning import Change, first_version, next_version, seen_again

LATE_EVIDENCE = "late_evidence"
"""UPDATE: an earlier version is added, the current one stays."""
KNOWN_HISTORY = "known_history"
"""NOOP: an earlier version says it already. What was true once is no support for what is true now."""
TOLD_ALREADY = "told_already"
"""NOOP: a session's summary says what a memory of another kind says. It rests on the same words: no further sighting of it."""

_CHANGING = frozenset({Action.WRITE, Action.UPDATE})


def change_of(case: Case, board: Board) -> Change | None:
    """The versions to insert and switch, or None where nothing stored changes."""
    decision = case.decision
    if decision is None:
        return None
    target = board.current.get(decision.target_id) if decision.target_id else None
    if decision.action is Action.NOOP:
        return None if target is None or decision.reason in {KNOWN_HISTORY, TOLD_ALREADY} else seen_again(target)
    if decision.action not in _CHANGING:
        return None
    memory = replace(draft_of(case, board.limits, importance=decision.importance or 0.0), change_reason=decision.reason)
    if target is None:
        return first_version(memory)
    if decision.reason == LATE_EVIDENCE:
        return placed_in_history(board.versions(target) or (), memory)
    return next_version(target, replace(memory, pinned=target.pinned))


def draft_of(case: Case, limits: Limits, *, importance: float = 0.0) -> Memory:
    """The memory that the candidate would make."""
    return memory_from_candidate(case.candidate, importance=importance, text_key=case.text_key, now=limits.now, ttl=limits.ttl)
