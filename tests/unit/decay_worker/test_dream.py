"""One run of maintenance: what it lists, it does; what it does, it listed."""

from dataclasses import fields, replace
from datetime import timedelta

import pytest
from hypothesis import given, settings

from services.decay_worker.dream import Interrupted
from shared.domain.candidate import Category
from shared.domain.maintenance import MaintenanceRun, RunState
from shared.domain.memory import RetentionStage
from tests.factories import ANN, BOB, NOW, make_memory
from tests.unit.decay_worker.night import Bedroom, done
from tests.unit.decay_worker.test_moves import ARCHIVED, LIMITS, MEMORIES, days, made

MOVED_BY_A_SWEEP = {"stage", "archived_at", "expires_at"}


def listed(moves):
    return {(move.id, move.origin, move.to) for move in moves}


@settings(max_examples=60, deadline=None)
@given(MEMORIES, LIMITS)
def test_a_dry_run_changes_nothing_and_a_real_run_then_does_exactly_what_it_listed(memories, capacity):
    house = Bedroom(*memories, capacity=capacity)
    before = house.state()
    dry = house.dream(dry_run=True)
    assert house.state() == before
    assert house.dream() == dry
    assert done(before, house.state()) == listed(dry)
    assert listed(house.dream()) == set()
    for memory_id, memory in house.state().items():
        changed = {field.name for field in fields(memory) if getattr(memory, field.name) != getattr(before[memory_id], field.name)}
        assert changed <= MOVED_BY_A_SWEEP


def test_a_memory_used_or_restored_between_list_and_move_stays():
    house = Bedroom(made(400, memory_id="used"), made(400, memory_id="idle"))
    run = house.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=NOW))
    moves = house.dream(dry_run=True)
    house.runs.list_moves(replace(run, state=RunState.APPLYING, began_at=NOW, total=len(moves)), moves)
    for point in house.store.points.values():
        if point.memory.id == "used":
            house.store.points[point.point_id] = replace(point, memory=replace(point.memory, last_accessed_at=NOW, access_count=1))
    house.dream()
    assert {name: memory.stage.value for name, memory in house.state().items()} == {"used": "working", "idle": "archive"}
    assert (house.runs.runs["r"].moved, house.runs.runs["r"].left) == (1, 1)


def test_nothing_is_archived_and_deleted_in_one_run_however_late_the_run_comes():
    house = Bedroom(made(4000, memory_id="a", category=Category.OTHER), made(4000, memory_id="b", category=Category.OTHER, owner=BOB))
    assert listed(house.dream()) == {("a", "working", "archive"), ("b", "working", "archive")}
    assert listed(house.dream(now=NOW + timedelta(days=119))) == set()
    assert listed(house.dream(now=NOW + timedelta(days=120))) == {("a", "archive", "deleted"), ("b", "archive", "deleted")}
    assert house.state() == {}


@pytest.mark.parametrize("after", range(2, 7))
def test_a_run_that_ends_anywhere_is_taken_up_and_finished_with_its_own_list(after):
    memories = [made(400, memory_id=f"m{number}", owner=owner) for number in range(150) for owner in [BOB if number % 2 else ANN]]
    steps = []

    def alive():
        steps.append(1)
        if len(steps) == after:
            raise Interrupted

    house = Bedroom(*memories, alive=alive)
    before = house.state()
    with pytest.raises(Interrupted):
        house.dream()
    for memory in house.state().values():
        assert memory.stage in {RetentionStage.WORKING, RetentionStage.ARCHIVE}
    late = NOW + timedelta(days=5)
    house.put(made(400, memory_id="new"))
    house.dream(now=late)
    assert {each[0] for each in done(before, house.state())} == set(before)
    assert house.state()["new"].stage is RetentionStage.WORKING, "it stood on no list"


def taken_up(house, *, capacity=None):
    """A run that was killed after its list was made, as another process finds it; the list."""
    run = house.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=NOW))
    moves = house.dream(dry_run=True)
    house.runs.list_moves(replace(run, state=RunState.APPLYING, began_at=NOW, total=len(moves)), moves)
    house.night = replace(house.night, capacity=house.night.capacity if capacity is None else capacity)
    return moves


def test_what_was_erased_before_its_move_is_left_and_not_moved():
    house = Bedroom(made(400, memory_id="erased"), made(400, memory_id="idle"))
    taken_up(house)
    house.store.points = {key: point for key, point in house.store.points.items() if point.memory.id != "erased"}
    house.dream()
    assert (house.runs.runs["r"].moved, house.runs.runs["r"].left) == (1, 1)


