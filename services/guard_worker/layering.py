"""The layer's own limits, and high-risk statements that are not fully grounded. Outranks the judge."""

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.caution import write_risks
from shared.domain.candidate import Layer
from shared.domain.decision import Grounding, GuardStage
from shared.domain.layer_policy import LayerRuling, rule_on_layer


def refuse_closed_layer(case: Case) -> Case:
    """REJECT, before a model is asked, what would enter the layer of templates: nothing from outside does."""
    if case.candidate.layer is not Layer.SKILL_TEMPLATE:
        return case
    ruling = _ruling(case)
    return case.decided(ruling.action, GuardStage.LAYER, ruling.reason, layer=case.candidate.layer.value)


def check_layer(case: Case, board: Board) -> Case:  # noqa: ARG001 - every stage takes both
    """REJECT or PENDING_REVIEW where the layer is closed to this source, or where a risky statement is weakly grounded."""
    ruling, layer = _ruling(case), case.candidate.layer.value
    if not ruling.is_open:
        return case.decided(ruling.action, GuardStage.LAYER, ruling.reason, layer=layer)
    risks = write_risks(case)
    if risks and case.grounding is not Grounding.GROUNDED:
        return case.for_review(GuardStage.LAYER, "high_risk", risks=list(risks))
    return case.noted(GuardStage.LAYER, "passed", layer=layer)


def _ruling(case: Case) -> LayerRuling:
    candidate = case.candidate
    return rule_on_layer(
        layer=candidate.layer,
        attribution=candidate.attribution,
        has_source=bool(candidate.evidence),
        has_conditions=bool(candidate.subject),
    )
