"""POST /v1/summarize: sum up a session now."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.auth import narrow_write
from services.api.dependencies import CallerKey, Parts
from services.api.hygiene import demand_owner
from services.api.keyed_route import KeyedRoute, roles
from services.api.schemas.summarize import SummarizeBody
from services.api.session_summary import summarize
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["writing"])


@router.post("/v1/summarize", status_code=202)
@roles(KeyRole.WRITER)
def post_summarize(body: SummarizeBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """What was said in it lately becomes one memory (category other) through the guard. The same words again are `duplicate`."""
    narrowed = narrow_write(key, user_id=body.user_id, agent_id=body.agent_id, labels=body.labels)
    owner = demand_owner(key, narrowed, body.chat_id)
    return JsonAnswer(summarize(parts.container, key, owner, (body.session_id,), narrowed), status_code=202)
