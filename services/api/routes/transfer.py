"""Memories in and out as NDJSON."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import StreamingResponse

from services.api.answers import JsonAnswer
from services.api.auth import narrow_read
from services.api.dependencies import CallerKey, Parts
from services.api.import_stream import import_lines
from services.api.keyed_route import KeyedRoute, roles
from services.api.memory_export import everything, export_lines
from services.api.schemas.fields import Identifier
from services.api.schemas.transfer import ImportAnswer, import_request_body
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["transfer"])
NDJSON = "application/x-ndjson"


@router.post("/v1/import", responses={200: {"model": ImportAnswer}}, openapi_extra=import_request_body())
@roles(KeyRole.ADMIN)
async def post_import(request: Request, key: CallerKey, parts: Parts) -> JsonAnswer:
    """One memory a line, stored as given; each refused line is named with its reason. The same lines again change nothing."""
    tally = await import_lines(parts, key, request.stream())
    return JsonAnswer(tally.answer())


@router.get("/v1/export", responses={200: {"content": {NDJSON: {}}}})
@roles(KeyRole.ADMIN)
def get_export(key: CallerKey, parts: Parts, user_id: Identifier | None = None) -> StreamingResponse:
    """Every version that is not expired, one a line; the header X-Tiercel-Count has their number."""
    narrowed = narrow_read(key, user_id=user_id, agent_id=None, labels={})
    store = parts.container.store
    wanted = everything(parts.container.clock.now(), narrowed.user_id)
    headers = {"X-Tiercel-Count": str(store.count(key.scope, wanted)), "Content-Disposition": "attachment; filename=memories.ndjson"}
    return StreamingResponse(export_lines(store, key.scope, wanted), media_type=NDJSON, headers=headers)
