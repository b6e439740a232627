"""A store, a writer and a book of runs, all fakes, with memories in it and a night to come."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from services.decay_worker.dream import Night, run_maintenance
from shared.domain import identity
from shared.domain.maintenance import MaintenanceRun, Move
from shared.domain.memory import Memory
from shared.domain.retention import RetentionRules
from shared.domain.scope import owner_scope
from shared.domain.write_plan import PointInsert, SparseVector
from shared.writing import Writer
from tests.factories import NOW, make_plan
from tests.fakes.maintenance_runs import FakeMaintenanceRuns
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.work import fake_doors


class Bedroom:
    """`dream()` runs maintenance once for tenant acme; `state()` is every current memory by id."""

    def __init__(self, *memories: Memory, rules: RetentionRules | None = None, capacity: int = 0, **night: Any) -> None:
        self.store, self.doors, self.runs = FakeMemoryStore(), fake_doors(), FakeMaintenanceRuns()
        self.writer = Writer(self.store, self.doors.plans)
        self.night = Night(
            store=self.store, writer=self.writer, runs=self.runs, rules=rules or RetentionRules(), capacity=capacity, **night
        )
        self._number = 0
        self.put(*memories)

    def put(self, *memories: Memory) -> None:
        for memory in memories:
            insert = PointInsert(
                point_id=identity.point_id(memory.id, memory.version), memory=memory, dense=None, sparse=SparseVector((), ()), term_ids=()
            )
            self.store.apply(replace(make_plan(f"put-{memory.id}", tenant_id=memory.tenant_id), owner=memory.owner, inserts=(insert,)))

    def dream(self, *, dry_run: bool = False, now: datetime = NOW) -> tuple[Move, ...]:
        """What was listed."""
        self._number += 1
        run = self.runs.ask(MaintenanceRun(id=f"run-{self._number}", tenant_id="acme", dry_run=dry_run, asked_at=now))
        run_maintenance(run, self.night, now=now)
        return self.runs.moves("acme", run.id, start=0, limit=100_000)

    def state(self) -> dict[str, Memory]:
        return {point.memory.id: point.memory for point in self.store.points.values() if point.memory.current}

    def get(self, memory: Memory) -> Memory | None:
        return self.store.get(owner_scope(memory.tenant_id, memory.owner), memory.id)


def done(before: dict[str, Memory], after: dict[str, Memory]) -> set[tuple[str, str, str]]:
    """What became of whom: id, stage before, stage after or `deleted`."""
    ends = {memory_id: after[memory_id].stage.value if memory_id in after else "deleted" for memory_id in before}
    return {(memory_id, before[memory_id].stage.value, end) for memory_id, end in ends.items() if end != before[memory_id].stage.value}
