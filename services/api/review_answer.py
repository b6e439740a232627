"""A person's answer to a review, written by the same plan and lock as everything else, exactly once."""

from collections import Counter
from dataclasses import replace
from datetime import datetime

from services.api.auth import Principal
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.errors import conflict, not_found, role_denied, wrong_field
from services.api.explicit_plan import EXPLICIT, LEDGER_LINE, Placement, Written, memory_of, place, trace_of, write_placed
from services.api.explicit_quality import explicit_quality
from services.api.explicit_write import default_ttl, new_plan_id
from services.api.hygiene import HARMFUL, clean, redacted_name
from services.api.schemas.review import ReviewDecision
from shared.domain.candidate import Attribution, Candidate, Evidence, Layer
from shared.domain.decision import Action, Decision, GuardStage, Outcome, Trace, Verdict
from shared.domain.layer_policy import rule_on_layer
from shared.domain.memory import Memory
from shared.domain.quality import importance_of
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.write_plan import AuditEntry, Settlement, WritePlan, WriterKind
from shared.text.harmful import harmful_category
from shared.text.language import language_of


def answer_review(parts: ApiParts, principal: Principal, review_id: str, answer: ReviewDecision) -> Written:
    """Approve, edit or reject. Refusal 404, 409 where it was answered before, 422 where it cannot be stored."""
    container = parts.container
    review = container.reviews.get(principal.scope, review_id)
    if review is None:
        raise not_found("review")
    _demand_pending(review)
    if answer.decision == "reject":
        return _reject(container, principal, review, answer)
    if review.kind is ReviewKind.QUARANTINED_TURN or review.candidate is None:
        raise wrong_field(
            "decision", "A quarantined turn can only be rejected: its words are not released to extraction.", code="not_releasable"
        )
    return _approve(parts, principal, review, _edited(review.candidate, principal, answer), answer)


def _demand_pending(review: Review) -> None:
    if review.status is not ReviewStatus.PENDING:
        raise conflict("already_answered", f"The review was {review.status.value} before.")


def _still_pending(container: Container, principal: Principal, review: Review) -> None:
    """Read again under the lock: of two answers at once only one counts."""
    fresh = container.reviews.get(principal.scope, review.id)
    if fresh is None:
        raise not_found("review")
    _demand_pending(fresh)


def _edited(candidate: Candidate, principal: Principal, answer: ReviewDecision) -> Candidate:
    """The candidate as the reviewer wants it. Their words are the evidence of an edit."""
    layer = candidate.layer if answer.layer is None else answer.layer
    edited = replace(candidate, layer=layer)
    if answer.text is not None:
        text = clean(answer.text, Counter())
        category = harmful_category(text)
        if not text or category is not None:
            reason = "empty" if not text else f"{HARMFUL}{category}"
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
    vector = passage_vector(parts, candidate.text)
    now = container.clock.now()
    proposed = review.proposed
    wished = proposed.importance if proposed is not None else None
    importance = wished if wished is not None else _importance(review, candidate)
    memory = memory_of(
        candidate, importance=importance, now=now, ttl=default_ttl(container), actor=principal.actor, reason=f"review:{answer.decision}"
    )
    target_id = proposed.target_id if proposed is not None else None

    def decide(current: tuple[Memory, ...]) -> Written:
        _still_pending(container, principal, review)
        placed = place(memory, current, now, target_id=target_id)
        decision = Decision(
            action=placed.action, stage=GuardStage.REVIEW, reason="approved", target_id=placed.memory.id, importance=importance
        )
        answered = _answered(review, principal, ReviewStatus.APPROVED, answer, now, placed)
        plan = write_placed(
            placed,
            plan_id=new_plan_id(),
            now=now,
            vector=vector,
            writer=WriterKind.REVIEW,
            extra={
                "traces": (_trace(container, principal, review, candidate, decision, placed.memory.id),),
                "settlements": _settlements(candidate, decision, placed.memory.id, review),
                "answered_review": answered,
                "explicit": _explicit(candidate, placed.action),
                "audit": (_entry(principal, review, answer, placed.memory.id),),
            },
        )
        return Written(action=placed.action, plan=plan, memory=placed.memory, review_id=review.id, reason="approved")

    memory_ids = [memory.id] if target_id is None else [memory.id, target_id]
    return container.writer.write(principal.tenant_id, review.owner, decide, memory_ids=memory_ids, text_keys=[memory.text_key])


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
        traces=() if candidate is None else (_trace(container, principal, review, candidate, decision, None),),
        settlements=_settlements(candidate, decision, None, review) if candidate is not None else (),
        answered_review=_answered(review, principal, ReviewStatus.REJECTED, answer, now, None),
        explicit=_explicit(candidate, Action.REJECT) if candidate is not None else {},
        audit=(_entry(principal, review, answer, None),),
    )

    def decide(_: tuple[Memory, ...]) -> Written:
        _still_pending(container, principal, review)
        return Written(action=Action.REJECT, plan=plan, review_id=review.id, reason="rejected_by_reviewer")

    return container.writer.write(principal.tenant_id, review.owner, decide)


def _answered(
    review: Review, principal: Principal, status: ReviewStatus, answer: ReviewDecision, now: datetime, placed: Placement | None
) -> Review:
    return replace(
        review,
        status=status,
        answered_at=now,
        answered_by=principal.actor,
        note=redacted_name(answer.note, Counter()),
        memory_id=placed.memory.id if placed is not None else None,
    )


def _trace(
    container: Container, principal: Principal, review: Review, candidate: Candidate, decision: Decision, memory_id: str | None
) -> Trace:
    """What the stages said before, and the person's word after it."""
    now = container.clock.now()
    before = None if review.trace_id is None else container.store.get_trace(principal.scope, review.trace_id)
    if before is None:
        return trace_of(candidate, decision, now=now, memory_id=memory_id, review_id=review.id)
    verdict = Verdict(stage=GuardStage.REVIEW, said=decision.action.value, reason=decision.reason, seen={"by": principal.actor})
    return replace(
        before,
        text=candidate.text,
        verdicts=(*before.verdicts, verdict),
        decision=decision,
        at=now,
        memory_id=memory_id,
        review_id=review.id,
    )


def _settlements(candidate: Candidate, decision: Decision, memory_id: str | None, review: Review) -> tuple[Settlement, ...]:
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
    return (Settlement(candidate_id=candidate.id, capture_id=candidate.capture_id, outcome=outcome),)


def _explicit(candidate: Candidate, action: Action) -> dict[str, int]:
    """An explicit request leaves the review line of its own balance and enters another."""
    if candidate.extracted_by != EXPLICIT:
        return {}
    return {LEDGER_LINE[Action.PENDING_REVIEW]: -1, LEDGER_LINE[action]: 1}


def _entry(principal: Principal, review: Review, answer: ReviewDecision, memory_id: str | None) -> AuditEntry:
    subjects = (review.id,) if memory_id is None else (review.id, memory_id)
    return AuditEntry(action=f"review.{answer.decision}", actor=principal.actor, subject_ids=subjects, reason=review.reason)
