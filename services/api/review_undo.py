"""Taking an answer to a review back: it waits again, and what the answer stored is reversed."""

from collections import Counter
from dataclasses import replace

from services.api.auth import Principal
from services.api.dependencies import ApiParts, Container
from services.api.errors import conflict, not_found
from services.api.explicit_plan import Written
from services.api.explicit_write import new_plan_id
from services.api.hygiene import redacted_name
from services.api.undo import undo_decision
from shared.domain import identity
from shared.domain.decision import Action
from shared.domain.memory import Memory
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.write_plan import AuditEntry, WritePlan, WriterKind


def undo_answer(parts: ApiParts, principal: Principal, review_id: str, note: str | None) -> Review:
    """The review, pending again. Repeatable. Refusal 404, 409 where the memory has changed since."""
    container = parts.container
    review = container.reviews.get(principal.scope, review_id)
    if review is None:
        raise not_found("review")
    if review.status is ReviewStatus.PENDING:
        return review
    if review.kind is ReviewKind.PROPOSAL:
        raise conflict("proposal_answered", "A proposal is answered once. What it changed: POST /v1/memories/{id}/restore takes it back.")
    if review.kind is ReviewKind.SAMPLE:
        return _withdraw_label(container, principal, review, note)
    trace_id = review.trace_id or (identity.trace_id(review.candidate.id) if review.candidate is not None else "")
    undo_decision(parts, principal, trace_id, then="review", note=note)
    return container.reviews.get(principal.scope, review_id) or review


def _withdraw_label(container: Container, principal: Principal, review: Review, note: str | None) -> Review:
    """The label goes; what the answer changed stays and is undone by its own trace."""
    now = container.clock.now()
    reopened = replace(review, status=ReviewStatus.PENDING, answered_at=None, answered_by=None, note=None, reopened_at=now)
    why = redacted_name(note, Counter()) or ""
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=review.tenant_id,
        owner=review.owner,
        writer=WriterKind.REVIEW,
        made_at=now,
        reviews=(reopened,),
        audit=(
            AuditEntry(
                action="review.undo", actor=principal.actor, subject_ids=(review.id,), reason=review.reason, detail={"noted": bool(why)}
            ),
        ),
    )

    def decide(_: tuple[Memory, ...]) -> Written:
        fresh = container.reviews.get(principal.scope, review.id)
        if fresh is None:
            raise not_found("review")
        is_done = fresh.status is ReviewStatus.PENDING
        return Written(action=Action.NOOP, plan=None if is_done else plan, review_id=review.id)

    container.writer.write(principal.tenant_id, review.owner, decide)
    return reopened
