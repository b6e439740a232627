"""Traces: every stage one candidate passed, and taking a decision back."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from services.api.answers import JsonAnswer, listed
from services.api.dependencies import CallerKey, Parts
from services.api.errors import not_found, wrong_field
from services.api.keyed_route import KeyedRoute, roles
from services.api.memory_view import memory_view
from services.api.schemas.fields import Identifier, Moment
from services.api.schemas.review import UndoBody
from services.api.undo import undo_decision
from shared.domain.decision import Action, GuardStage, Trace
from shared.domain.trace_filter import TraceFilter
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["review"])
TraceId = Annotated[Identifier, Path()]


@router.get("/v1/traces")
@roles(KeyRole.REVIEWER)
def get_traces(
    key: CallerKey,
    parts: Parts,
    action: Annotated[list[Action] | None, Query()] = None,
    stage: Annotated[list[GuardStage] | None, Query()] = None,
    since: Moment | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor: Annotated[str | None, Query(max_length=1000)] = None,
) -> JsonAnswer:
    """Decisions as they stand, newest first; `action` and `stage` may be repeated."""
    wanted = TraceFilter(actions=tuple(action) if action else None, stages=tuple(stage) if stage else None, since=since)
    try:
        page = parts.container.store.list_traces(key.scope, wanted, limit=limit, cursor=cursor)
    except ValueError:
        raise wrong_field("cursor", "Not a cursor of this list.") from None
    return JsonAnswer(listed([_shown(trace) for trace in page.items], page.next_cursor, page.total))


@router.get("/v1/traces/{trace_id}")
@roles(KeyRole.REVIEWER)
def get_trace(trace_id: TraceId, key: CallerKey, parts: Parts) -> JsonAnswer:
    """What each stage saw and said."""
    trace = parts.container.store.get_trace(key.scope, trace_id)
    if trace is None:
        raise not_found("trace")
    return JsonAnswer(_shown(trace))


@router.post("/v1/traces/{trace_id}/undo")
@roles(KeyRole.REVIEWER)
def post_undo(trace_id: TraceId, key: CallerKey, parts: Parts, body: UndoBody | None = None) -> JsonAnswer:
    """Take a decision back: what it stored is reversed, the candidate ends rejected or in review. Repeatable; 409 says what to do."""
    asked = body or UndoBody()
    undone = undo_decision(parts, key, trace_id, then=asked.then, note=asked.note)
    trace = undone.trace
    if undone.plan is not None:
        parts.container.metrics.count("tiercel_decisions_undone_total", action=undone.undid.value)
    answer = {
        "trace_id": trace.id,
        "undid": undone.undid.value,
        "action": trace.decision.action.value,
        "already": undone.plan is None,
        "review_id": trace.review_id if trace.decision.action is Action.PENDING_REVIEW else None,
        "memory_id": trace.memory_id,
        "memory": memory_view(undone.memory, parts.container.clock.now()) if undone.memory is not None else None,
    }
    return JsonAnswer(answer)


def _shown(trace: Trace) -> dict[str, Any]:
    decision = trace.decision
    judged, judged_at = trace.first_word
    return {
        "id": trace.id,
        "capture_id": trace.capture_id,
        "candidate_id": trace.candidate_id,
        "memory_id": trace.memory_id,
        "review_id": trace.review_id,
        "text": trace.text,
        "at": trace.at,
        "stages": [
            {"stage": verdict.stage.value, "said": verdict.said, "reason": verdict.reason, "seen": dict(verdict.seen)}
            for verdict in trace.verdicts
        ],
        "action": decision.action.value,
        "stage": decision.stage.value,
        "reason": decision.reason,
        "target_id": decision.target_id,
        "importance": decision.importance,
        "judged": {"action": judged.action.value, "stage": judged.stage.value, "reason": judged.reason, "at": judged_at},
        "candidate": dict(trace.candidate),
    }
