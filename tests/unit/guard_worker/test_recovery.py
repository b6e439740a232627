"""Recorded plans outlive whoever recorded them."""

from datetime import timedelta

import pytest

from shared.domain.errors import RequestRefused, SettingsInvalid, StoreUnavailable
from shared.domain.scope import owner_scope
from shared.domain.versioning import next_version
from shared.domain.write_plan import WritePlan
from shared.ports.inboxes import InboxKind
from shared.writing import point_insert
from tests.factories import ANN, BOB, NOW, make_plan
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import proposed, stored


def record(rig: Rig, *plans: object) -> None:
    for plan in plans:
        with rig.doors.plans.hold_write_lock(plan.tenant_id, plan.owner) as lock:  # type: ignore[attr-defined]
            rig.doors.plans.record(lock, plan)  # type: ignore[arg-type]


def test_an_abandoned_plan_is_applied_and_settled() -> None:
    rig = Rig()
    turn = rig.propose(proposed("I own two cats"))
    rig.store.apply_faults = [StoreUnavailable("killed")]
    rig.drain().drain_one()
    assert rig.actions(turn) == []
    rig.recovery().run()
    assert rig.actions(turn) == ["WRITE"]
    assert rig.balance()["in_flight"] == 0
    rig.recovery().run()
    assert len(rig.current()) == 1


def test_a_plan_that_somebody_may_still_be_applying_is_left_alone() -> None:
    rig = Rig()
    record(rig, make_plan("young", inserts=(point_insert(stored("I own two cats"), None),)))
    recovery = rig.recovery(abandoned_after_seconds=60)
    recovery.finish_abandoned()
    assert rig.current() == []


def test_after_an_engine_reboot_recent_plans_are_applied_again_in_order() -> None:
    rig = Rig()
    old = stored("I live in Berlin")
    new = stored("I live in Munich", valid_from=NOW + timedelta(minutes=1))
    change = next_version(old, new)
    first = make_plan("p1", inserts=(point_insert(old, None),))
    second = make_plan("p2", inserts=(point_insert(change.inserts[0], None),), switches=change.switches)
    other = make_plan("p3", owner=BOB, inserts=(point_insert(stored("I own a boat", "mem-b", owner=BOB), None),))
    record(rig, first, second, other)
    recovery = rig.recovery(abandoned_after_seconds=3600)
    recovery.run()
    rig.store.points = {}
    recovery.run()
    assert rig.current() == []
    rig.store.boot = "boot-2"
    recovery.run()
    history = rig.store.history(owner_scope("acme", ANN), old.id)
    assert [(memory.text, memory.current) for memory in history] == [("I live in Berlin", False), ("I live in Munich", True)]
    assert len(rig.current()) == 2


def test_plans_older_than_fifteen_minutes_are_not_applied_again() -> None:
    rig = Rig()
    record(rig, make_plan("p1", inserts=(point_insert(stored("I live in Berlin"), None),)))
    rig.clock.time += timedelta(minutes=16)
    rig.recovery(abandoned_after_seconds=3600).run()
    assert rig.current() == []


def test_a_fault_while_applying_again_is_tried_in_the_next_round() -> None:
    rig = Rig()
    record(rig, make_plan("p1", inserts=(point_insert(stored("I live in Berlin"), None),)))
    recovery = rig.recovery(abandoned_after_seconds=3600)
    rig.store.apply_faults = [StoreUnavailable("down")]
    with pytest.raises(StoreUnavailable):
        recovery.run()
    recovery.run()
    assert len(rig.current()) == 1


def test_d3_what_was_deleted_since_does_not_come_back_while_plans_are_applied_again() -> None:
    rig = Rig()
    gone, kept = stored("I live in Berlin"), stored("I own a boat", "mem-k")
    record(
        rig,
        make_plan("p1", inserts=(point_insert(gone, None), point_insert(kept, None))),
        make_plan("p2", deleted_memory_ids=(gone.id,)),
    )
    seen: list[str] = []
    apply = rig.store.apply

    def watched(plan: WritePlan) -> None:
        apply(plan)
        seen.extend(memory.text for memory in rig.current())

    rig.store.apply = watched  # type: ignore[method-assign]
    rig.recovery(abandoned_after_seconds=3600).run()
    assert set(seen) == {"I own a boat"}


@pytest.mark.parametrize("fault", [SettingsInvalid("wrong key"), RequestRefused("refused with 400")])
def test_a_plan_that_cannot_be_applied_blocks_nobody_elses(fault: Exception) -> None:
    rig = Rig()
    poison = make_plan("poison", inserts=(point_insert(stored("I live in Berlin"), None),))
    good = make_plan("good", owner=BOB, inserts=(point_insert(stored("I own a boat", "mem-b", owner=BOB), None),))
    record(rig, poison, good)
    refuse(rig, "Berlin", fault)
    rig.recovery().run()
    assert [memory.text for memory in rig.current()] == ["I own a boat"]
    is_kept = isinstance(fault, SettingsInvalid)
    assert [plan.id for plan in rig.doors.plans.unfinished("acme", ANN)] == ["poison"] * is_kept, "a setting can be mended"


def refuse(rig: Rig, words: str, fault: Exception) -> None:
    """The engine takes no point that holds these words."""
    apply = rig.store.apply

    def refusing(plan: WritePlan) -> None:
        if any(words in insert.memory.text for insert in plan.inserts):
            raise fault
        apply(plan)

    rig.store.apply = refusing  # type: ignore[method-assign]


def test_a_candidate_that_the_engine_refuses_waits_for_a_person_and_those_beside_it_are_written() -> None:
    rig = Rig(environ={"TIERCEL_RETRY_OUTAGE_FIRST_SECONDS": "0.001", "TIERCEL_RETRY_OUTAGE_LONGEST_SECONDS": "0.001"})
    turn = rig.propose(proposed("I own two cats"), proposed("I live in Berlin"), proposed("I play the cello"))
    refuse(rig, "Berlin", RequestRefused("refused with 400"))
    drain = rig.drain()
    for _ in range(40):
        for inbox in rig.doors.inboxes._state.inboxes.values():  # type: ignore[attr-defined]
            inbox.until = 0.0
        rig.doors.inboxes.sweep(InboxKind.GUARD)
        drain.drain()
    assert rig.actions(turn) == ["WRITE", "PENDING_REVIEW", "WRITE"]
    assert rig.balance()["in_flight"] == 0
    assert rig.doors.plans.unfinished("acme", ANN) == ()
