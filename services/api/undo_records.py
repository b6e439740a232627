"""What an undone decision leaves on record: the trace with one more line, and the review that is open again."""

from dataclasses import replace
from datetime import datetime

from services.api.explicit_plan import UNDONE
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import Action, Decision, GuardStage, Trace, Verdict
from shared.domain.review import Review, ReviewKind, ReviewStatus


def undone_trace(trace: Trace, decision: Decision, review: Review | None, *, by: str, note: str | None, now: datetime) -> Trace:
    """All that was said before stays; the guard's own word is kept beside the new decision."""
    judged, judged_at = trace.first_word
    seen = {"by": by, "undid": trace.decision.action.value, "why": trace.decision.reason, "note": note}
    return replace(
        trace,
        verdicts=(*trace.verdicts, Verdict(stage=GuardStage.REVIEW, said="undo", reason=UNDONE, seen=seen)),
        decision=decision,
        at=now,
        review_id=trace.review_id if review is None else review.id,
        judged=judged,
        judged_at=judged_at,
    )


def reopened_review(known: Review | None, candidate: Candidate, trace: Trace, now: datetime) -> Review:
    """Pending, as it was before its answer; where the guard had decided alone, a new one that proposes to store the candidate."""
    if known is not None:
        return replace(known, status=ReviewStatus.PENDING, answered_at=None, answered_by=None, note=None, memory_id=None, reopened_at=now)
    target = trace.decision.target_id if trace.decision.action is Action.UPDATE else None
    action = Action.WRITE if target is None else Action.UPDATE
    return Review(
        id=identity.review_id(candidate.id),
        tenant_id=trace.tenant_id,
        owner=trace.owner,
        kind=ReviewKind.CANDIDATE,
        status=ReviewStatus.PENDING,
        reason=UNDONE,
        created_at=now,
        text=candidate.text,
        capture_id=trace.capture_id,
        candidate=candidate,
        proposed=Decision(
            action=action, stage=GuardStage.REVIEW, reason="proposed", target_id=target, importance=trace.decision.importance
        ),
        trace_id=trace.id,
        neighbour_ids=() if trace.memory_id is None else (trace.memory_id,),
        reopened_at=now,
    )
