"""POST /v1/memories/{id}/archive, /restore, /promote."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, roles
from services.api.memory_standing import archive_memory, promote_memory, restore_memory
from services.api.memory_view import memory_view
from services.api.routes.memories import MemoryId
from services.api.schemas.memory import MoveBody, RestoreBody
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["memories"])


@router.post("/v1/memories/{memory_id:path}/archive")
@roles(KeyRole.REVIEWER)
def post_archive(memory_id: MemoryId, key: CallerKey, parts: Parts, body: MoveBody | None = None) -> JsonAnswer:
    """Out of recall and lists at once; kept and restorable. Repeatable."""
    memory = archive_memory(parts, key, memory_id, body.note if body else None)
    return JsonAnswer({"memory": memory_view(memory, parts.container.clock.now())})


@router.post("/v1/memories/{memory_id:path}/restore")
@roles(KeyRole.REVIEWER)
def post_restore(memory_id: MemoryId, key: CallerKey, parts: Parts, body: RestoreBody | None = None) -> JsonAnswer:
    """Out of the archive; with `version`, that version's words as a new current version. 409 where there is nothing to restore."""
    memory = restore_memory(parts, key, memory_id, body.version if body else None, body.note if body else None)
    return JsonAnswer({"memory": memory_view(memory, parts.container.clock.now())})


@router.post("/v1/memories/{memory_id:path}/promote")
@roles(KeyRole.REVIEWER)
def post_promote(memory_id: MemoryId, key: CallerKey, parts: Parts, body: MoveBody | None = None) -> JsonAnswer:
    """L2 becomes a skill template (L4), as a new version; 409 for any other layer."""
    memory = promote_memory(parts, key, memory_id, body.note if body else None)
    return JsonAnswer({"memory": memory_view(memory, parts.container.clock.now())})
