"""GET /v1/captures/{id}: what became of a turn, and waiting for it."""

import time
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Path, Query
from starlette.requests import Request

from services.api.answers import JsonAnswer
from services.api.auth import Principal
from services.api.dependencies import ApiParts, CallerKey, Parts
from services.api.errors import Refusal, not_found
from services.api.keyed_route import KeyedRoute, roles
from services.api.schemas.fields import Identifier
from shared.domain.decision import Action, GuardStage, Outcome
from shared.domain.turn import IN_FLIGHT
from shared.ports.captures import CaptureView
from shared.ports.key_ring import KeyRole
from shared.text.door_rules import HARMFUL

router = APIRouter(route_class=KeyedRoute, tags=["writing"])
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.1
MAX_WAIT_SECONDS = 30


@router.get("/v1/captures/{capture_id}")
@roles(KeyRole.READER, KeyRole.WRITER, KeyRole.REVIEWER)
async def get_capture(
    request: Request,
    capture_id: Annotated[Identifier, Path()],
    key: CallerKey,
    parts: Parts,
    wait_seconds: Annotated[float, Query(ge=0, le=MAX_WAIT_SECONDS)] = 0,
) -> JsonAnswer:
    """The capture now, or as soon as it is decided within `wait_seconds`. Waiting holds no thread."""
    view = await _view(parts, key, capture_id)
    if wait_seconds > 0 and view.state in IN_FLIGHT:
        if parts.waiting.count >= parts.container.settings.api.max_waiting_captures:
            raise Refusal(429, "too_many_waiting", "Too many requests wait for captures. Ask without wait_seconds.", retry_after_seconds=1)
        parts.waiting.count += 1
        try:
            view = await _wait(request, parts, key, view, wait_seconds)
        finally:
            parts.waiting.count -= 1
    return JsonAnswer(_shown(view))


async def _wait(request: Request, parts: ApiParts, key: Principal, view: CaptureView, wait_seconds: float) -> CaptureView:
    deadline = time.monotonic() + wait_seconds
    pause = FIRST_PAUSE
    while view.state in IN_FLIGHT and (left := deadline - time.monotonic()) > 0:
        await anyio.sleep(min(pause, left))
        pause = min(LONGEST_PAUSE, pause * 1.5)
        if parts.stopping.is_set() or await request.is_disconnected():
            break
        view = await _view(parts, key, view.capture_id)
    return view


async def _view(parts: ApiParts, key: Principal, capture_id: str) -> CaptureView:
    """Read on a few threads of their own, so that many pollers take none from the other routes."""
    view = await anyio.to_thread.run_sync(parts.container.captures.view, key.tenant_id, capture_id, limiter=parts.poll_limiter)
    if view is None or not key.scope.holds(owner=view.owner, agent_id=view.agent_id, labels=view.labels):
        raise not_found("capture")
    return view


def _shown(view: CaptureView) -> dict[str, Any]:
    return {
        "capture_id": view.capture_id,
        "turn_id": view.turn_id,
        "status": view.state.value,
        "reason": view.reason,
        "outcomes": [_outcome(outcome) for outcome in view.outcomes] or _refusal_at_the_door(view),
        "attempts": view.attempts,
        "error": view.error,
        "accepted_at": view.accepted_at,
        "redactions": dict(view.redactions),
    }


def _refusal_at_the_door(view: CaptureView) -> list[dict[str, Any]]:
    """A harmful turn never became a candidate: its refusal is shown as an outcome all the same, without its words."""
    if view.reason is None or not view.reason.startswith(HARMFUL):
        return []
    fields = dict.fromkeys(("candidate_id", "memory_id", "trace_id", "review_id"))
    return [{**fields, "text": "", "action": Action.REJECT.value, "stage": GuardStage.HYGIENE.value, "reason": view.reason}]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "candidate_id": outcome.candidate_id,
        "text": outcome.text,
        "action": outcome.action.value,
        "stage": outcome.stage.value,
        "reason": outcome.reason,
        "memory_id": outcome.memory_id,
        "trace_id": outcome.trace_id,
        "review_id": outcome.review_id,
    }
