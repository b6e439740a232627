"""A MemoryStore in a dict, for tests that are about something else. It obeys tests/fakes/memory_rules.py."""

import builtins
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime

from shared.domain.aging import AgingMemory, AgingPage
from shared.domain.decision import Trace
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import Hit, HybridQuery, MemoryFilter, Neighbour, Page
from shared.domain.scope import Scope
from shared.domain.trace_filter import COUNTED_BY, TraceFilter, TracePage
from shared.domain.write_plan import PointInsert, PointSwitch, WritePlan
from shared.text.property_key import property_key
from tests.fakes.memory_rules import is_listed, is_live, is_readable, is_recallable, is_trace_wanted, is_wanted
from tests.fakes.memory_scoring import by_cosine, hybrid_hits, unit_vector


class FakeMemoryStore:
    """Everything in memory. `apply_faults` are raised, one for each coming call of `apply`."""

    def __init__(self) -> None:
        self.points: dict[str, PointInsert] = {}
        self.traces: dict[str, tuple[datetime, Trace]] = {}
        self.boot = "boot-1"
        self.apply_faults: builtins.list[Exception] = []
        self._fences: dict[str, int] = {}

    def prepare(self) -> None:
        return None

    def boot_id(self) -> str:
        return self.boot

    def apply(self, plan: WritePlan) -> None:
        if self.apply_faults:
            raise self.apply_faults.pop(0)
        for insert in plan.inserts:
            if self.points.setdefault(insert.point_id, insert) is insert:
                self._fences[insert.point_id] = plan.fence
        for switch in plan.switches:
            point = self.points.get(switch.point_id)
            is_written_since = plan.fence and self._fences.get(switch.point_id, 0) > plan.fence
            if point is not None and _is_owned(point.memory, plan) and not is_written_since:
                self._fences[switch.point_id] = max(plan.fence, self._fences.get(switch.point_id, 0))
                self.points[switch.point_id] = replace(point, memory=_switched(point.memory, switch))
        gone = set(plan.deleted_memory_ids)
        self.points = {key: point for key, point in self.points.items() if not (point.memory.id in gone and _is_owned(point.memory, plan))}
        self.traces = {key: kept for key, kept in self.traces.items() if not (kept[1].memory_id in gone and _is_owned(kept[1], plan))}
        for trace in plan.traces:
            known = self.traces.get(trace.id)
            if known is None or (known[0] < plan.made_at and _is_owned(known[1], plan)):
                self.traces[trace.id] = (plan.made_at, trace)

    def current(
        self, scope: Scope, *, memory_ids: Sequence[str] = (), text_keys: Sequence[str] = (), properties: Sequence[str] = ()
    ) -> tuple[Memory, ...]:
        def is_named(memory: Memory) -> bool:
            return memory.id in memory_ids or memory.text_key in text_keys or property_key(memory.subject, memory.slot) in properties

        named = self._memories(is_named)
        return tuple(memory for memory in named if memory.current and is_listed(memory, scope))

    def get(self, scope: Scope, memory_id: str) -> Memory | None:
        return next(iter(self.current(scope, memory_ids=[memory_id])), None)

    def history(self, scope: Scope, memory_id: str) -> tuple[Memory, ...]:
        versions = self._memories(lambda memory: memory.id == memory_id and is_listed(memory, scope))
        return tuple(sorted(versions, key=lambda memory: memory.version))

    def neighbours(
        self, scope: Scope, vectors: Sequence[Sequence[float]], *, now: datetime, limit: int
    ) -> tuple[tuple[Neighbour, ...], ...]:
        near = [point for point in self.points.values() if is_listed(point.memory, scope) and is_live(point.memory, now)]
        return tuple(tuple(Neighbour(point.memory, cosine) for cosine, point in by_cosine(vector, near)[:limit]) for vector in vectors)

    def vectors(self, scope: Scope, point_ids: Sequence[str]) -> Mapping[str, Sequence[float]]:
        asked = [point for key in point_ids if (point := self.points.get(key)) is not None and is_listed(point.memory, scope)]
        return {point.point_id: unit_vector(point.dense) for point in asked if point.dense is not None}

    def search(self, scope: Scope, wanted: MemoryFilter, query: HybridQuery) -> tuple[Hit, ...]:
        allowed = [point for point in self.points.values() if is_wanted(point.memory, scope, wanted)]
        corpus = [point.sparse for point in self.points.values() if point.memory.tenant_id == scope.tenant_id]
        return hybrid_hits(allowed, query, corpus)

    def fetch(self, scope: Scope, point_ids: Sequence[str]) -> tuple[Memory, ...]:
        asked = [self.points[key].memory for key in dict.fromkeys(point_ids) if key in self.points]
        return tuple(memory for memory in asked if is_recallable(memory, scope))

    def list(self, scope: Scope, wanted: MemoryFilter, *, limit: int, cursor: str | None = None) -> Page:
        if cursor is not None and not cursor.isdecimal():
            raise ValueError("not a cursor of this list")
        start = int(cursor or 0)
        found = sorted(self._wanted(scope, wanted), key=lambda memory: (memory.created_at, memory.id, memory.version), reverse=True)
        more = str(start + limit) if start + limit < len(found) else None
        return Page(tuple(found[start : start + limit]), more, len(found))

    def count(self, scope: Scope, wanted: MemoryFilter) -> int:
        return len(self._wanted(scope, wanted))

    def counts_by(self, scope: Scope, wanted: MemoryFilter, field: str) -> Mapping[str, int]:
        if field not in {"layer", "stage", "category"}:
            raise ValueError(field)
        return Counter(getattr(memory, field).value for memory in self._wanted(scope, wanted))

    def due_for_expiry(self, scope: Scope, *, now: datetime, limit: int) -> tuple[Memory, ...]:
        due = self._memories(lambda memory: memory.current and memory.is_expired(now) and is_listed(memory, scope))
        waiting = [memory for memory in due if memory.stage is not RetentionStage.ARCHIVE]
        return tuple(sorted(waiting, key=lambda memory: memory.expires_at or now)[:limit])

    def aging(self, scope: Scope, *, after: str | None = None, limit: int) -> AgingPage:
        found = [key for key in sorted(self.points) if self.points[key].memory.current and is_listed(self.points[key].memory, scope)]
        start = 0 if after is None else next((place for place, key in enumerate(found) if key >= after), len(found))
        following = found[start + limit] if start + limit < len(found) else None
        return AgingPage(tuple(_aging(self.points[key].memory) for key in found[start : start + limit]), following)

    def old_traces(self, scope: Scope, *, before: datetime) -> int:
        return len(self._old_traces(scope, before))

    def remove_old_traces(self, scope: Scope, *, before: datetime) -> None:
        for trace_id in self._old_traces(scope, before):
            del self.traces[trace_id]

    def _old_traces(self, scope: Scope, before: datetime) -> builtins.list[str]:
        return [key for key, (_, trace) in self.traces.items() if is_readable(trace, scope) and trace.at < before]

    def get_trace(self, scope: Scope, trace_id: str) -> Trace | None:
        _, trace = self.traces.get(trace_id, (None, None))
        return trace if trace is not None and is_readable(trace, scope) else None

    def list_traces(self, scope: Scope, wanted: TraceFilter, *, limit: int, cursor: str | None = None) -> TracePage:
        if cursor is not None and not cursor.isdecimal():
            raise ValueError("not a cursor of this list")
        start = int(cursor or 0)
        found = sorted(self._traces(scope, wanted), key=lambda trace: (trace.at, trace.id), reverse=True)
        more = str(start + limit) if start + limit < len(found) else None
        return TracePage(tuple(found[start : start + limit]), more, len(found))

    def trace_counts(self, scope: Scope, wanted: TraceFilter, field: str) -> Mapping[str, int]:
        if field not in COUNTED_BY:
            raise ValueError(field)
        read = {
            "judged_action": lambda trace: trace.first_word[0].action.value,
            "judged_reason": lambda trace: trace.first_word[0].reason,
            "layer": lambda trace: trace.candidate.get("layer"),
        }[field]
        return Counter(value for trace in self._traces(scope, wanted) if (value := read(trace)) is not None)

    def _traces(self, scope: Scope, wanted: TraceFilter) -> builtins.list[Trace]:
        return [trace for _, trace in self.traces.values() if is_readable(trace, scope) and is_trace_wanted(trace, wanted)]

    def _memories(self, chosen: Callable[[Memory], bool]) -> builtins.list[Memory]:
        return [point.memory for point in self.points.values() if chosen(point.memory)]

    def _wanted(self, scope: Scope, wanted: MemoryFilter) -> builtins.list[Memory]:
        return self._memories(lambda memory: is_wanted(memory, scope, wanted))


def _is_owned(thing: Memory | Trace, plan: WritePlan) -> bool:
    return (thing.tenant_id, thing.owner) == (plan.tenant_id, plan.owner)


def _aging(memory: Memory) -> AgingMemory:
    return AgingMemory(**{field.name: getattr(memory, field.name) for field in fields(AgingMemory)})


def _switched(memory: Memory, switch: PointSwitch) -> Memory:
    names = [field.name for field in fields(PointSwitch) if field.name not in {"point_id", "clears"}]
    changes = {name: getattr(switch, name) for name in names if getattr(switch, name) is not None}
    changes |= dict.fromkeys(switch.clears)
    if "stage" in changes:
        changes["stage"] = RetentionStage(changes["stage"])
    return replace(memory, **changes)
