"""What follows from a judge's word. It can refuse and doubt; it cannot allow what the rules or the layer refuse."""

from dataclasses import replace
from typing import Any

from services.guard_worker.board import Board
from services.guard_worker.case import Case, Judgement
from services.guard_worker.offline_policy import decide_offline, has_open_value
from shared.domain.candidate import Attribution
from shared.domain.decision import Action, Consistency, Grounding, GuardStage

_SECOND_HAND = frozenset({Attribution.ASSISTANT_SUGGESTION, Attribution.AGENT_INFERENCE})


def hear_judge(case: Case, board: Board) -> Case:
    """The judge's word where a model is on, else the offline policy. No readable judgement is never a WRITE."""
    if board.is_offline:
        return decide_offline(case, board)
    if case.judgement is None:
        return case.for_review(GuardStage.JUDGE, board.judge_fault or "not_judged")
    return _follow(case, case.judgement)


def _follow(case: Case, judgement: Judgement) -> Case:
    level = _grounding(case, judgement)
    seen: dict[str, Any] = {
        "judge": judgement.action.value,
        "grounding": judgement.grounding.value,
        "consistency": judgement.consistency.value,
        "attribution": judgement.attribution.value if judgement.attribution else None,
        "target": judgement.target_id,
        "words": judgement.reason,
    }
    if level is Grounding.UNSUPPORTED:
        return case.rejected(GuardStage.JUDGE, "unsupported", **seen)
    if judgement.action is Action.REJECT and judgement.consistency is not Consistency.DUPLICATE:
        return case.rejected(GuardStage.JUDGE, "judge_rejected", **seen)
    if judgement.action is Action.PENDING_REVIEW:
        return case.for_review(GuardStage.JUDGE, "judge_unsure", **seen)
    if has_open_value(case):
        return case.for_review(GuardStage.JUDGE, "value_undecided", **seen)
    if case.is_flipped:
        return case.for_review(GuardStage.JUDGE, "negation_disputed", **seen)
    if judgement.attribution in _SECOND_HAND and case.candidate.attribution not in _SECOND_HAND:
        return case.for_review(GuardStage.JUDGE, "attribution_disputed", **seen)
    return replace(case.noted(GuardStage.JUDGE, "passed", **seen), grounding=level)


def _grounding(case: Case, judgement: Judgement) -> Grounding:
    """The judge's, except that it cannot raise what the rules have capped."""
    if case.is_capped and judgement.grounding is Grounding.GROUNDED:
        return case.grounding
    return judgement.grounding
