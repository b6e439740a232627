"""POST /v1/memories/{id}/feedback."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, roles
from services.api.memory_changes import give_feedback
from services.api.memory_view import memory_view
from services.api.routes.memories import MemoryId
from services.api.schemas.memory import FeedbackBody
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["memories"])


@router.post("/v1/memories/{memory_id:path}/feedback")
@roles(KeyRole.WRITER)
def post_feedback(memory_id: MemoryId, body: FeedbackBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Move reliability: confirm +.1, helpful +.05, deny -.05, harmful -.2, correct -.3 (with text: a new version)."""
    memory = give_feedback(parts, key, memory_id, body)
    return JsonAnswer({"memory": memory_view(memory, parts.container.clock.now())})
