"""What an OpenClaw plugin sends and asks: facts of the host; whose they are is decided here."""

from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Body
from starlette.requests import Request

from services.api.answers import JsonAnswer
from services.api.auth import demand_reach_of_groups, narrow_read
from services.api.dependencies import CallerKey, Parts
from services.api.errors import malformed
from services.api.intake import receive_turn, with_idempotency_key
from services.api.keyed_route import KeyedRoute, roles
from services.api.openclaw_event import read_event
from services.api.openclaw_join import take_event
from services.api.openclaw_question import openclaw_request, silence_reason
from services.api.openclaw_turn import openclaw_draft
from services.api.recall_view import empty_view, recall_view
from services.api.routes.turns import IdempotencyKey
from services.api.schemas.recall import OpenClawRecallBody, RecallAnswerBody
from services.api.schemas.turn import TurnAnswer
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["openclaw"])


@router.post("/v1/openclaw/turns", status_code=202, responses={202: {"model": TurnAnswer}})
@roles(KeyRole.WRITER)
def post_openclaw_turn(
    body: Annotated[dict[str, Any], Body()], key: CallerKey, parts: Parts, idempotency_key: IdempotencyKey = None
) -> JsonAnswer:
    """Native form (`openclaw.turn.v1`) or raw form (`event`, `ctx`, `history_count`)."""
    if not body:
        raise malformed("Send the native form (schema openclaw.turn.v1) or the raw form (event, ctx, history_count).")
    container = parts.container
    draft = openclaw_draft(body, local_user=container.settings.openclaw.local_user)
    return JsonAnswer(receive_turn(container, key, with_idempotency_key(draft, idempotency_key)), status_code=202)


@router.post("/v1/openclaw/events", status_code=202)
@roles(KeyRole.WRITER)
def post_openclaw_event(body: Annotated[dict[str, Any], Body()], key: CallerKey, parts: Parts) -> JsonAnswer:
    """One event of an internal hook; message:received and message:sent are joined to one turn, the others are answered."""
    container = parts.container
    event = read_event(body, local_user=container.settings.openclaw.local_user)
    return JsonAnswer(take_event(container, key, event), status_code=202)


@router.post("/v1/openclaw/recall", responses={200: {"model": RecallAnswerBody}})
@roles(KeyRole.READER)
async def post_openclaw_recall(request: Request, body: OpenClawRecallBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Recall for the person or group that the host's facts name; nobody can be named: nothing is recalled."""
    local_user = parts.container.settings.openclaw.local_user
    reason = silence_reason(body, local_user=local_user)
    if reason is not None:
        return JsonAnswer(empty_view(reason))
    asked = openclaw_request(body, local_user=local_user)
    if asked.is_group:
        demand_reach_of_groups(key)
    narrowed = narrow_read(key, user_id=asked.user_id, agent_id=asked.agent_id, labels=asked.labels)
    wanted = asked.on_behalf_of(narrowed)
    answer = await anyio.to_thread.run_sync(parts.recall, wanted, key.scope, request.state.arrived_at, limiter=parts.recall_limiter)
    return JsonAnswer(recall_view(answer, parts.container.clock.now()))
