"""What a candidate does to what is known: WRITE beside it, UPDATE it as a new version, NOOP, or wait for a person."""

from collections.abc import Sequence
from dataclasses import replace

from services.guard_worker.board import Board, Relative
from services.guard_worker.case import Case
from services.guard_worker.caution import change_risks
from services.guard_worker.certain_change import is_certain_end
from services.guard_worker.changes import KNOWN_HISTORY, LATE_EVIDENCE, TOLD_ALREADY, draft_of
from services.guard_worker.ended_things import may_end
from services.guard_worker.lateness import is_explicit_correction, is_late
from services.guard_worker.renounced import renounced
from services.guard_worker.repeats import exact_copy
from services.guard_worker.sameness import (
    is_concurrent,
    is_hard_change,
    is_same_property,
    same_subject_and_slot,
    says_the_same,
    slots_differ,
)
from services.guard_worker.wording import missing_names
from shared.domain.candidate import Attribution
from shared.domain.decision import Action, Consistency, Decision, Grounding, GuardStage
from shared.domain.history import placed_in_history, valid_at
from shared.domain.layer_policy import AUTHORITIES, may_overwrite
from shared.domain.memory import Memory
from shared.domain.session_summary import is_summary_slot

_RANK = {
    Attribution.HUMAN_CONFIG: 3,
    Attribution.RULE_UPDATE: 3,
    Attribution.USER_CONFIRMED: 2,
    Attribution.USER_STATED: 2,
    Attribution.TOOL_OBSERVATION: 1,
    Attribution.SYSTEM_EVENT: 1,
}
_OWN_WORD = AUTHORITIES | {Attribution.USER_STATED}
_CHANGES = frozenset({Consistency.REFINES, Consistency.CONTRADICTS})


def resolve_conflict(case: Case, board: Board) -> Case:
    """Sets the intent (WRITE or UPDATE with its target), or decides NOOP or PENDING_REVIEW."""
    relatives = board.relatives(case)
    if (copy := _judged_duplicate(case, relatives, board)) is not None:
        return case.decided(Action.NOOP, GuardStage.CONFLICT, "judged_duplicate", target_id=copy.id)
    archived = exact_copy(case, board, is_archived=True)
    if archived is not None and may_overwrite(layer=archived.layer, attribution=case.candidate.attribution):
        return _intends(case, Action.UPDATE, "restored_by_restatement", archived.id)
    target = _target(case, relatives)
    if target is None:
        return _beside(case, relatives)
    if not is_concurrent(case, target.memory):
        return _intends(case, Action.WRITE, "other_interval", None)
    if says_the_same(case, target.memory):
        return case.decided(Action.NOOP, GuardStage.CONFLICT, "said_again", target_id=target.memory.id)
    return _supersede(case, target, board)


def proposed_change(case: Case, board: Board) -> Decision:
    """What approving a candidate that waits for review would do: a new version of what it is about, else a memory beside it."""
    relatives = [relative for relative in board.relatives(case) if is_concurrent(case, relative.memory)]
    same = next((relative for relative in relatives if is_same_property(case, relative.memory)), None)
    target = same or _corrected(case, relatives, board)
    if target is None:
        return Decision(action=Action.WRITE, stage=GuardStage.CONFLICT, reason="proposed")
    return Decision(action=Action.UPDATE, stage=GuardStage.CONFLICT, reason="proposed", target_id=target.memory.id)


def _corrected(case: Case, relatives: Sequence[Relative], board: Board) -> Relative | None:
    """The near memory of no other slot that an explicit correction speaks of. Only proposed: a person decides."""
    if not is_explicit_correction(case):
        return None
    near = (relative for relative in relatives if relative.similarity >= board.limits.neighbour_similarity)
    return next((relative for relative in near if not slots_differ(case, relative.memory)), None)


def is_better_evidence(case: Case, old: Memory) -> bool:
    """Grounded as the stored one, from a source at least as high, observed no earlier; or the user's own correction."""
    return is_explicit_correction(case) or (is_as_good_evidence(case, old) and case.candidate.observed_at >= old.observed_at)


def is_as_good_evidence(case: Case, old: Memory) -> bool:
    """Grounded as the stored one, from a source at least as high, whenever it was observed."""
    is_as_high = _RANK.get(case.candidate.attribution, 0) >= _RANK.get(old.attribution, 0)
    return case.grounding is Grounding.GROUNDED and is_as_high


def _judged_duplicate(case: Case, relatives: tuple[Relative, ...], board: Board) -> Memory | None:
    """The memory a judge calls the same, where nothing hard changed and it is near or about the same property."""
    if case.judgement is None or case.judgement.consistency is not Consistency.DUPLICATE:
        return None
    for relative in relatives:
        is_close = relative.similarity >= board.limits.neighbour_similarity or same_subject_and_slot(case, relative.memory)
        is_meant = relative.memory.id == case.judgement.target_id
        is_other = is_hard_change(case, relative.memory) or _corrects_a_name(case, relative.memory)
        if is_meant and is_close and not is_other and is_concurrent(case, relative.memory):
            return relative.memory
    return None


