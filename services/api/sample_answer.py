"""Answers to decisions drawn at random: a label for the metrics, and the change that follows from it, in one plan."""

from services.api.auth import Principal
from services.api.dependencies import ApiParts
from services.api.errors import Refusal
from services.api.explicit_plan import Written
from services.api.explicit_write import new_plan_id
from services.api.memory_changes import demand_own_memory, patch_memory
from services.api.review_records import answered, audit_entry, demand_still_pending
from services.api.schemas.memory import MemoryPatch
from services.api.schemas.review import ReviewDecision
from services.api.undo import undo_decision
from shared.domain.decision import Action
from shared.domain.memory import Memory
from shared.domain.review import Review, ReviewStatus
from shared.domain.write_plan import WritePlan, WriterKind

LABEL_ONLY = "label_only"


def judged_reject(review: Review) -> bool:
    """True where the sampled decision was a REJECT: approving it stores the candidate like any other review."""
    return review.proposed is not None and review.proposed.action is Action.REJECT


def answer_sample(parts: ApiParts, principal: Principal, review: Review, answer: ReviewDecision) -> Written:
    """Right stays, wrong is taken back, an edit is a new version. What has changed since is labelled and left alone."""
    if judged_reject(review) or answer.decision == "approve":
        return _label(parts, principal, review, answer)
    try:
        written = _edit(parts, principal, review, answer) if answer.decision == "edit" else _take_back(parts, principal, review, answer)
    except Refusal as refusal:
        if refusal.status not in {404, 409} or refusal.code == "already_answered":
            raise
        written = None
    return written or _label(parts, principal, review, answer)


def _take_back(parts: ApiParts, principal: Principal, review: Review, answer: ReviewDecision) -> Written | None:
    closed = answered(review, principal, ReviewStatus.REJECTED, answer, parts.container.clock.now(), review.memory_id)
    undone = undo_decision(parts, principal, review.trace_id or "", then="reject", note=answer.note, closes=closed)
    if undone.plan is None:
        return None
    return Written(action=Action.REJECT, plan=undone.plan, memory=undone.memory, review_id=review.id, reason="taken_back")


def _edit(parts: ApiParts, principal: Principal, review: Review, answer: ReviewDecision) -> Written:
    memory = demand_own_memory(parts.container, principal, review.memory_id or "")
    closed = answered(review, principal, ReviewStatus.APPROVED, answer, parts.container.clock.now(), memory.id)
    patch = MemoryPatch(text=answer.text, if_version=memory.version)
    edited = patch_memory(parts, principal, memory.id, patch, closes=closed)
    return Written(action=Action.UPDATE, plan=None, memory=edited, review_id=review.id, reason="edited")


def _label(parts: ApiParts, principal: Principal, review: Review, answer: ReviewDecision) -> Written:
    container = parts.container
    status = ReviewStatus.REJECTED if answer.decision == "reject" else ReviewStatus.APPROVED
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=review.tenant_id,
        owner=review.owner,
        writer=WriterKind.REVIEW,
        made_at=container.clock.now(),
        answered_review=answered(review, principal, status, answer, container.clock.now(), review.memory_id),
        audit=(audit_entry(principal, review, answer, None),),
    )

    def decide(_: tuple[Memory, ...]) -> Written:
        demand_still_pending(container, principal, review)
        return Written(action=Action.NOOP, plan=plan, review_id=review.id, reason=LABEL_ONLY)

    return container.writer.write(principal.tenant_id, review.owner, decide)
