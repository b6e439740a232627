"""A person's answer to a review, written by the same plan and lock as everything else, exactly once."""

from collections import Counter
from dataclasses import replace

from services.api.auth import Principal
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.errors import not_found, role_denied, wrong_field
from services.api.explicit_plan import Written, memory_of, place, write_placed
from services.api.explicit_quality import explicit_quality
from services.api.explicit_write import default_ttl, new_plan_id
from services.api.hygiene import clean, edit_verdict
from services.api.learnings import note_correction
from services.api.proposal_answer import answer_proposal
from services.api.quarantine_release import release_turn
from services.api.review_records import (
    answered,
    audit_entry,
    demand_pending,
    demand_still_pending,
    explicit_lines,
    settlements,
    trace_after,
)
from services.api.sample_answer import answer_sample, judged_reject
from services.api.schemas.review import ReviewDecision
from shared.domain.candidate import Attribution, Candidate, Evidence, Layer
from shared.domain.decision import Action, Decision, GuardStage
from shared.domain.layer_policy import rule_on_layer
from shared.domain.memory import Memory
from shared.domain.quality import importance_of
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.write_plan import WritePlan, WriterKind
from shared.text.language import language_of
from shared.text.spoken_by import as_said


def answer_review(parts: ApiParts, principal: Principal, review_id: str, answer: ReviewDecision) -> Written:
    """Approve, edit or reject. Refusal 404, 409 where it was answered before, 422 where it cannot be stored."""
    container = parts.container
    review = container.reviews.get(principal.scope, review_id)
    if review is None:
        raise not_found("review")
    demand_pending(review)
    written = _answer(parts, principal, review, answer)
    action = review.proposed.action.value if review.proposed is not None else "none"
    if answer.decision == "edit":
        note_correction(container, principal, review, written.memory.id if written.memory is not None else None)
    container.metrics.count("tiercel_reviews_answered_total", kind=review.kind.value, decision=answer.decision, action=action)
    return written


def _answer(parts: ApiParts, principal: Principal, review: Review, answer: ReviewDecision) -> Written:
    container = parts.container
    if review.kind is ReviewKind.PROPOSAL:
        return answer_proposal(parts, principal, review, answer)
    if review.kind is ReviewKind.SAMPLE and not (judged_reject(review) and answer.decision != "reject"):
        return answer_sample(parts, principal, review, answer)
    if answer.decision == "reject":
        return _reject(container, principal, review, answer)
    if review.turn is not None and review.candidate is not None:
        return release_turn(container, principal, review, review.turn, review.candidate, answer)
    if review.candidate is None:
        raise wrong_field("decision", "This review holds nothing to approve; it can only be rejected.", code="not_releasable")
    return _approve(parts, principal, review, _edited(review.candidate, principal, answer), answer)


def _edited(candidate: Candidate, principal: Principal, answer: ReviewDecision) -> Candidate:
    """The candidate as the reviewer wants it. Their words are the evidence of an edit."""
    layer = candidate.layer if answer.layer is None else answer.layer
    edited = replace(candidate, layer=layer)
    if answer.text is not None:
        text = clean(answer.text, Counter())
        reason = edit_verdict(text)
        if reason is not None:
            raise wrong_field("text", f"Not kept: {reason}.", code="refused", reason=reason)
        edited = replace(edited, text=text, language=language_of(text), evidence=(*candidate.evidence, Evidence("review", text)))
    if layer is Layer.CORE_RULES and principal.authority:
        edited = replace(edited, attribution=Attribution.HUMAN_CONFIG)
    ruling = rule_on_layer(layer=layer, attribution=edited.attribution, has_source=True, has_conditions=True)
    if layer is Layer.CORE_RULES and not ruling.is_open:
        raise role_denied("A core rule (L1) is approved only by a key with authority. Choose another layer, or ask an admin.")
    if ruling.action is Action.REJECT:
        raise wrong_field("layer", f"The layer does not take it: {ruling.reason}.", code="refused", reason=ruling.reason)
    return edited


def _approve(parts: ApiParts, principal: Principal, review: Review, candidate: Candidate, answer: ReviewDecision) -> Written:
    container = parts.container
    vector = passage_vector(parts, as_said(candidate.text, candidate.speaker))
    now = container.clock.now()
    proposed = review.proposed
    wished = proposed.importance if proposed is not None else None
    importance = wished if wished is not None else _importance(review, candidate)
    ttl, reason = default_ttl(container, principal.tenant_id), f"review:{answer.decision}"
    memory = memory_of(candidate, importance=importance, now=now, ttl=ttl, actor=principal.actor, reason=reason)
    target_id = proposed.target_id if proposed is not None else None

    def decide(current: tuple[Memory, ...]) -> Written:
        demand_still_pending(container, principal, review)
        placed = place(memory, current, now, target_id=target_id)
        decision = Decision(
            action=placed.action, stage=GuardStage.REVIEW, reason="approved", target_id=placed.memory.id, importance=importance
        )
        closed = answered(review, principal, ReviewStatus.APPROVED, answer, now, placed.memory.id)
        plan = write_placed(
            placed,
            plan_id=new_plan_id(),
            now=now,
            vector=vector,
            writer=WriterKind.REVIEW,
            extra={
                "traces": (trace_after(container, principal, review, candidate, decision, placed.memory.id),),
                "settlements": settlements(candidate, decision, placed.memory.id, review),
                "answered_review": closed,
                "explicit": explicit_lines(review, candidate, placed.action),
                "audit": (audit_entry(principal, review, answer, placed.memory.id),),
            },
        )
        return Written(action=placed.action, plan=plan, memory=placed.memory, review_id=review.id, reason="approved")

    memory_ids = [memory.id] if target_id is None else [memory.id, target_id]
    return container.writer.write(
        principal.tenant_id, review.owner, decide, memory_ids=memory_ids, text_keys=[memory.text_key], history_of=[memory.id]
    )


def _importance(review: Review, candidate: Candidate) -> float:
    quality = review.quality or explicit_quality(
        candidate.text, candidate.category, candidate.layer, wished_importance=candidate.importance
    )
    return importance_of(quality)


def _reject(container: Container, principal: Principal, review: Review, answer: ReviewDecision) -> Written:
    now = container.clock.now()
    decision = Decision(action=Action.REJECT, stage=GuardStage.REVIEW, reason="rejected_by_reviewer")
    candidate = review.candidate
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=review.tenant_id,
        owner=review.owner,
        writer=WriterKind.REVIEW,
        made_at=now,
        traces=() if candidate is None else (trace_after(container, principal, review, candidate, decision, None),),
        settlements=settlements(candidate, decision, None, review) if candidate is not None else (),
        answered_review=answered(review, principal, ReviewStatus.REJECTED, answer, now, None),
        explicit=explicit_lines(review, candidate, Action.REJECT) if candidate is not None else {},
        audit=(audit_entry(principal, review, answer, None),),
    )

    def decide(_: tuple[Memory, ...]) -> Written:
        demand_still_pending(container, principal, review)
        return Written(action=Action.REJECT, plan=plan, review_id=review.id, reason="rejected_by_reviewer")

    return container.writer.write(principal.tenant_id, review.owner, decide)
