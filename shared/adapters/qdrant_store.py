"""MemoryStore on the vector engine: Qdrant's server, or the embedded engine that speaks the same REST API."""

import builtins
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import httpx
from qdrant_client import QdrantClient, models

from shared.adapters import qdrant_filters as filters
from shared.adapters.qdrant_faults import engine_faults
from shared.adapters.qdrant_mapping import AGING_FIELDS, MEMORY_FIELDS, read_aging, read_memory, read_trace, to_us
from shared.adapters.qdrant_pages import NewestFirst, decode_cursor, encode_cursor
from shared.adapters.qdrant_queries import (
    HIT_FIELDS,
    dense_vector,
    neighbour_requests,
    read_arms,
    read_hits,
    read_neighbours,
    search_requests,
)
from shared.adapters.qdrant_reads import PlainReads, Point
from shared.adapters.qdrant_schema import DENSE, StoreSchema, prepare_schema
from shared.adapters.qdrant_traces import older_traces, trace_counts, trace_page
from shared.adapters.qdrant_writes import memory_operations, record_operations, requests
from shared.domain import identity
from shared.domain.aging import AgingPage
from shared.domain.decision import Trace
from shared.domain.errors import DimensionMismatch
from shared.domain.memory import Memory
from shared.domain.relevance import Hit, HybridQuery, MemoryFilter, Neighbour, Page
from shared.domain.scope import Scope
from shared.domain.trace_filter import TraceFilter, TracePage
from shared.domain.write_plan import WritePlan
from shared.ports.memory_store import MemoryStore
from shared.settings import StoreSettings

SCROLL_POINTS = 256
CONNECTIONS = httpx.Limits(max_connections=64, max_keepalive_connections=16, keepalive_expiry=2.0)
"""Servers drop idle connections after 5 s; ours are dropped sooner, so that none breaks while it is being used."""

COUNTED_FIELDS = frozenset({"layer", "stage", "category"})


def build_qdrant_store(settings: StoreSettings, *, embedder_name: str, dimensions: int, prefix: str = "") -> MemoryStore:
    """The store of one process. Nothing is sent before the first call; `prefix` keeps several stores apart on one server."""
    schema = StoreSchema(embedder_name=embedder_name, dimensions=dimensions, prefix=prefix)
    return QdrantMemoryStore(connect(settings), schema)


def connect(settings: StoreSettings) -> QdrantClient:
    """Connections are kept alive, also to this machine; the key goes as a header (the client warns over plain HTTP)."""
    return QdrantClient(
        url=settings.url,
        headers={"api-key": settings.api_key} if settings.api_key else {},
        timeout=settings.timeout_seconds,  # type: ignore[arg-type]
        check_compatibility=False,
        limits=CONNECTIONS,
    )


