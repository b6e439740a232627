"""POST /v1/forget."""

import anyio
from fastapi import APIRouter
from starlette.requests import Request

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.forget import forget
from services.api.keyed_route import KeyedRoute, roles
from services.api.schemas.forget import ForgetBody
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["memories"])


@router.post("/v1/forget")
@roles(KeyRole.WRITER)
async def post_forget(request: Request, body: ForgetBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Archive (restorable) or erase (for good) what a query, ids or a filter name; `dry_run` only lists it."""
    answer = await anyio.to_thread.run_sync(forget, parts, key, body, request.state.arrived_at, limiter=parts.recall_limiter)
    return JsonAnswer(answer)
