"""A person lets a quarantined turn through: it goes to extraction under its old identity, with nothing lost or doubled."""

from dataclasses import replace

from services.api.auth import Principal
from services.api.dependencies import Container
from services.api.errors import wrong_field
from services.api.explicit_plan import Written
from services.api.explicit_write import new_plan_id
from services.api.review_records import answered, audit_entry, demand_still_pending, settlements, trace_after
from services.api.schemas.review import ReviewDecision
from services.api.wake import wake_capture
from shared.domain.candidate import Candidate
from shared.domain.decision import Action, Decision, GuardStage
from shared.domain.memory import Memory
from shared.domain.review import Review, ReviewStatus
from shared.domain.turn import Turn
from shared.domain.write_plan import WritePlan, WriterKind

RELEASED = "released"


def release_turn(
    container: Container, principal: Principal, review: Review, turn: Turn, candidate: Candidate, answer: ReviewDecision
) -> Written:
    """The turn is in its inbox again before the review is closed: a crash between the two loses nothing.

    Refusal 409 where it was answered before, 422 for an edit: what somebody said is not rewritten.
    """
    if answer.decision == "edit":
        raise wrong_field("decision", "A quarantined turn is approved or rejected as it is.", code="not_editable")
    decision = Decision(action=Action.NOOP, stage=GuardStage.REVIEW, reason=RELEASED)
    now = container.clock.now()
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=review.tenant_id,
        owner=review.owner,
        writer=WriterKind.REVIEW,
        made_at=now,
        traces=(trace_after(container, principal, review, candidate, decision, None),),
        settlements=settlements(candidate, decision, None, review),
        answered_review=answered(review, principal, ReviewStatus.APPROVED, answer, now, None),
        audit=(audit_entry(principal, review, answer, None),),
    )

    def decide(_: tuple[Memory, ...]) -> Written:
        demand_still_pending(container, principal, review)
        container.intake.release(replace(turn, quarantine=None))
        return Written(action=Action.NOOP, plan=plan, review_id=review.id, reason=RELEASED)

    written = container.writer.write(principal.tenant_id, review.owner, decide)
    wake_capture(container, 1)
    return written
