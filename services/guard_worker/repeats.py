"""What was already said: exact duplicates and plain re-wordings are NOOP, before and without a judge."""

from services.guard_worker.board import Board, Relative
from services.guard_worker.case import Case
from services.guard_worker.changes import TOLD_ALREADY
from services.guard_worker.sameness import is_concurrent, is_of_a_kind, says_the_same, slots_differ
from services.guard_worker.wording import is_same_but_for_digits, same_amounts
from shared.domain.decision import Action, GuardStage
from shared.domain.memory import Memory, RetentionStage
from shared.domain.session_summary import is_summary_slot


def find_repeat(case: Case, board: Board) -> Case:
    """NOOP where the same thing is stored, and not archived, for an overlapping time."""
    if (memory := exact_copy(case, board, is_archived=False)) is not None:
        reason = "exact_duplicate" if is_of_a_kind(case, memory) else TOLD_ALREADY
        return case.decided(Action.NOOP, GuardStage.CONFLICT, reason, target_id=memory.id)
    for relative in board.relatives(case):
        if is_rewording(case, relative, board.limits.dedup_similarity):
            seen = round(relative.similarity, 3)
            return case.decided(Action.NOOP, GuardStage.CONFLICT, "said_again", target_id=relative.memory.id, similarity=seen)
    return case


def is_rewording(case: Case, relative: Relative, dedup_similarity: float) -> bool:
    """The same words, amounts and denials in the same order, no other slot, near enough (or alike to the digit), at an overlapping time."""
    is_near = relative.similarity >= dedup_similarity or is_same_but_for_digits(case.text, relative.memory.text)
    return (
        is_near
        and says_the_same(case, relative.memory)
        and not slots_differ(case, relative.memory)
        and is_concurrent(case, relative.memory)
    )


def exact_copy(case: Case, board: Board, *, is_archived: bool) -> Memory | None:
    """A visible (or archived) memory with the same canonical text and numbers at an overlapping time.

    A summary, which is gone in a month, is no copy of a statement; but it need not say once more what a statement says already.
    """
    for memory in board.live():
        is_needless = is_summary_slot(case.candidate.slot) and not is_archived
        if not is_needless and not is_of_a_kind(case, memory):
            continue
        is_same_text = memory.text_key == case.text_key and same_amounts(case.text, memory.text)
        if is_same_text and is_concurrent(case, memory) and (memory.stage is RetentionStage.ARCHIVE) == is_archived:
            return memory
    return None
