"""Where memories and traces live. No method can be called without a Scope."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from shared.domain.aging import AgingPage
from shared.domain.decision import Trace
from shared.domain.memory import Memory
from shared.domain.relevance import Hit, HybridQuery, MemoryFilter, Neighbour, Page
from shared.domain.scope import Scope
from shared.domain.trace_filter import TraceFilter, TracePage
from shared.domain.write_plan import WritePlan


class MemoryStore(Protocol):
    """The vector engine as Tiercel uses it. Every method may raise StoreUnavailable."""

    def prepare(self) -> None:
        """Make collections, payload indexes and the alias where missing. Raises DimensionMismatch."""
        ...

    def boot_id(self) -> str:
        """Changes when the engine process was restarted (constant for a server that does not tell)."""
        ...

    def apply(self, plan: WritePlan) -> None:
        """Insert-only points, then switches, then deletes, then traces. Applying a plan twice changes nothing."""
        ...

    def current(
        self, scope: Scope, *, memory_ids: Sequence[str] = (), text_keys: Sequence[str] = (), properties: Sequence[str] = ()
    ) -> tuple[Memory, ...]:
        """Current versions with one of these ids, text keys or properties, archived and expired ones included.

        A property is what shared.text.property_key makes of subject and slot.
        """
        ...

    def get(self, scope: Scope, memory_id: str) -> Memory | None:
        """The current version, or None where there is none in this scope."""
        ...

    def history(self, scope: Scope, memory_id: str) -> tuple[Memory, ...]:
        """All versions, oldest first; empty where there is none in this scope."""
        ...

    def neighbours(
        self, scope: Scope, vectors: Sequence[Sequence[float]], *, now: datetime, limit: int
    ) -> tuple[tuple[Neighbour, ...], ...]:
        """The nearest live current memories for each vector, in one batch, best first."""
        ...

    def vectors(self, scope: Scope, point_ids: Sequence[str]) -> Mapping[str, Sequence[float]]:
        """The dense vector of each of these versions, of length 1; none for a version without one or outside the scope."""
        ...

    def search(self, scope: Scope, wanted: MemoryFilter, query: HybridQuery) -> tuple[Hit, ...]:
        """The union of both arms' candidates, each with its own scores, in one batch call."""
        ...

    def fetch(self, scope: Scope, point_ids: Sequence[str]) -> tuple[Memory, ...]:
        """Full payloads of these points, in the order asked; points outside the scope are left out."""
        ...

    def list(self, scope: Scope, wanted: MemoryFilter, *, limit: int, cursor: str | None = None) -> Page:
        """Newest created first. ValueError for a cursor that is not one of ours."""
        ...

    def count(self, scope: Scope, wanted: MemoryFilter) -> int:
        """Exact."""
        ...

    def counts_by(self, scope: Scope, wanted: MemoryFilter, field: str) -> Mapping[str, int]:
        """Exact counts per value of `layer`, `stage` or `category`."""
        ...

    def due_for_expiry(self, scope: Scope, *, now: datetime, limit: int) -> tuple[Memory, ...]:
        """Current, not yet archived versions whose expires_at has passed, longest overdue first."""
        ...

    def aging(self, scope: Scope, *, after: str | None = None, limit: int) -> AgingPage:
        """Current versions without their texts, archived and expired ones included, in an order that writes do not change.

        `after` is the `following` of the page before. A memory that gets a new version meanwhile may be missed or met twice.
        """
        ...

    def old_traces(self, scope: Scope, *, before: datetime) -> int:
        """How many of the tenant's traces are older, exact."""
        ...

    def remove_old_traces(self, scope: Scope, *, before: datetime) -> None:
        """Remove these."""
        ...

    def get_trace(self, scope: Scope, trace_id: str) -> Trace | None:
        """One trace, or None where there is none in this scope."""
        ...

    def list_traces(self, scope: Scope, wanted: TraceFilter, *, limit: int, cursor: str | None = None) -> TracePage:
        """Newest word first. ValueError for a cursor that is not one of ours."""
        ...

    def trace_counts(self, scope: Scope, wanted: TraceFilter, field: str) -> Mapping[str, int]:
        """Exact counts per value of a field of COUNTED_BY."""
        ...
