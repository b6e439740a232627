"""Memories: explicit writes, reading, changing, erasing."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from services.api.answers import JsonAnswer, listed
from services.api.auth import narrow_read, owns_memory
from services.api.dependencies import CallerKey, Parts
from services.api.errors import not_found, wrong_field
from services.api.explicit_write import remember
from services.api.forgetting_view import forgetting_view
from services.api.keyed_route import KeyedRoute, roles
from services.api.memory_changes import demand_memory, erase_memory, patch_memory
from services.api.memory_list import ListQuery, list_memories
from services.api.memory_view import memory_view
from services.api.routes.turns import IdempotencyKey
from services.api.schemas.fields import Identifier
from services.api.schemas.memory import ExplainedMemory, MemoryBody, MemoryList, MemoryObject, MemoryPatch, WriteAnswer
from shared.domain.decision import Action
from shared.forgetting_rules import retention_rules
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["memories"])
MemoryId = Annotated[Identifier, Path()]


@router.post("/v1/memories", status_code=201, responses={201: {"model": WriteAnswer}, 202: {"model": WriteAnswer}})
@roles(KeyRole.WRITER)
def post_memory(body: MemoryBody, key: CallerKey, parts: Parts, idempotency_key: IdempotencyKey = None) -> JsonAnswer:
    """Remember this. 202 where a person must look first; 422 with the rule's reason where it is not kept."""
    if idempotency_key is not None and not (1 <= len(idempotency_key) <= 256 and idempotency_key.isprintable()):
        raise wrong_field("Idempotency-Key", "1-256 printable characters.")
    written = remember(parts, key, body, idempotency_key)
    answer = {"action": written.action.value, "reason": written.reason}
    if written.action is Action.PENDING_REVIEW:
        return JsonAnswer({**answer, "review_id": written.review_id}, status_code=202)
    memory = written.memory
    is_shown = memory is not None and owns_memory(key.scope, memory)
    shown = memory_view(memory, parts.container.clock.now()) if memory is not None and is_shown else None
    return JsonAnswer({**answer, "memory": shown}, status_code=201)


@router.get("/v1/memories", responses={200: {"model": MemoryList}})
@roles(KeyRole.READER, KeyRole.REVIEWER)
def get_memories(request: Request, query: Annotated[ListQuery, Query()], key: CallerKey, parts: Parts) -> JsonAnswer:
    """A page of what the key may see, newest first; `label.K=V` narrows by label."""
    labels = {name.removeprefix("label."): value for name, value in request.query_params.multi_items() if name.startswith("label.")}
    narrow_read(key, user_id=query.user_id, agent_id=query.agent_id, labels=labels)
    now = parts.container.clock.now()
    page = list_memories(parts.container.store, key.scope, query, labels, now)
    return JsonAnswer(listed([memory_view(memory, now) for memory in page.items], page.next_cursor, page.total))


@router.get("/v1/memories/{memory_id:path}/history")
@roles(KeyRole.READER, KeyRole.REVIEWER)
def get_history(memory_id: MemoryId, key: CallerKey, parts: Parts) -> JsonAnswer:
    """All versions in the order of writing, with their validity and who changed what and why."""
    now = parts.container.clock.now()
    versions = parts.container.store.history(key.scope, memory_id)
    if not versions or any(version.current and version.is_expired(now) for version in versions):
        raise not_found("memory")
    return JsonAnswer(listed([memory_view(version, now) for version in versions], None, len(versions)))


@router.get("/v1/memories/{memory_id:path}", responses={200: {"model": ExplainedMemory}})
@roles(KeyRole.READER, KeyRole.REVIEWER)
def get_memory(memory_id: MemoryId, key: CallerKey, parts: Parts, curve: bool = False) -> JsonAnswer:  # noqa: FBT001, FBT002 - query
    """The current version, with `forgetting`: why it is in its stage and what will become of it; `curve` adds its curve."""
    now = parts.container.clock.now()
    memory = demand_memory(parts.container, key, memory_id)
    rules = retention_rules(parts.container.settings.forgetting)
    return JsonAnswer({**memory_view(memory, now), "forgetting": forgetting_view(memory, now, rules, with_curve=curve)})


@router.patch("/v1/memories/{memory_id:path}", responses={200: {"model": MemoryObject}})
@roles(KeyRole.WRITER)
def patch(memory_id: MemoryId, body: MemoryPatch, key: CallerKey, parts: Parts) -> JsonAnswer:
    """A new version, re-embedded; 409 where `if_version` is not the current one."""
    return JsonAnswer(memory_view(patch_memory(parts, key, memory_id, body), parts.container.clock.now()))


@router.delete("/v1/memories/{memory_id:path}", status_code=204)
@roles(KeyRole.WRITER)
def delete(memory_id: MemoryId, key: CallerKey, parts: Parts) -> Response:
    """Erased for good with all versions and traces; the audit line holds no text."""
    erase_memory(parts.container, key, memory_id)
    return Response(status_code=204)
