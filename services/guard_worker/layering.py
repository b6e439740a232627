"""The layer's own limits, and high-risk statements that are not fully grounded. Outranks the judge."""

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.caution import write_risks
from shared.domain.decision import Grounding, GuardStage
from shared.domain.layer_policy import rule_on_layer


def check_layer(case: Case, board: Board) -> Case:  # noqa: ARG001 - every stage takes both
    """REJECT or PENDING_REVIEW where the layer is closed to this source, or where a risky statement is weakly grounded."""
    candidate = case.candidate
    ruling = rule_on_layer(
        layer=candidate.layer,
        attribution=candidate.attribution,
        has_source=bool(candidate.evidence),
        has_conditions=bool(candidate.subject),
    )
    if not ruling.is_open:
        return case.decided(ruling.action, GuardStage.LAYER, ruling.reason, layer=candidate.layer.value)
    risks = write_risks(case)
    if risks and case.grounding is not Grounding.GROUNDED:
        return case.for_review(GuardStage.LAYER, "high_risk", risks=list(risks))
    return case.noted(GuardStage.LAYER, "passed", layer=candidate.layer.value)