def _corrects_a_name(case: Case, memory: Memory) -> bool:
    """The user's explicit correction with a name that the stored statement does not hold: no judge makes it a repeat."""
    return is_explicit_correction(case) and same_subject_and_slot(case, memory) and bool(missing_names(case.text, (memory.text,)))


def _target(case: Case, relatives: tuple[Relative, ...]) -> Relative | None:
    """The memory of the same property that this statement replaces, if any: a batch mate first, then a stored one."""
    same = [relative for relative in relatives if is_same_property(case, relative.memory)]
    if not same:
        return _ended(case, relatives) if is_certain_end(case) else None
    mate = next((relative for relative in same if relative.is_mate), None)
    if mate is not None:
        return mate
    said = case.judgement.consistency if case.judgement else Consistency.UNKNOWN
    meant = case.judgement.target_id if case.judgement else None
    ordered = sorted(same, key=lambda relative: relative.memory.id != meant)
    is_change = said in _CHANGES or is_explicit_correction(case)
    return next((relative for relative in ordered if is_change or _must_change(case, relative.memory, said)), None)


def _ended(case: Case, relatives: tuple[Relative, ...]) -> Relative | None:
    quotes, subject = [evidence.quote for evidence in case.candidate.evidence], case.candidate.subject
    meant = tuple(each for each in relatives if any(may_end(quote, each.memory.text, subject=subject) for quote in quotes))
    return renounced(case, meant)


def _must_change(case: Case, memory: Memory, said: Consistency) -> bool:
    """A hard change; or a second value of one slot, which a judge cannot let stand beside the first.

    A later summary of the same words and more replaces the earlier one whatever a judge makes of the two.
    """
    is_told = said is not Consistency.UNKNOWN or is_summary_slot(case.candidate.slot)
    return is_hard_change(case, memory) or (is_told and same_subject_and_slot(case, memory))


def _beside(case: Case, relatives: tuple[Relative, ...]) -> Case:
    """No memory to replace. What a judge could not place beside the same slot waits for a person."""
    judgement = case.judgement
    if judgement is not None and judgement.consistency is Consistency.UNKNOWN:
        unclear = next((relative for relative in relatives if same_subject_and_slot(case, relative.memory)), None)
        if unclear is not None:
            return case.for_review(GuardStage.CONFLICT, "slot_unclear", target_id=unclear.memory.id)
    is_downgraded = judgement is not None and judgement.consistency in _CHANGES
    return _intends(case, Action.WRITE, "unrelated_to_target" if is_downgraded else "new", None)


def _supersede(case: Case, target: Relative, board: Board) -> Case:
    """UPDATE, unless a core rule, weaker evidence, a risk or the limit of a batch forbids it."""
    memory = target.memory
    attribution = case.candidate.attribution
    if not may_overwrite(layer=memory.layer, attribution=attribution):
        return case.for_review(GuardStage.CONFLICT, "layer_l1", target_id=memory.id)
    if is_late(case, memory) and is_summary_slot(case.candidate.slot):
        # Of two at once the one that saw less came last: what stands holds all of it.
        return case.decided(Action.NOOP, GuardStage.CONFLICT, TOLD_ALREADY, target_id=memory.id)
    if is_late(case, memory) and is_as_good_evidence(case, memory):
        return _place_in_history(case, memory, board)
    if not is_better_evidence(case, memory):
        return case.for_review(GuardStage.CONFLICT, "weaker_evidence", target_id=memory.id, known=memory.text)
    risks = change_risks(case, memory)
    if risks and (case.grounding is not Grounding.GROUNDED or attribution not in _OWN_WORD):
        return case.for_review(GuardStage.CONFLICT, "high_risk", target_id=memory.id, risks=list(risks))
    is_new_loss = not target.is_mate and memory.id not in board.retired
    if is_new_loss and len(board.retired) >= board.limits.max_retired:
        return case.for_review(GuardStage.CONFLICT, "too_many_retired", target_id=memory.id, limit=board.limits.max_retired)
    return _intends(case, Action.UPDATE, "supersedes", memory.id)


def _place_in_history(case: Case, memory: Memory, board: Board) -> Case:
    """The current version stays: what is told of the time before it becomes an earlier one, where there is room for it."""
    versions = board.versions(memory)
    starts_at = case.candidate.valid_from or case.candidate.observed_at
    then = valid_at(versions or (), starts_at)
    if then is not None and says_the_same(case, then):
        return case.decided(Action.NOOP, GuardStage.CONFLICT, KNOWN_HISTORY, target_id=memory.id)
    if versions is None or placed_in_history(versions, draft_of(case, board.limits)) is None:
        return case.for_review(GuardStage.CONFLICT, "weaker_evidence", target_id=memory.id, known=memory.text)
    return _intends(case, Action.UPDATE, LATE_EVIDENCE, memory.id)


def _intends(case: Case, action: Action, reason: str, target_id: str | None) -> Case:
    intent = Decision(action=action, stage=GuardStage.CONFLICT, reason=reason, target_id=target_id)
    return replace(case.noted(GuardStage.CONFLICT, action.value, reason, target=target_id), intent=intent)
