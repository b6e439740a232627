"""Reviews: what waits for a person, and the person's answer."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from services.api.answers import JsonAnswer, listed
from services.api.dependencies import CallerKey, Container, Parts
from services.api.errors import not_found, wrong_field
from services.api.keyed_route import KeyedRoute, roles
from services.api.memory_view import memory_view
from services.api.review_answer import answer_review
from services.api.review_sample import draw_sample
from services.api.review_undo import undo_answer
from services.api.schemas.fields import Identifier
from services.api.schemas.review import ReopenBody, ReviewDecision, SampleBody
from shared.contracts.records import to_plain
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["review"])
ReviewId = Annotated[Identifier, Path()]


@router.get("/v1/reviews")
@roles(KeyRole.REVIEWER)
def get_reviews(
    key: CallerKey,
    parts: Parts,
    status: ReviewStatus | None = None,
    kind: ReviewKind | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor: Annotated[str | None, Query(max_length=1000)] = None,
) -> JsonAnswer:
    """Oldest first."""
    try:
        page = parts.container.reviews.list(key.scope, status=status, kind=kind, limit=limit, cursor=cursor)
    except ValueError:
        raise wrong_field("cursor", "Not a cursor of this list.") from None
    return JsonAnswer(listed([_line(review) for review in page.items], page.next_cursor, page.total))


@router.get("/v1/reviews/{review_id}")
@roles(KeyRole.REVIEWER)
def get_review(review_id: ReviewId, key: CallerKey, parts: Parts) -> JsonAnswer:
    """One review with the memories near it."""
    review = parts.container.reviews.get(key.scope, review_id)
    if review is None:
        raise not_found("review")
    return JsonAnswer({**_line(review), "neighbours": _neighbours(parts.container, key.scope, review)})


@router.post("/v1/reviews/sample")
@roles(KeyRole.REVIEWER)
def post_sample(body: SampleBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Judged candidates drawn at random; their answers measure the guard (GET /v1/guard/metrics)."""
    return JsonAnswer({"items": [_line(review) for review in draw_sample(parts.container, key, body)]})


@router.post("/v1/reviews/{review_id}")
@roles(KeyRole.REVIEWER)
def post_review(review_id: ReviewId, body: ReviewDecision, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Approve, edit or reject; a second answer is 409."""
    written = answer_review(parts, key, review_id, body)
    memory = memory_view(written.memory, parts.container.clock.now()) if written.memory is not None else None
    return JsonAnswer({"review_id": review_id, "decision": body.decision, "action": written.action.value, "memory": memory})


@router.post("/v1/reviews/{review_id}/undo")
@roles(KeyRole.REVIEWER)
def post_review_undo(review_id: ReviewId, key: CallerKey, parts: Parts, body: ReopenBody | None = None) -> JsonAnswer:
    """Take an answer back: the review waits again, and what the answer stored is reversed. Repeatable; 409 says what to do."""
    return JsonAnswer(_line(undo_answer(parts, key, review_id, body.note if body else None)))


def _line(review: Review) -> dict[str, Any]:
    candidate = review.candidate if review.kind is not ReviewKind.QUARANTINED_TURN else None
    return {
        "id": review.id,
        "kind": review.kind.value,
        "status": review.status.value,
        "reason": review.reason,
        "owner": review.owner.key,
        "text": review.text,
        "candidate": to_plain(candidate) if candidate is not None else None,
        "evidence": [{"message_id": each.message_id, "quote": each.quote} for each in candidate.evidence] if candidate is not None else [],
        "proposed": to_plain(review.proposed) if review.proposed is not None else None,
        "quality": to_plain(review.quality) if review.quality is not None else None,
        "neighbour_ids": list(review.neighbour_ids),
        "capture_id": review.capture_id,
        "trace_id": review.trace_id,
        "created_at": review.created_at,
        "answered_at": review.answered_at,
        "answered_by": review.answered_by,
        "note": review.note,
        "memory_id": review.memory_id,
        "decided_at": review.decided_at,
        "reopened_at": review.reopened_at,
    }


def _neighbours(container: Container, scope: Scope, review: Review) -> list[dict[str, Any]]:
    if not review.neighbour_ids:
        return []
    now = container.clock.now()
    found = container.store.current(scope, memory_ids=review.neighbour_ids)
    return [memory_view(memory, now) for memory in found if not memory.is_expired(now)]
