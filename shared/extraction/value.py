"""Stage 1: is it worth keeping? Yes or no, no score: the trigger type is certain and its three criteria hold."""

from collections.abc import Sequence

from shared.domain.candidate import Criterion
from shared.domain.decision import Action, Decision, GuardStage, Verdict
from shared.domain.trigger import CRITERIA, TriggerType

# Ordinary conversation fails under the names that the guard's own rules use.
CONVERSATION_REASONS = {"definite": "tentative", "concrete": "too_vague", "said_by_user": "not_from_user"}


def classify(trigger_type: TriggerType | None, confidence: float, *, threshold: float) -> tuple[Verdict, Decision | None]:
    """Refuses what fits none of the eight types, or fits one with less than `threshold` confidence."""
    said = trigger_type.value if trigger_type is not None else "none"
    reason = "no_trigger_type" if trigger_type is None else "low_confidence" if confidence < threshold else ""
    verdict = Verdict(stage=GuardStage.CLASSIFY, said=said, reason=reason, seen={"confidence": confidence, "threshold": threshold})
    return verdict, Decision(action=Action.REJECT, stage=GuardStage.CLASSIFY, reason=reason) if reason else None


def judge_value(trigger_type: TriggerType, criteria: Sequence[Criterion]) -> tuple[Verdict, Decision | None]:
    """Refuses at the first criterion of the type that does not hold; its name is the reason.

    What is open passes: it is decided by a judge or a person.
    """
    names = CRITERIA[trigger_type]
    seen = {name: {"holds": criterion.holds, "reason": criterion.reason} for name, criterion in zip(names, criteria, strict=True)}
    failed = next((name for name, criterion in zip(names, criteria, strict=True) if not criterion.holds), None)
    if failed is None:
        is_open = any(not criterion.is_certain for criterion in criteria)
        return Verdict(stage=GuardStage.VALUE, said="open" if is_open else "holds", seen=seen), None
    reason = CONVERSATION_REASONS.get(failed, failed) if trigger_type is TriggerType.USER_FEEDBACK else failed
    verdict = Verdict(stage=GuardStage.VALUE, said="fails", reason=reason, seen=seen)
    return verdict, Decision(action=Action.REJECT, stage=GuardStage.VALUE, reason=reason)
