"""How good a statement is, in five dimensions, and the importance that follows. Importance comes from here alone."""

from dataclasses import asdict, replace

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.wording import amounts_in, coverage, proper_names
from shared.domain.candidate import Candidate
from shared.domain.decision import Action, GuardStage, Quality
from shared.domain.quality import ACTIONABILITY, PLAIN_SPECIFICITY, SPECIFICITY_PER_DETAIL, durability_of, importance_of
from shared.domain.trigger import TriggerType

_TRIGGERS_ACTION = {
    TriggerType.STRATEGY_EXECUTION: 0.9,
    TriggerType.RULE_UPDATE: 1.0,
    TriggerType.PERFORMANCE_OPTIMIZATION: 0.9,
    TriggerType.PERIODIC_PATTERN: 0.8,
    TriggerType.CROSS_DOMAIN_CORRELATION: 0.7,
    TriggerType.ANOMALY_PATTERN: 0.7,
    TriggerType.ENVIRONMENT_CHANGE: 0.6,
}


def weigh_quality(case: Case, board: Board) -> Case:
    """REJECT low_quality below the threshold; else the intent becomes the decision, with its importance."""
    quality, said_by = quality_of(case, board)
    importance = importance_of(quality)
    seen = {**asdict(quality), "importance": importance, "said_by": said_by}
    weighed = replace(case, quality=quality)
    if importance < board.limits.importance_threshold:
        return weighed.rejected(GuardStage.QUALITY, "low_quality", **seen)
    if weighed.intent is None:
        raise ValueError("quality is weighed before conflict has said what is to be done")
    noted = weighed.noted(GuardStage.QUALITY, "passed", **seen)
    return replace(noted, decision=replace(weighed.intent, stage=GuardStage.WRITING, importance=importance))


def quality_of(case: Case, board: Board) -> tuple[Quality, str]:
    """The judge's five numbers where it gave them, else the measured ones; and which (`judge`, `measured`)."""
    if case.judgement is not None and case.judgement.quality is not None:
        return case.judgement.quality, "judge"
    return measured_quality(case, board), "measured"


def measured_quality(case: Case, board: Board) -> Quality:
    """Share of words quoted; names, numbers and times; distance to the nearest; two tables for use and life."""
    candidate = case.candidate
    nearest = max((relative.similarity for relative in board.relatives(case)), default=0.0)
    is_update = case.intent is not None and case.intent.action is Action.UPDATE
    return Quality(
        evidence=coverage(candidate.text, [evidence.quote for evidence in candidate.evidence]) if candidate.evidence else 0.0,
        specificity=_specificity(candidate),
        # A change of what is known is news, however alike the two texts are.
        novelty=max(0.5, 1 - nearest) if is_update else 1 - nearest,
        actionability=max(ACTIONABILITY[candidate.category], _TRIGGERS_ACTION.get(candidate.trigger_type, 0.0)),
        durability=durability_of(candidate.category, candidate.layer, wished=candidate.importance),
    )


def _specificity(candidate: Candidate) -> float:
    text = candidate.text
    details = {name.casefold() for name in proper_names(text)} | set(amounts_in(text))
    return min(1.0, PLAIN_SPECIFICITY + SPECIFICITY_PER_DETAIL * len(details))
