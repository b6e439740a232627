"""Uses are counted once per recall, whatever happens in between."""

from dataclasses import replace
from datetime import timedelta

import pytest

from services.decay_worker.reinforcement import plan_reinforcement, reinforce_recalls
from shared.domain import identity
from shared.domain.errors import LockBusy
from shared.domain.memory import RetentionStage
from shared.domain.scope import TENANT_OWNER
from shared.ports.recall_log import InjectedMemory, RecallRecord
from tests.factories import ANN, NOW, make_memory

EARLIER = NOW - timedelta(seconds=2)


def recall(number=1, at=EARLIER, *injected):
    injected = injected or (InjectedMemory(memory_id="mem-1", owner=ANN),)
    return RecallRecord(recall_id=f"r{number}", tenant_id="acme", at=at, injected=injected)


class Log:
    """Recalls that wait."""

    def __init__(self, *recalls):
        self.waiting = list(recalls)
        self.counted = set()

    def is_counted(self, recall_id, owner):
        return (recall_id, owner) in self.counted

    def take(self, *, limit):
        return tuple(self.waiting[:limit])

    def done(self, recall_id):
        self.waiting = [record for record in self.waiting if record.recall_id != recall_id]


class Shelf:
    """A writer over a few memories; `busy` owners cannot be written for."""

    def __init__(self, *memories, log=None):
        self.memories = {memory.id: memory for memory in memories}
        self.log = log
        self.busy = set()
        self.plans = []

    def write(self, tenant_id, owner, decide, *, memory_ids=()):
        if owner in self.busy:
            raise LockBusy("busy")
        answer = decide(tuple(m for m in self.memories.values() if m.id in memory_ids and m.owner == owner and m.current))
        if answer.plan is not None:
            self.plans.append(answer.plan)
            if self.log is not None:
                self.log.counted.add((answer.plan.reinforced_recall_id, owner))
            for switch in answer.plan.switches:
                for memory in self.memories.values():
                    if identity.point_id(memory.id, memory.version) == switch.point_id:
                        self.memories[memory.id] = replace(
                            memory, access_count=switch.access_count, last_accessed_at=switch.last_accessed_at
                        )
        return answer


def test_a_memory_that_entered_a_context_is_counted_with_the_time_of_the_recall():
    shelf, log = Shelf(make_memory(access_count=4)), Log(recall())
    assert reinforce_recalls(log, shelf, now=NOW).recalls == 1
    assert shelf.memories["mem-1"].access_count == 5
    assert shelf.memories["mem-1"].last_accessed_at == EARLIER
    assert log.waiting == []


def test_a_crash_between_writing_and_taking_it_off_the_queue_counts_nothing_twice():
    log = Log(recall())
    shelf = Shelf(make_memory(), log=log)
    reinforce_recalls(log, shelf, now=NOW)
    log.waiting = [recall()]
    assert reinforce_recalls(log, shelf, now=NOW).recalls == 1
    assert shelf.memories["mem-1"].access_count == 1


def test_a_recall_that_another_worker_took_up_too_counts_nothing_twice_although_later_ones_were_counted_since():
    log = Log(recall(1), recall(2, NOW))
    shelf = Shelf(make_memory(), log=log)
    reinforce_recalls(log, shelf, now=NOW)
    log.waiting = [recall(1), recall(2, NOW)]
    reinforce_recalls(log, shelf, now=NOW)
    assert shelf.memories["mem-1"].access_count == 2


def test_two_recalls_of_one_moment_are_two_uses():
    log = Log(recall(1), recall(2))
    shelf = Shelf(make_memory(), log=log)
    reinforce_recalls(log, shelf, now=NOW)
    assert shelf.memories["mem-1"].access_count == 2


@pytest.mark.parametrize(
    "change",
    [{"current": False}, {"expires_at": EARLIER}, {"stage": RetentionStage.ARCHIVE}],
    ids=["superseded", "expired", "archived"],
)
def test_what_is_no_longer_living_gets_none(change):
    answer = plan_reinforcement(recall(), ANN, [make_memory(**change)], now=NOW)
    assert answer.plan is None


def test_a_busy_owner_keeps_the_order_and_loses_nothing():
    shelf = Shelf(make_memory())
    log = Log(recall(1), recall(2, NOW))
    shelf.busy.add(ANN)
    assert reinforce_recalls(log, shelf, now=NOW).recalls == 0
    assert len(log.waiting) == 2
    shelf.busy.clear()
    assert reinforce_recalls(log, shelf, now=NOW).recalls == 2
    assert shelf.memories["mem-1"].access_count == 2


def test_a_recall_of_two_owners_is_counted_by_a_plan_for_each():
    shelf = Shelf(make_memory(), make_memory(memory_id="team-1", owner=TENANT_OWNER))
    both = (InjectedMemory(memory_id="mem-1", owner=ANN), InjectedMemory(memory_id="team-1", owner=TENANT_OWNER))
    reinforce_recalls(Log(recall(1, EARLIER, *both)), shelf, now=NOW)
    assert [plan.reinforced_recall_id for plan in shelf.plans] == ["r1", "r1"]
    assert [memory.access_count for memory in shelf.memories.values()] == [1, 1]


def test_the_time_of_the_last_access_never_goes_back():
    shelf = Shelf(make_memory(last_accessed_at=NOW))
    reinforce_recalls(Log(recall()), shelf, now=NOW)
    assert shelf.memories["mem-1"].last_accessed_at == NOW
