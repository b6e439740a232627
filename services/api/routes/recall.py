"""POST /v1/recall."""

from dataclasses import replace

import anyio
from fastapi import APIRouter
from starlette.requests import Request

from services.api.answers import JsonAnswer
from services.api.auth import narrow_read
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, roles
from services.api.recall_view import recall_view
from services.api.schemas.recall import RecallAnswerBody, RecallBody
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["reading"])


@router.post("/v1/recall", responses={200: {"model": RecallAnswerBody}})
@roles(KeyRole.READER)
async def post_recall(request: Request, body: RecallBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """What belongs into the next prompt, within the deadline. Runs on threads of its own."""
    narrowed = narrow_read(key, user_id=body.user_id, agent_id=body.agent_id, labels=body.labels)
    if body.chat_id is not None and body.user_id is None:  # whoever's the key is, a group is shown nobody's own memories
        narrowed = replace(narrowed, user_id=None)
    answer = await anyio.to_thread.run_sync(
        parts.recall, body.request(narrowed), key.scope, request.state.arrived_at, limiter=parts.recall_limiter
    )
    return JsonAnswer(recall_view(answer, parts.container.clock.now()))
