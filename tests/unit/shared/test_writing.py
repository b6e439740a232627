"""A process that was stopped between recording a plan and applying it does no harm when it goes on."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from shared.domain.memory import Memory
from shared.domain.scope import owner_scope
from shared.domain.versioning import point_of
from shared.domain.write_plan import PointSwitch, WritePlan
from shared.writing import Writer, point_insert
from tests.factories import ANN, make_memory, make_plan
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.plans import FakePlans
from tests.fakes.queue_state import QueueState

ANNS = owner_scope("acme", ANN)


@dataclass
class Answer:
    plan: WritePlan | None


class Stopped(FakePlans):
    """The first recording stops its process until others have written: `meanwhile` happens after their lock has run out."""

    meanwhile: Callable[[], None] | None = None

    def record(self, lock: Any, plan: WritePlan, lease: Any = None) -> None:
        super().record(lock, plan, lease)
        if self.meanwhile is not None:
            going_on, self.meanwhile = self.meanwhile, None
            self._locks[lock.tenant_id, lock.owner.key].release()
            going_on()
            self._locks[lock.tenant_id, lock.owner.key].acquire()


def a_writer(*memories: Memory) -> tuple[Writer, FakeMemoryStore, Stopped]:
    store, plans = FakeMemoryStore(), Stopped(QueueState())
    store.apply(make_plan("before", inserts=tuple(point_insert(memory, None) for memory in memories)))
    return Writer(store, plans), store, plans


def use(writer: Writer, name: str) -> None:
    def decide(current: tuple[Memory, ...]) -> Answer:
        (memory,) = current
        return Answer(make_plan(name, switches=(PointSwitch(point_id=point_of(memory), access_count=memory.access_count + 1),)))

    writer.write("acme", ANN, decide, memory_ids=["mem-1"])


def test_a_late_count_of_uses_does_not_overwrite_a_newer_one() -> None:
    writer, store, plans = a_writer(make_memory())
    plans.meanwhile = lambda: use(writer, "second")
    use(writer, "first")
    assert store.current(ANNS, memory_ids=["mem-1"])[0].access_count == 2
    assert plans.unfinished("acme", ANN) == ()


def test_a_late_insert_does_not_bring_back_what_was_erased_meanwhile() -> None:
    writer, store, plans = a_writer()
    first = make_plan("first", inserts=tuple(point_insert(make_memory(memory_id=name), None) for name in ("mem-1", "mem-2")))

    def erase() -> None:
        writer.write("acme", ANN, lambda _: Answer(make_plan("erase", deleted_memory_ids=("mem-1",))))

    plans.meanwhile = erase
    writer.write("acme", ANN, lambda _: Answer(first))
    assert store.history(ANNS, "mem-1") == ()
    assert len(store.history(ANNS, "mem-2")) == 1
    assert store.current(ANNS, memory_ids=["mem-2"]) == (replace(make_memory(memory_id="mem-2")),)