class QdrantMemoryStore:
    """See shared.ports.memory_store for what each method promises."""

    def __init__(self, client: QdrantClient, schema: StoreSchema) -> None:
        self._client = client
        self._reads = PlainReads(client)
        self._schema = schema

    @engine_faults()
    def prepare(self) -> None:
        """Make collections, payload indexes and the alias where missing."""
        prepare_schema(self._client, self._schema)

    @engine_faults()
    def boot_id(self) -> str:
        """The embedded engine names its process in `commit`; a server names its build, which is constant."""
        return self._client.info().commit or ""

    @engine_faults()
    def apply(self, plan: WritePlan) -> None:
        """Inserts, switches, deletes, traces. Repeatable."""
        for operations in requests(memory_operations(plan, self._schema)):
            self._client.batch_update_points(self._schema.memories, operations, wait=True)
        for operations in requests(record_operations(plan)):
            self._client.batch_update_points(self._schema.records, operations, wait=True)

    @engine_faults()
    def current(
        self, scope: Scope, *, memory_ids: Sequence[str] = (), text_keys: Sequence[str] = (), properties: Sequence[str] = ()
    ) -> tuple[Memory, ...]:
        """Current versions with one of these ids, text keys or properties."""
        asked = (("memory_id", memory_ids), ("text_key", text_keys), ("property", properties))
        named = [filters.any_of(field, values) for field, values in asked if values]
        if not named:
            return ()
        return self._all(filters.scope_filter(scope, filters.same("current", value=True), filters.either(*named)))

    @engine_faults()
    def get(self, scope: Scope, memory_id: str) -> Memory | None:
        """The current version of one memory."""
        found = self._all(filters.scope_filter(scope, filters.same("current", value=True), filters.same("memory_id", memory_id)))
        return max(found, key=lambda memory: memory.version, default=None)

    @engine_faults()
    def history(self, scope: Scope, memory_id: str) -> tuple[Memory, ...]:
        """All versions, oldest first."""
        versions = self._all(filters.scope_filter(scope, filters.same("memory_id", memory_id)))
        return tuple(sorted(versions, key=lambda memory: memory.version))

    @engine_faults()
    def neighbours(
        self, scope: Scope, vectors: Sequence[Sequence[float]], *, now: datetime, limit: int
    ) -> tuple[tuple[Neighbour, ...], ...]:
        """The nearest live current memories for each vector."""
        if not vectors:
            return ()
        for vector in vectors:
            self._refuse_length(vector)
        narrowed = filters.live_filter(scope, now_us=to_us(now))
        answers = self._reads.query_batch(self._schema.memories, neighbour_requests(vectors, narrowed=narrowed, limit=limit))
        return tuple(read_neighbours(answer) for answer in answers)

    @engine_faults()
    def vectors(self, scope: Scope, point_ids: Sequence[str]) -> Mapping[str, Sequence[float]]:
        """At most SCROLL_POINTS at a time."""
        found: dict[str, Sequence[float]] = {}
        for start in range(0, len(point_ids), SCROLL_POINTS):
            narrowed = filters.scope_filter(scope, filters.has_id(point_ids[start : start + SCROLL_POINTS]))
            points, _ = self._client.scroll(
                self._schema.memories, scroll_filter=narrowed, limit=SCROLL_POINTS, with_payload=False, with_vectors=[DENSE]
            )
            found |= {str(point.id): vector for point in points if (vector := dense_vector(point)) is not None}
        return found

    @engine_faults()
    def search(self, scope: Scope, wanted: MemoryFilter, query: HybridQuery) -> tuple[Hit, ...]:
        """One batch call; a second only where keyword matches have no dense vector."""
        if query.dense is not None:
            self._refuse_length(query.dense)
        asked = search_requests(query, narrowed=self._wanted(scope, wanted), corpus=filters.tenant_filter(scope))
        if not asked:
            return ()
        arms = read_arms(query, self._reads.query_batch(self._schema.memories, asked))
        payloads = dict(arms.payloads)
        if arms.without_payload:
            rest = self._client.retrieve(self._schema.memories, ids=arms.without_payload, with_payload=HIT_FIELDS)
            payloads |= {str(point.id): point.payload for point in rest if point.payload}
        return read_hits(arms, payloads, limit=query.limit)

    @engine_faults()
    def fetch(self, scope: Scope, point_ids: Sequence[str]) -> tuple[Memory, ...]:
        """Full versions, in the order asked."""
        possible = [point_id for point_id in point_ids if identity.is_derived(point_id)]
        if not possible:
            return ()
        points = self._points(filters.fetch_filter(scope, filters.has_id(possible)), MEMORY_FIELDS)
        found = {point["id"]: point["payload"] for point in points}
        return tuple(read_memory(found[point_id]) for point_id in dict.fromkeys(point_ids) if point_id in found)

    @engine_faults()
    def list(self, scope: Scope, wanted: MemoryFilter, *, limit: int, cursor: str | None = None) -> Page:
        """Newest created first."""
        narrowed = self._wanted(scope, wanted)
        after = None if cursor is None else decode_cursor(cursor)
        points, position = NewestFirst(self._client, self._schema.memories, narrowed).read(limit=limit, after=after)
        total = self._client.count(self._schema.memories, count_filter=narrowed, exact=True).count
        items = tuple(read_memory(point.payload or {}) for point in points)
        return Page(items=items, next_cursor=None if position is None else encode_cursor(position), total=total)

    @engine_faults()
    def count(self, scope: Scope, wanted: MemoryFilter) -> int:
        """Exact."""
        return self._client.count(self._schema.memories, count_filter=self._wanted(scope, wanted), exact=True).count

    @engine_faults()
    def counts_by(self, scope: Scope, wanted: MemoryFilter, field: str) -> Mapping[str, int]:
        """Exact counts per value that occurs. ValueError for a field that is not counted by."""
        if field not in COUNTED_FIELDS:
            raise ValueError(f"counts by {field} are not kept: use one of {sorted(COUNTED_FIELDS)}")
        narrowed = self._wanted(scope, wanted)
        counts = self._client.facet(self._schema.memories, key=field, facet_filter=narrowed, limit=100, exact=True).hits
        return {str(hit.value): hit.count for hit in counts}

    @engine_faults()
    def due_for_expiry(self, scope: Scope, *, now: datetime, limit: int) -> tuple[Memory, ...]:
        """Longest overdue first."""
        points, _ = self._client.scroll(
            self._schema.memories,
            scroll_filter=filters.due_filter(scope, now_us=to_us(now)),
            order_by=models.OrderBy(key="expires_us", direction=models.Direction.ASC),
            limit=limit,
            with_payload=MEMORY_FIELDS,
        )
        return tuple(read_memory(point.payload or {}) for point in points)

    @engine_faults()
    def aging(self, scope: Scope, *, after: str | None = None, limit: int) -> AgingPage:
        """In the order of the engine's ids."""
        request = models.ScrollRequest(
            filter=filters.scope_filter(scope, filters.same("current", value=True)), offset=after, limit=limit, with_payload=AGING_FIELDS
        )
        points, following = self._reads.page(self._schema.memories, request)
        return AgingPage(tuple(read_aging(point["payload"]) for point in points), following)

    @engine_faults()
    def old_traces(self, scope: Scope, *, before: datetime) -> int:
        """See MemoryStore."""
        return self._client.count(self._schema.records, count_filter=older_traces(scope, before), exact=True).count

    @engine_faults()
    def remove_old_traces(self, scope: Scope, *, before: datetime) -> None:
        """See MemoryStore."""
        chosen = models.FilterSelector(filter=older_traces(scope, before))
        self._client.delete(self._schema.records, points_selector=chosen, wait=True)

    @engine_faults()
    def get_trace(self, scope: Scope, trace_id: str) -> Trace | None:
        """One trace. An engine refuses a point id of another shape than its own, so nothing else is asked for."""
        if not identity.is_derived(trace_id):
            return None
        narrowed = filters.scope_filter(scope, filters.same("kind", "trace"), filters.has_id([trace_id]))
        points, _ = self._client.scroll(self._schema.records, scroll_filter=narrowed, limit=1, with_payload=["record"])
        return read_trace(points[0].payload or {}) if points else None

    @engine_faults()
    def list_traces(self, scope: Scope, wanted: TraceFilter, *, limit: int, cursor: str | None = None) -> TracePage:
        """Newest word first."""
        return trace_page(self._client, self._schema.records, scope, wanted, limit=limit, cursor=cursor)

    @engine_faults()
    def trace_counts(self, scope: Scope, wanted: TraceFilter, field: str) -> Mapping[str, int]:
        """Exact counts per value that occurs."""
        return trace_counts(self._client, self._schema.records, scope, wanted, field)

    def _wanted(self, scope: Scope, wanted: MemoryFilter) -> models.Filter:
        narrowed = filters.wanted_filter(scope, wanted)
        if not wanted.text_contains:
            return narrowed
        # Servers before 1.20 match whole words only, and no words at all in Chinese, so the text is compared here.
        words = wanted.text_contains.casefold()
        points = self._points(narrowed, ["text_folded"])
        return filters.both(narrowed, filters.has_id([point["id"] for point in points if words in point["payload"]["text_folded"]]))

    def _all(self, narrowed: models.Filter) -> tuple[Memory, ...]:
        return tuple(read_memory(point["payload"]) for point in self._points(narrowed, MEMORY_FIELDS))

    def _points(self, narrowed: models.Filter, fields: builtins.list[str]) -> Iterator[Point]:
        return self._reads.all(self._schema.memories, narrowed, fields)

    def _refuse_length(self, vector: Sequence[float]) -> None:
        if len(vector) != self._schema.dimensions:
            raise DimensionMismatch(
                f"a query vector of {len(vector)} dimensions for {self._schema.collection}: TIERCEL_EMBEDDER does not fit the store"
            )
