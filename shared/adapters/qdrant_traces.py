"""Decisions in the engine's `records`: pages newest first, and exact counts."""

from collections.abc import Mapping
from datetime import datetime

from qdrant_client import QdrantClient, models

from shared.adapters import qdrant_filters as filters
from shared.adapters.qdrant_mapping import read_trace, to_us
from shared.adapters.qdrant_pages import NewestFirst, decode_cursor, encode_cursor
from shared.domain.scope import Scope
from shared.domain.trace_filter import COUNTED_BY, TraceFilter, TracePage

AT = "at_us"
MANY = 500
"""More reasons than the guard has."""


def trace_page(client: QdrantClient, collection: str, scope: Scope, wanted: TraceFilter, *, limit: int, cursor: str | None) -> TracePage:
    """Newest word first. ValueError for a cursor that is not one of ours."""
    narrowed = _narrowed(scope, wanted)
    after = None if cursor is None else decode_cursor(cursor)
    reader = NewestFirst(client, collection, narrowed, ordered_by=AT, fields=("record", AT))
    points, position = reader.read(limit=limit, after=after)
    total = client.count(collection, count_filter=narrowed, exact=True).count
    items = tuple(read_trace(point.payload or {}) for point in points)
    return TracePage(items, None if position is None else encode_cursor(position), total)


def trace_counts(client: QdrantClient, collection: str, scope: Scope, wanted: TraceFilter, field: str) -> Mapping[str, int]:
    """Exact counts per value that occurs. ValueError for a field that is not counted by."""
    if field not in COUNTED_BY:
        raise ValueError(f"decisions are not counted by {field}: use one of {sorted(COUNTED_BY)}")
    hits = client.facet(collection, key=field, facet_filter=_narrowed(scope, wanted), limit=MANY, exact=True).hits
    return {str(hit.value): hit.count for hit in hits}


def older_traces(scope: Scope, before: datetime) -> models.Filter:
    """Traces whose last word was spoken before."""
    return filters.scope_filter(scope, filters.same("kind", "trace"), filters.within(AT, before=to_us(before)))


def _narrowed(scope: Scope, wanted: TraceFilter) -> models.Filter:
    conditions: list[filters.Condition] = [filters.same("kind", "trace")]
    listed = {"action": wanted.actions, "stage": wanted.stages, "judged_action": wanted.judged_actions}
    for field, values in listed.items():
        if values is not None:
            conditions.append(filters.any_of(field, [value.value for value in values]))
    for field, value in (("layer", wanted.layer), ("memory_id", wanted.memory_id)):
        if value is not None:
            conditions.append(filters.same(field, value))
    if wanted.captured_only:
        conditions.append(models.Filter(must_not=[filters.absent("capture_id")]))
    for field, moment in ((AT, wanted.since), ("judged_us", wanted.judged_since)):
        if moment is not None:
            conditions.append(filters.within(field, since=to_us(moment)))
    return filters.scope_filter(scope, *conditions)
