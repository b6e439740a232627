"""What follows from a judge's word and from what tools found. They refuse and doubt; they cannot allow what rules or layers refuse."""

from dataclasses import replace
from typing import Any

from services.guard_worker.board import Board
from services.guard_worker.case import Case, Judgement
from services.guard_worker.factuality import grounding_by_tools
from services.guard_worker.offline_policy import decide_offline, has_open_value
from shared.domain.candidate import Attribution
from shared.domain.decision import Action, Consistency, Grounding, GuardStage

_SECOND_HAND = frozenset({Attribution.ASSISTANT_SUGGESTION, Attribution.AGENT_INFERENCE})


def hear_judge(case: Case, board: Board) -> Case:
    """The judge's word where there is one, else the offline policy. No readable judgement is never a WRITE."""
    if board.is_offline:
        return decide_offline(case, board)
    if case.judgement is None:
        return case.for_review(GuardStage.JUDGE, case.judge_fault or "not_judged", **_checked(case))
    return _follow(case, case.judgement)


def _follow(case: Case, judgement: Judgement) -> Case:
    level = _grounding(case, judgement)
    seen: dict[str, Any] = {
        "judge": judgement.action.value,
        "said_by": judgement.said_by,
        "grounding": judgement.grounding.value,
        "consistency": judgement.consistency.value,
        "attribution": judgement.attribution.value if judgement.attribution else None,
        "target": judgement.target_id,
        "words": judgement.reason,
        **_checked(case),
    }
    if level is Grounding.UNSUPPORTED:
        return case.rejected(GuardStage.JUDGE, "unsupported", **seen)
    if judgement.action is Action.REJECT and judgement.consistency is not Consistency.DUPLICATE and not _is_overruled(case, judgement):
        return case.rejected(GuardStage.JUDGE, "judge_rejected", **seen)
    if judgement.action is Action.PENDING_REVIEW:
        return case.for_review(GuardStage.JUDGE, "judge_unsure", **seen)
    if has_open_value(case):
        return case.for_review(GuardStage.JUDGE, "value_undecided", **seen)
    if case.is_flipped:
        return case.for_review(GuardStage.JUDGE, "negation_disputed", **seen)
    if case.doubts:
        return case.for_review(GuardStage.JUDGE, "reading_disputed", doubts=list(case.doubts), **seen)
    if judgement.attribution in _SECOND_HAND and case.candidate.attribution not in _SECOND_HAND:
        return case.for_review(GuardStage.JUDGE, "attribution_disputed", **seen)
    return replace(case.noted(GuardStage.JUDGE, "passed", **seen), grounding=level)


def _grounding(case: Case, judgement: Judgement) -> Grounding:
    """A tool's where one has data, else the judge's; neither can raise what the rules have capped."""
    level = grounding_by_tools(case.findings) or judgement.grounding
    return case.grounding if case.is_capped and level is Grounding.GROUNDED else level


def _is_overruled(case: Case, judgement: Judgement) -> bool:
    """It was rejected for want of support, and a tool has found support."""
    return judgement.grounding is Grounding.UNSUPPORTED and grounding_by_tools(case.findings) not in {None, Grounding.UNSUPPORTED}


def _checked(case: Case) -> dict[str, Any]:
    """What the trace keeps of tools and of a local judge that gave no word."""
    findings = [{"tool": found.tool.value, "verdict": found.verdict.value, "note": found.note} for found in case.findings]
    return {**({"tool_findings": findings} if findings else {}), **({"fell_back": case.fell_back} if case.fell_back else {})}
