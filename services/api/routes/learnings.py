"""/v1/learnings: what went wrong, what was put right, what came up again, until somebody resolves it."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path

from services.api.answers import JsonAnswer, listed
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, roles
from services.api.learnings import learning_view, note_learning, resolve_learning, visible_learnings
from services.api.pages import Cursor, Limit, page_of
from services.api.schemas.fields import Identifier
from services.api.schemas.learning import LearningBody, ResolveBody
from shared.domain.learning import LearningType, stats_of
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["learnings"])


@router.get("/v1/learnings")
@roles(KeyRole.READER)
def get_learnings(
    key: CallerKey,
    parts: Parts,
    type: LearningType | None = None,
    resolved: bool | None = None,  # noqa: FBT001 - query
    limit: Limit = 50,
    cursor: Cursor = None,
) -> JsonAnswer:
    """Last noted first; `stats` counts everything that the key may see, whatever the filter."""
    seen = visible_learnings(parts.container, key)
    wanted = [each for each in seen if type in (None, each.type) and resolved in (None, each.resolved_at is not None)]
    page = page_of(wanted, limit=limit, cursor=cursor)
    answer = listed([learning_view(each) for each in page.items], page.next_cursor, page.total)
    return JsonAnswer({**answer, "stats": asdict(stats_of(seen))})


@router.post("/v1/learnings", status_code=201)
@roles(KeyRole.WRITER)
def post_learning(body: LearningBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Note a lesson. The same again is counted (`seen`) and open again."""
    return JsonAnswer(learning_view(note_learning(parts.container, key, body)), status_code=201)


@router.post("/v1/learnings/{learning_id}/resolve")
@roles(KeyRole.WRITER, KeyRole.REVIEWER)
def post_resolve(learning_id: Annotated[Identifier, Path()], key: CallerKey, parts: Parts, body: ResolveBody | None = None) -> JsonAnswer:
    """It is dealt with. Repeatable; the first answer stands."""
    return JsonAnswer(learning_view(resolve_learning(parts.container, key, learning_id, body.note if body else None)))
