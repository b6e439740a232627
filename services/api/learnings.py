"""Noting a lesson, and showing and resolving those that a key may see."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from services.api.auth import Principal, narrow_write
from services.api.dependencies import Container
from services.api.errors import not_found, wrong_field
from services.api.hygiene import clean, demand_owner, redacted_json, redacted_name
from services.api.schemas.learning import LearningBody
from shared.domain.learning import Learning, LearningSource, LearningType, learning_id
from shared.domain.review import Review
from shared.domain.write_plan import AuditEntry
from shared.text.normalise import canonical

LONGEST_CONTEXT = 16_000


def note_learning(container: Container, principal: Principal, body: LearningBody) -> Learning:
    """Enter it without its secrets; the same again is counted. Refusal 403, 422."""
    narrowed = narrow_write(principal, user_id=body.user_id, agent_id=body.agent_id, labels={})
    owner = demand_owner(principal, narrowed, None)
    found: Counter[str] = Counter()
    summary = clean(body.summary, found)
    if not summary:
        raise wrong_field("summary", "Nothing is left of it after cleaning: say what was learned.")
    context = redacted_json(body.context, found)
    if len(json.dumps(context, ensure_ascii=False)) > LONGEST_CONTEXT:
        raise wrong_field("context", f"At most {LONGEST_CONTEXT} characters as JSON: leave out what nobody will read.")
    now = container.clock.now()
    error_type = redacted_name(body.error_type, found)
    learning = Learning(
        id=learning_id(principal.tenant_id, owner, body.type, error_type, canonical(summary), narrowed.agent_id),
        tenant_id=principal.tenant_id,
        owner=owner,
        type=body.type,
        source=LearningSource.EXPLICIT,
        summary=summary,
        created_at=now,
        last_at=now,
        error_type=error_type,
        context=context,
        correction=clean(body.correction, found) or None if body.correction is not None else None,
        agent_id=narrowed.agent_id,
    )
    return container.learnings.note(learning)


def note_correction(container: Container, principal: Principal, review: Review, memory_id: str | None) -> None:
    """A person put other words where the guard was unsure. It names what to look at and holds none of the words."""
    now = container.clock.now()
    owner = review.owner
    container.learnings.note(
        Learning(
            id=learning_id(principal.tenant_id, owner, LearningType.CORRECTION, "review", review.id),
            tenant_id=principal.tenant_id,
            owner=owner,
            type=LearningType.CORRECTION,
            source=LearningSource.REVIEW,
            summary=f"A person corrected the words of a candidate that waited because of {review.reason}.",
            created_at=now,
            last_at=now,
            error_type=review.reason,
            context={"review_id": review.id, "memory_id": memory_id},
            agent_id=review.candidate.agent_id if review.candidate is not None else None,
        )
    )


def visible_learnings(container: Container, principal: Principal) -> Sequence[Learning]:
    """Those that lie in the key's scope, last noted first."""
    return [each for each in container.learnings.all(principal.tenant_id) if _is_visible(principal, each)]


def resolve_learning(container: Container, principal: Principal, learning: str, note: str | None) -> Learning:
    """Repeatable. Refusal 404."""
    known = container.learnings.get(principal.tenant_id, learning)
    if known is None or not _is_visible(principal, known):
        raise not_found("learning")
    at, words = container.clock.now(), redacted_name(note, Counter())
    resolved = container.learnings.resolve(principal.tenant_id, learning, at=at, by=principal.actor, note=words)
    if resolved is None:
        raise not_found("learning")
    if known.resolved_at is None:
        container.audit.append(principal.tenant_id, AuditEntry(action="learning.resolved", actor=principal.actor, subject_ids=(learning,)))
    return resolved


def learning_view(learning: Learning) -> dict[str, Any]:
    """As JSON-ready values."""
    return {
        **asdict(learning),
        "owner": learning.owner.key,
        "context": dict(learning.context),
        "resolved": learning.resolved_at is not None,
    }


def _is_visible(principal: Principal, learning: Learning) -> bool:
    return principal.scope.holds(owner=learning.owner, agent_id=learning.agent_id, labels={})
