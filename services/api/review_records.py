"""What an answer to a review leaves behind: the closed review, settlement, trace and audit line."""

from collections import Counter
from dataclasses import replace
from datetime import datetime

from services.api.auth import Principal
from services.api.dependencies import Container
from services.api.errors import conflict, not_found
from services.api.explicit_plan import EXPLICIT, LEDGER_LINE, trace_of
from services.api.hygiene import redacted_name
from services.api.schemas.review import ReviewDecision
from shared.domain.candidate import Candidate
from shared.domain.decision import Action, Decision, GuardStage, Outcome, Trace, Verdict
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.write_plan import AuditEntry, Settlement


def demand_pending(review: Review) -> None:
    """Refusal 409 where it was answered before."""
    if review.status is not ReviewStatus.PENDING:
        raise conflict("already_answered", f"The review was {review.status.value} before.")


def demand_still_pending(container: Container, principal: Principal, review: Review) -> None:
    """Read again under the lock: of two answers at once only one counts."""
    fresh = container.reviews.get(principal.scope, review.id)
    if fresh is None:
        raise not_found("review")
    demand_pending(fresh)


def demand_open(container: Container, principal: Principal, closed: Review | None) -> None:
    """The same for a review that another change closes with itself; None: it closes none."""
    if closed is not None:
        demand_still_pending(container, principal, closed)


def answered(
    review: Review, principal: Principal, status: ReviewStatus, answer: ReviewDecision, now: datetime, memory_id: str | None
) -> Review:
    """The review, closed. A quarantined turn that was let through is not kept twice."""
    return replace(
        review,
        status=status,
        answered_at=now,
        answered_by=principal.actor,
        note=redacted_name(answer.note, Counter()),
        memory_id=memory_id,
        turn=review.turn if status is ReviewStatus.REJECTED else None,
    )


def trace_after(
    container: Container, principal: Principal, review: Review, candidate: Candidate, decision: Decision, memory_id: str | None
) -> Trace:
    """What the stages said before, and the person's word after it."""
    now = container.clock.now()
    before = None if review.trace_id is None else container.store.get_trace(principal.scope, review.trace_id)
    if before is None:
        return trace_of(candidate, decision, now=now, memory_id=memory_id, review_id=review.id)
    judged, judged_at = before.first_word
    verdict = Verdict(stage=GuardStage.REVIEW, said=decision.action.value, reason=decision.reason, seen={"by": principal.actor})
    return replace(
        before,
        text=candidate.text,
        verdicts=(*before.verdicts, verdict),
        decision=decision,
        at=now,
        memory_id=memory_id,
        review_id=before.review_id if review.kind is ReviewKind.SAMPLE else review.id,
        judged=judged,
        judged_at=judged_at,
    )


def settlements(candidate: Candidate, decision: Decision, memory_id: str | None, review: Review) -> tuple[Settlement, ...]:
    """The candidate's line of its capture; an explicit request has no capture."""
    if candidate.extracted_by == EXPLICIT:
        return ()
    outcome = Outcome(
        candidate_id=candidate.id,
        text=candidate.text,
        action=decision.action,
        stage=decision.stage,
        reason=decision.reason,
        memory_id=memory_id,
        trace_id=review.trace_id,
        review_id=review.id,
    )
    return (
        Settlement(candidate_id=candidate.id, capture_id=candidate.capture_id, outcome=outcome, undoes=review.kind is ReviewKind.SAMPLE),
    )


def explicit_lines(review: Review, candidate: Candidate, action: Action) -> dict[str, int]:
    """An explicit request leaves the review line of its own balance (a sample: that of its decision) and enters another."""
    if candidate.extracted_by != EXPLICIT:
        return {}
    was = review.proposed.action if review.kind is ReviewKind.SAMPLE and review.proposed is not None else Action.PENDING_REVIEW
    return {} if was is action else {LEDGER_LINE[was]: -1, LEDGER_LINE[action]: 1}


def audit_entry(principal: Principal, review: Review, answer: ReviewDecision, memory_id: str | None) -> AuditEntry:
    """Who answered, and how."""
    subjects = (review.id,) if memory_id is None else (review.id, memory_id)
    return AuditEntry(action=f"review.{answer.decision}", actor=principal.actor, subject_ids=subjects, reason=review.reason)