@pytest.mark.parametrize(("capacity", "evicted"), [(None, {"m0", "m1", "m2"}), (4, {"m0"}), (0, set()), (1, {"m0", "m1", "m2"})])
def test_a_run_taken_up_evicts_no_more_than_the_tenant_is_over_its_capacity_by_then_and_no_more_than_it_listed(capacity, evicted):
    house = Bedroom(*(made(0, memory_id=f"m{number}", importance=number / 10) for number in range(5)), capacity=2)
    assert {move.id for move in taken_up(house, capacity=capacity)} == {"m0", "m1", "m2"}
    house.dream()
    assert {f"m{number}" for number in range(5)} - set(house.state()) == evicted
    assert (house.runs.runs["r"].moved, house.runs.runs["r"].left) == (len(evicted), 3 - len(evicted))


def as_listed(house, *, interrupted=False):
    """What a dry run has listed is carried out twenty hours later; its list."""
    dry = house.dream(dry_run=True)
    (source,) = house.runs.runs
    later = NOW + timedelta(hours=20)
    house.runs.ask(MaintenanceRun(id="real", tenant_id="acme", dry_run=False, asked_at=later, as_listed=source))
    if interrupted:
        house.night = replace(house.night, alive=lambda: (_ for _ in ()).throw(Interrupted))
        with pytest.raises(Interrupted):
            house.dream(now=later)
        house.night = replace(house.night, alive=lambda: None)
    house.dream(now=later)
    return dry


@pytest.mark.parametrize("interrupted", [False, True])
def test_a_run_as_listed_does_what_the_dry_run_listed_and_nothing_that_came_due_since(interrupted):
    house = Bedroom(made(400, memory_id="listed"), made(379, memory_id="due_since"))
    dry = as_listed(house, interrupted=interrupted)
    assert listed(dry) == {("listed", "working", "archive")} == listed(house.runs.moves("acme", "real", start=0, limit=9))
    assert {name: memory.stage.value for name, memory in house.state().items()} == {"listed": "archive", "due_since": "working"}
    assert (house.runs.runs["real"].began_at, house.runs.runs["real"].moved) == (NOW, 1)
    assert listed(house.dream(now=NOW + timedelta(hours=20))) == {("due_since", "working", "archive")}


@settings(max_examples=40, deadline=None)
@given(MEMORIES, LIMITS)
def test_a_run_as_listed_ends_where_a_run_at_the_time_of_the_list_would_have_ended(memories, capacity):
    one, other = (Bedroom(*memories, capacity=capacity) for _ in range(2))
    as_listed(one)
    other.dream()
    assert one.state() == other.state()


def test_an_interrupted_run_goes_on_with_the_time_it_began_with():
    house = Bedroom(made(379, memory_id="soon"), alive=lambda: (_ for _ in ()).throw(Interrupted))
    house.put(made(400, memory_id="now"))
    with pytest.raises(Interrupted):
        house.dream()
    house.night = replace(house.night, alive=lambda: None)
    house.dream(now=NOW + timedelta(days=30))
    assert {name: memory.stage.value for name, memory in house.state().items()} == {"soon": "working", "now": "archive"}


def test_a_memory_that_is_met_on_two_pages_is_counted_once():
    house = Bedroom(*(made(0, memory_id=name) for name in "ab"), capacity=2)
    aging = house.store.aging

    def first_again(scope, *, after, limit):
        page = aging(scope, after=None, limit=limit)
        return replace(page, following=None if after else "more")

    house.store.aging = first_again
    assert house.dream() == ()


def test_a_run_that_ended_while_it_looked_looks_again_with_the_time_it_began_with():
    house = Bedroom(made(379, memory_id="soon"), made(400, memory_id="now"))
    run = house.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=NOW))
    house.runs.save(replace(run, state=RunState.PLANNING, began_at=NOW))
    house.dream(now=NOW + timedelta(days=30))
    assert {name: memory.stage.value for name, memory in house.state().items()} == {"soon": "working", "now": "archive"}


def test_what_expires_stands_in_the_archive_from_the_runs_time_on_and_expires_there_no_more():
    house = Bedroom(make_memory(memory_id="a", expires_at=NOW))
    house.dream()
    archived = house.state()["a"]
    assert (archived.stage, archived.archived_at, archived.expires_at) == (RetentionStage.ARCHIVE, NOW, None)
    assert not archived.is_expired(NOW + timedelta(days=9))


def test_other_tenants_are_not_touched():
    house = Bedroom(made(400, memory_id="mine"), made(400, memory_id="his", tenant_id="other"))
    house.dream()
    assert house.state()["his"].stage is RetentionStage.WORKING


def test_every_move_is_on_record_with_its_reason_and_without_text():
    house = Bedroom(
        make_memory("a private fact", memory_id="a", expires_at=NOW),
        made(200, memory_id="b", category=Category.OTHER, archived_at=days(150), **ARCHIVED),
        made(0, memory_id="c", access_count=3),
    )
    house.dream()
    lines = house.doors.audit.lines("acme", limit=10)
    assert {(line.action, line.reason, line.subject_ids) for line in lines} == {
        ("memory.archived", "expired", ("a",)),
        ("memory.deleted", "archive_over", ("b",)),
        ("memory.staged", "earned", ("c",)),
    }
    assert "private" not in repr(lines)
