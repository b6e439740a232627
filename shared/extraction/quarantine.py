"""A turn that addresses the model: no model sees it, a person decides whether extraction may."""

from shared.domain import identity
from shared.domain.candidate import Attribution, Candidate, Category, Criterion, Layer
from shared.domain.decision import Action, Decision, GuardStage, Proposal, Verdict
from shared.domain.trigger import TriggerType
from shared.domain.turn import Turn
from shared.ports.captures import ConsumedTurn

# Before every candidate of the turn, so that none of them meets its id after the release.
NUMBER = -1
UNASKED = Criterion(holds=False, reason="quarantined")
EXTRACTED_BY = "quarantine"


def quarantined(turn: Turn, mark: str) -> ConsumedTurn:
    """One wordless candidate that is decided already: it waits for a person, with the turn beside it."""
    candidate = Candidate(
        id=identity.candidate_id(turn.capture_id, NUMBER),
        number=NUMBER,
        capture_id=turn.capture_id,
        tenant_id=turn.tenant_id,
        owner=turn.owner,
        text="",
        category=Category.OTHER,
        layer=Layer.STRATEGY_EXP,
        trigger_type=TriggerType.USER_FEEDBACK,
        confidence=0.0,
        criteria=(UNASKED, UNASKED, UNASKED),
        importance=0.0,
        evidence=(),
        attribution=Attribution.AGENT_INFERENCE,
        sources=(),
        observed_at=turn.occurred_at,
        visibility=turn.visibility,
        user_id=turn.user_id,
        agent_id=turn.agent_id,
        session_id=turn.session_id,
        chat_id=turn.chat_id,
        extracted_by=EXTRACTED_BY,
    )
    decided = Decision(action=Action.PENDING_REVIEW, stage=GuardStage.HYGIENE, reason=mark)
    verdict = Verdict(stage=GuardStage.HYGIENE, said=Action.PENDING_REVIEW.value, reason=mark)
    proposal = Proposal(candidate=candidate, verdicts=(verdict,), decided=decided, quarantined=turn)
    return ConsumedTurn(capture_id=turn.capture_id, proposals=(proposal,))
