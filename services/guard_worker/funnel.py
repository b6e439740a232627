"""The guard's stages in their order, and the fold that takes a batch through them, one candidate after the other."""

from collections.abc import Callable, Sequence

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.changes import change_of
from services.guard_worker.conflict import resolve_conflict
from services.guard_worker.judged import hear_judge
from services.guard_worker.layering import check_layer, refuse_closed_layer
from services.guard_worker.quality import weigh_quality
from services.guard_worker.repeats import find_repeat
from services.guard_worker.rules import apply_hygiene, apply_rules
from services.guard_worker.testimony import newest_position

RULE_STAGES: tuple[Callable[[Case], Case], ...] = (apply_hygiene, apply_rules, refuse_closed_layer)
"""Asked before anything is looked up: what falls here costs no embedding and no model call."""

KNOWLEDGE_STAGES: tuple[Callable[[Case, Board], Case], ...] = (
    find_repeat,
    hear_judge,
    check_layer,
    resolve_conflict,
    weigh_quality,
)
"""Asked under the write lock, against what is current at that moment."""


def apply_rule_stages(case: Case) -> Case:
    """The deterministic rules; a decided case is left as it is."""
    for stage in RULE_STAGES:
        if case.decision is None:
            case = stage(case)
    return case


def decide_batch(cases: Sequence[Case], board: Board) -> tuple[tuple[Case, ...], Board]:
    """Every case decided, in the order given, and the board with all changes.

    They are taken in the order of their newest evidence, each against what those before it have changed:
    contradictions inside a batch end in one current version with a dense history.
    """
    decided: dict[str, Case] = {}
    captures = list(dict.fromkeys(case.candidate.capture_id for case in cases))
    for case in sorted(cases, key=lambda case: (*_newest_evidence(case), captures.index(case.candidate.capture_id), *_place(case))):
        final = _decide(case, board)
        decided[case.candidate.id] = final
        change = change_of(final, board)
        if change is not None:
            board = board.after(change, final.vector)
    return tuple(decided[case.candidate.id] for case in cases), board


def _decide(case: Case, board: Board) -> Case:
    for stage in KNOWLEDGE_STAGES:
        if case.decision is None:
            case = stage(case, board)
    return case


def _newest_evidence(case: Case) -> tuple[float, float]:
    """When the newest cited message was spoken, and what time the statement is about."""
    candidate = case.candidate
    position = newest_position(candidate)
    newest = candidate.sources[position].at if position >= 0 else candidate.observed_at
    return newest.timestamp(), candidate.observed_at.timestamp()


def _place(case: Case) -> tuple[int, int]:
    """Inside one turn: the place of the message, then the number of the candidate."""
    return newest_position(case.candidate), case.candidate.number
