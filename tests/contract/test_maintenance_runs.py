"""Runs of maintenance: the same tests on the fake and on a real Valkey."""

from dataclasses import replace

import pytest

from shared.adapters.redis_maintenance_runs import KEPT_SECONDS, PACKED, RedisMaintenanceRuns
from shared.domain.maintenance import MaintenanceRun, Move, MoveReason, NightCheck, RecordCut, RecordKind, RunState
from shared.domain.proposals import ListedProposal, ProposalKind
from tests.factories import NOW, minutes
from tests.fakes.maintenance_runs import FakeMaintenanceRuns


@pytest.fixture(params=["fake", "valkey"])
def runs(request):
    if request.param == "fake":
        return FakeMaintenanceRuns()
    return RedisMaintenanceRuns(request.getfixturevalue("connection"))


def asked(run_id, *, tenant_id="acme", dry_run=False, after=0):
    return MaintenanceRun(id=run_id, tenant_id=tenant_id, dry_run=dry_run, asked_at=NOW + minutes(after))


def test_d16_a_second_run_of_a_kind_joins_the_one_that_has_not_ended(runs):
    first = runs.ask(asked("r1"))
    assert runs.ask(asked("r2", after=1)) == first
    assert runs.ask(asked("r3", dry_run=True, after=2)).id == "r3"
    assert runs.ask(asked("r4", tenant_id="other", after=3)).id == "r4"
    runs.save(replace(first, state=RunState.APPLYING))
    assert runs.ask(asked("r5", after=4)).id == "r1"
    assert [run.id for run in runs.open()] == ["r1", "r3", "r4"]
    runs.save(replace(first, state=RunState.DONE, ended_at=NOW))
    assert runs.ask(asked("r6", after=5)).id == "r6"
    assert [run.id for run in runs.open()] == ["r3", "r4", "r6"]


def test_a_run_is_read_as_it_was_saved_by_its_own_tenant_only(runs):
    run = runs.ask(asked("r1"))
    cut = RecordCut(RecordKind.TRACES, NOW, 3)
    told = ListedProposal(ProposalKind.MERGE, "r1", ("m1", "m2"), by_itself=True)
    for state in RunState:
        later = replace(
            run, state=state, began_at=NOW, total=7, moved=2, left=1, by_reason={"idle": 7}, records=(cut,), proposals=(told,), proposed=1
        )
        runs.save(later)
        assert runs.get("acme", "r1") == later
        assert runs.get("other", "r1") is None
    assert runs.get("acme", "unknown") is None


def test_a_list_is_kept_as_long_as_its_run_is_open_and_a_day_longer(connection):
    runs, moves = RedisMaintenanceRuns(connection), [Move("m1", "working", "archive", MoveReason.FORGOTTEN)]
    run = replace(runs.ask(asked("r1")), state=RunState.APPLYING, total=1)
    runs.list_moves(run, moves)
    name = "tiercel:maintenance_moves:acme:r1"
    assert connection.client.ttl(name) == -1
    runs.save(replace(run, state=RunState.DONE))
    assert 0 < connection.client.ttl(name) <= KEPT_SECONDS


@pytest.mark.parametrize("count", [0, 1, PACKED, 2 * PACKED + 1])
def test_a_list_of_moves_is_read_in_any_pages_in_its_order(runs, count):
    moves = tuple(Move(f"m{number}", "working", "archive", MoveReason.FORGOTTEN) for number in range(count))
    evicted = Move("last", "archive", "deleted", MoveReason.CAPACITY, 0.25)
    run = replace(runs.ask(asked("r1")), total=count + 1, state=RunState.APPLYING)
    runs.list_moves(run, moves)
    runs.list_moves(run, (*moves, evicted))
    assert runs.get("acme", "r1") == run
    for page in (1, 7, 499, 5000) if count > 1 else (1, 2):
        read = []
        for start in range(0, count + 1, page) if count < 5 or page > 7 else (0, 493, 499, 500):
            read += runs.moves("acme", "r1", start=start, limit=page) if page > 7 or count < 5 else ()
            expected = (*moves, evicted)[start : start + page]
            assert runs.moves("acme", "r1", start=start, limit=page) == expected
        assert not read or tuple(read) == (*moves, evicted)
    assert runs.moves("acme", "r1", start=count + 1, limit=5) == ()
    assert runs.moves("other", "r1", start=0, limit=5) == ()


def test_the_last_check_of_each_tenant_is_kept_beyond_its_run(runs):
    for number, (tenant, junk) in enumerate((("acme", 0.5), ("acme", 0.25), ("租户/1", None))):
        run = runs.ask(asked(f"r{number}", tenant_id=tenant, after=number))
        check = NightCheck(at=NOW, ledger_imbalance=0, live=3, reject_rate=0.1, growth_rate=-0.5, junk_rate=junk, duplicate_rate=0.0)
        runs.save(replace(run, state=RunState.DONE, ended_at=NOW, check=check))
    unchecked = runs.ask(asked("dry", dry_run=True, after=9))
    runs.save(replace(unchecked, state=RunState.DONE, ended_at=NOW))
    assert {tenant: check.junk_rate for tenant, check in runs.last_checks().items()} == {"acme": 0.25, "租户/1": None}
