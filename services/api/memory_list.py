"""GET /v1/memories: which memories a list shows, one status at a time, with an exact total."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import Field

from services.api.errors import wrong_field
from services.api.schemas.fields import Body, Identifier, Moment
from services.api.schemas.memory import AnyCategory
from shared.domain.candidate import Layer, SourceType
from shared.domain.memory import Memory, RetentionStage, Status
from shared.domain.relevance import MemoryFilter, Page
from shared.domain.scope import Scope, Visibility
from shared.ports.memory_store import MemoryStore


class ListQuery(Body):
    """Filters of the list. `since` and `until` are observation times; `q` is a part of the text."""

    open_prefixes: ClassVar[tuple[str, ...]] = ("label.",)

    user_id: Identifier | None = None
    agent_id: Identifier | None = None
    visibility: Visibility | None = None
    layer: list[Layer] | None = None
    stage: list[RetentionStage] | None = None
    category: list[AnyCategory] | None = None
    source_type: list[SourceType] | None = None
    status: Status = Status.LIVE
    since: Moment | None = None
    until: Moment | None = None
    q: Annotated[str | None, Field(max_length=1000)] = None
    limit: Annotated[int, Field(ge=1, le=500)] = 50
    cursor: Annotated[str | None, Field(max_length=1000)] = None


def list_memories(store: MemoryStore, scope: Scope, query: ListQuery, labels: Mapping[str, str], now: datetime) -> Page:
    """One page of one status, newest first. Refusal 422 for a cursor of another list."""
    wanted = _filter(query, labels, now)
    try:
        if query.status in (Status.LIVE, Status.ARCHIVED):
            return store.list(scope, wanted, limit=query.limit, cursor=query.cursor)
        return _rare_status(store, scope, query, wanted)
    except ValueError:
        raise wrong_field("cursor", "Not a cursor of this list.") from None


def _filter(query: ListQuery, labels: Mapping[str, str], now: datetime) -> MemoryFilter:
    stages = None if query.stage is None else tuple(query.stage)
    if query.status is Status.ARCHIVED:
        stages = tuple(stage for stage in stages or (RetentionStage.ARCHIVE,) if stage is RetentionStage.ARCHIVE)
    return MemoryFilter(
        now=now,
        user_id=query.user_id,
        agent_id=query.agent_id,
        visibility=None if query.visibility is None else query.visibility.value,
        labels=labels,
        layers=None if query.layer is None else tuple(query.layer),
        categories=None if query.category is None else tuple(query.category),
        stages=stages,
        source_types=None if query.source_type is None else tuple(query.source_type),
        observed_since=query.since,
        observed_until=query.until,
        include_archived=stages is not None and RetentionStage.ARCHIVE in stages,
        text_contains=query.q,
    )


def _rare_status(store: MemoryStore, scope: Scope, query: ListQuery, wanted: MemoryFilter) -> Page:
    """Superseded or expired ones: picked from a wider list; their number is what the wider list has more."""
    wanted = replace(wanted, include_archived=True)
    is_expired = query.status is Status.EXPIRED  # what was superseded has a time to live too
    wider = replace(wanted, include_superseded=not is_expired, include_expired=is_expired)
    narrower = replace(wider, include_superseded=False, include_expired=False)
    total = store.count(scope, wider) - store.count(scope, narrower)
    items: list[Memory] = []
    cursor = query.cursor
    while len(items) < query.limit:
        page = store.list(scope, wider, limit=query.limit - len(items), cursor=cursor)
        items += [memory for memory in page.items if memory.status(wanted.now) is query.status]
        cursor = page.next_cursor
        if cursor is None:
            break
    return Page(tuple(items), cursor, total)
