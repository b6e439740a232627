"""A person's answer to what the dream proposed: a template, one memory of two, a lasting statement; or a no that is remembered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.api.auth import Principal
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.errors import conflict, not_found, wrong_field
from services.api.explicit_plan import Written, key_of, memory_of, place
from services.api.explicit_quality import explicit_quality
from services.api.explicit_write import default_ttl, new_plan_id
from services.api.memory_standing import demand_same_words
from services.api.review_records import answered, audit_entry, demand_still_pending
from services.api.schemas.review import ReviewDecision
from shared.domain.candidate import Layer
from shared.domain.decision import Action
from shared.domain.memory import Memory, RetentionStage
from shared.domain.proposals import ProposalKind, are_mergeable, merged, promoted
from shared.domain.quality import importance_of
from shared.domain.review import Review, ReviewStatus
from shared.domain.versioning import Change
from shared.domain.write_plan import WritePlan, WriterKind
from shared.text.near_duplicates import says_nearly_the_same
from shared.text.spoken_by import as_said
from shared.writing import point_insert


@dataclass(frozen=True, slots=True)
class Effect:
    """What an approval does to the memories, and the memory that it leaves."""

    action: Action
    change: Change
    memory: Memory | None


def answer_proposal(parts: ApiParts, principal: Principal, review: Review, answer: ReviewDecision) -> Written:
    """Approve or reject. Refusal 409 where what it is about has changed since; 422 for an edit."""
    if answer.decision == "edit" or answer.layer is not None:
        raise wrong_field("decision", "A proposal of the dream is approved or rejected as it is; edit the memory itself (PATCH).")
    container = parts.container
    if answer.decision == "reject":
        return _close(container, principal, review, answer, Effect(Action.REJECT, Change(), None), vector=None)
    if review.reason == ProposalKind.REPETITION:
        return _keep_repeated(parts, principal, review, answer)
    target, vector = None, None
    if review.reason == ProposalKind.PROMOTION:
        seen = container.store.current(principal.scope, memory_ids=review.neighbour_ids)
        target = _demand(seen, review.neighbour_ids[0])
        vector = passage_vector(parts, as_said(target.text, target.speaker))
    return _close(container, principal, review, answer, None, vector=vector, embedded=target)


def _keep_repeated(parts: ApiParts, principal: Principal, review: Review, answer: ReviewDecision) -> Written:
    container, candidate = parts.container, review.candidate
    if candidate is None:
        raise wrong_field("decision", "This proposal holds nothing to approve; it can only be rejected.", code="not_releasable")
    now = container.clock.now()
    quality = explicit_quality(candidate.text, candidate.category, candidate.layer, wished_importance=candidate.importance)
    ttl = default_ttl(container, principal.tenant_id)
    memory = memory_of(candidate, importance=importance_of(quality), now=now, ttl=ttl, actor=principal.actor, reason=review.reason)
    memory = replace(memory, capture_id=None, trace_id=None)
    vector = passage_vector(parts, as_said(candidate.text, candidate.speaker))

    def decide(current: tuple[Memory, ...]) -> Written:
        placed = place(memory, _lasting(current), now)
        return _written(container, principal, review, answer, Effect(placed.action, placed.change, placed.memory), vector, now)

    return container.writer.write(
        principal.tenant_id,
        review.owner,
        decide,
        memory_ids=[memory.id],
        text_keys=[key_of(candidate.text, candidate.tenant_id, candidate.owner.key)],
    )


def _lasting(current: Sequence[Memory]) -> tuple[Memory, ...]:
    """The passing statement of the same words is no duplicate of the lasting one: it ends by itself."""
    return tuple(memory for memory in current if memory.layer is not Layer.REALTIME_ENV)


def _close(
    container: Container,
    principal: Principal,
    review: Review,
    answer: ReviewDecision,
    effect: Effect | None,
    *,
    vector: list[float] | None,
    embedded: Memory | None = None,
) -> Written:
    now = container.clock.now()

    def decide(current: tuple[Memory, ...]) -> Written:
        demand_still_pending(container, principal, review)  # before anything is said about the memories, which the answer changed
        done = effect if effect is not None else _effect(review, current, principal, now, embedded)
        return _written(container, principal, review, answer, done, vector, now)

    return container.writer.write(principal.tenant_id, review.owner, decide, memory_ids=review.neighbour_ids)


def _effect(review: Review, current: Sequence[Memory], principal: Principal, now: datetime, embedded: Memory | None) -> Effect:
    """Under the lock: what the memories are now, not what they were when it was proposed, must still ask for it."""
    first = _demand(current, review.neighbour_ids[0])
    if review.reason == ProposalKind.PROMOTION:
        if first.layer is not Layer.STRATEGY_EXP or first.stage is RetentionStage.ARCHIVE or first.is_expired(now):
            raise conflict("not_promotable", "The memory is no live L2 memory any more: reject the proposal.")
        demand_same_words(embedded or first, first)
        change = promoted(first, now, actor=principal.actor)
        return Effect(Action.UPDATE, change, change.inserts[0])
    second = _demand(current, review.neighbour_ids[1])
    if not are_mergeable(first, second, now) or not says_nearly_the_same(first.text, second.text):
        raise conflict("not_mergeable", "The two memories have changed since and do not belong together any more: reject the proposal.")
    return Effect(Action.UPDATE, merged(first, second, now), replace(first, seen_count=first.seen_count + second.seen_count))


def _demand(current: Sequence[Memory], memory_id: str) -> Memory:
    found = next((memory for memory in current if memory.id == memory_id and memory.current), None)
    if found is None:
        raise not_found("memory")
    return found


def _written(
    container: Container,
    principal: Principal,
    review: Review,
    answer: ReviewDecision,
    effect: Effect,
    vector: list[float] | None,
    now: datetime,
) -> Written:
    demand_still_pending(container, principal, review)
    status = ReviewStatus.REJECTED if effect.action is Action.REJECT else ReviewStatus.APPROVED
    memory_id = effect.memory.id if effect.memory is not None else None
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=review.tenant_id,
        owner=review.owner,
        writer=WriterKind.REVIEW,
        made_at=now,
        inserts=tuple(point_insert(memory, vector) for memory in effect.change.inserts),
        switches=effect.change.switches,
        answered_review=answered(review, principal, status, answer, now, memory_id),
        audit=(audit_entry(principal, review, answer, memory_id),),
    )
    return Written(action=effect.action, plan=plan, memory=effect.memory, review_id=review.id, reason=review.reason)
