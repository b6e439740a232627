"""GET /v1/traces/{id}: every stage one candidate passed."""

from typing import Annotated, Any

from fastapi import APIRouter, Path

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.errors import not_found
from services.api.keyed_route import KeyedRoute, roles
from services.api.schemas.fields import Identifier
from shared.domain.decision import Trace
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["review"])


@router.get("/v1/traces/{trace_id}")
@roles(KeyRole.REVIEWER)
def get_trace(trace_id: Annotated[Identifier, Path()], key: CallerKey, parts: Parts) -> JsonAnswer:
    """What each stage saw and said."""
    trace = parts.container.store.get_trace(key.scope, trace_id)
    if trace is None:
        raise not_found("trace")
    return JsonAnswer(_shown(trace))


def _shown(trace: Trace) -> dict[str, Any]:
    decision = trace.decision
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
        "candidate": dict(trace.candidate),
    }
