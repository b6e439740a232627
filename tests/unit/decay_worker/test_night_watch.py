"""Whose night has come, who carries a run out, and what becomes of one that fails."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.decay_worker import night_watch
from services.decay_worker.jobs import watch_of
from services.decay_worker.schedule import dream_task
from shared.domain.errors import StoreUnavailable
from shared.domain.maintenance import MaintenanceRun, RecordKind, RunState
from shared.ports.tenant_settings import TenantForgetting, TenantSettings
from shared.settings import load_settings
from tests.factories import NOW
from tests.unit.api.system import ApiSystem

MIDNIGHT = NOW.replace(hour=0)


class Tower:
    """Tenants acme and other, an API's parts, and the watch over them. The clock begins at midnight UTC, both dreamt a minute ago."""

    def __init__(self, **environ):
        self.api = ApiSystem(environ=environ)
        self.api.clock.time = MIDNIGHT
        self.watch = watch_of(self.api.container)
        for tenant in ("acme", "other"):
            self.watch.schedule.ran(dream_task(tenant), MIDNIGHT - timedelta(minutes=1))

    def nights(self, *, hours=24):
        """The hours of the next day at which each tenant is due, when every due dream is dreamt."""
        found = {"acme": [], "other": []}
        for hour in range(hours):
            self.api.clock.time = MIDNIGHT + timedelta(hours=hour, minutes=30)
            for tenant in self.watch.dreams_due():
                found[tenant].append(hour)
            self.watch.ask_for_dreams()
            self.watch.carry_out()
        return found


@pytest.mark.parametrize(
    ("environ", "hour"),
    [
        ({}, 6),
        ({"TIERCEL_DREAM_AT": "03:15"}, 3),
        ({"TIERCEL_TENANT_TIMEZONE": "America/New_York"}, 11),
        ({"TIERCEL_TENANT_TIMEZONE": "Asia/Shanghai"}, 22),
    ],
)
def test_every_tenant_dreams_once_a_day_at_its_hour(environ, hour):
    assert Tower(**environ).nights() == {"acme": [hour], "other": [hour]}


def test_a_tenants_own_timezone_beats_the_deployments():
    tower = Tower()
    own = TenantSettings(forgetting=TenantForgetting(timezone="Asia/Tokyo"))
    tower.api.doors.tenant_settings.write("other", own)
    assert tower.nights() == {"acme": [6], "other": [21]}


BERLIN = {"TIERCEL_DREAM_AT": "02:30", "TIERCEL_TENANT_TIMEZONE": "Europe/Berlin"}


@pytest.mark.parametrize(
    ("day", "berlins", "kolkatas"),
    [
        ((2026, 3, 28), ["28 01:30", "29 01:30", "30 00:30"], ["28 21:00", "29 21:00", "30 21:00"]),  # 29 March has no 02:30
        ((2026, 10, 24), ["24 00:30", "25 00:30", "26 01:30"], ["24 21:00", "25 21:00", "26 21:00"]),  # 25 October has two
    ],
)
def test_tenants_of_two_zones_dream_once_each_local_day_where_clocks_are_put_on_or_back(day, berlins, kolkatas):
    tower = Tower(**BERLIN)
    tower.api.doors.tenant_settings.write("other", TenantSettings(forgetting=TenantForgetting(timezone="Asia/Kolkata")))
    start = datetime(*day, tzinfo=UTC)
    for tenant in ("acme", "other"):
        tower.watch.schedule.ran(dream_task(tenant), start)
    found = {"acme": [], "other": []}
    for half_hour in range(3 * 48):
        tower.api.clock.time = start + timedelta(minutes=30 * half_hour)
        for tenant in tower.watch.dreams_due():
            found[tenant].append(f"{tower.api.clock.time:%d %H:%M}")
        tower.watch.ask_for_dreams()
        tower.watch.carry_out()
    assert found == {"acme": berlins, "other": kolkatas}


def test_nights_missed_while_nobody_was_up_are_caught_up_by_one_for_each_tenant():
    tower = Tower(**BERLIN)
    tower.api.clock.time = MIDNIGHT + timedelta(days=9, hours=12)
    for _ in range(3):
        tower.watch.ask_for_dreams()
        tower.watch.carry_out()
    assert sorted(run.tenant_id for run in tower.watch.runs.runs.values()) == ["acme", "other"]


def test_a_run_that_somebody_asked_for_counts_as_the_nights():
    tower = Tower()
    tower.api.clock.time = MIDNIGHT + timedelta(hours=7)
    tower.watch.runs.ask(MaintenanceRun(id="mine", tenant_id="acme", dry_run=False, asked_at=tower.api.clock.time))
    tower.watch.carry_out()
    assert tower.watch.dreams_due() == ("other",)


def test_a_run_that_began_before_the_hour_and_ended_after_it_is_not_the_nights():
    tower = Tower()
    asked = tower.watch.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=MIDNIGHT))
    tower.watch.runs.save(replace(asked, state=RunState.PLANNING, began_at=MIDNIGHT + timedelta(hours=5, minutes=59)))
    tower.api.clock.time = MIDNIGHT + timedelta(hours=6, minutes=1)
    tower.watch.carry_out()
    assert tower.watch.runs.runs["r"].state is RunState.DONE
    assert tower.watch.dreams_due() == ("acme", "other")


def test_a_dry_run_does_not():
    tower = Tower()
    tower.api.clock.time = MIDNIGHT + timedelta(hours=7)
    tower.watch.runs.ask(MaintenanceRun(id="mine", tenant_id="acme", dry_run=True, asked_at=tower.api.clock.time))
    tower.watch.carry_out()
    assert tower.watch.runs.runs["mine"].state is RunState.DONE
    assert tower.watch.dreams_due() == ("acme", "other")


def test_d16_a_run_that_another_process_is_at_is_left_to_it():
    tower = Tower()
    tower.watch.runs.ask(MaintenanceRun(id="his", tenant_id="acme", dry_run=False, asked_at=MIDNIGHT))
    assert tower.watch.schedule.claim("maintenance:his", "another", seconds=30)
    tower.watch.carry_out()
    assert tower.watch.runs.runs["his"].state is RunState.WAITING
    tower.watch.schedule.release("maintenance:his", "another")
    tower.watch.carry_out()
    assert tower.watch.runs.runs["his"].state is RunState.DONE


def test_a_fault_leaves_the_run_open_and_its_claim_free(monkeypatch):
    tower = Tower()
    tower.watch.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=MIDNIGHT))

    def away(*_, **__):
        raise StoreUnavailable("away")

    with monkeypatch.context() as patched:
        patched.setattr(night_watch, "run_maintenance", away)
        with pytest.raises(StoreUnavailable):
            tower.watch.carry_out()
    assert tower.watch.is_needed()
    tower.watch.carry_out()
    assert not tower.watch.is_needed()


def test_one_tenants_broken_run_does_not_hold_up_the_nights_of_the_others(monkeypatch):
    tower = Tower()
    for tenant in ("acme", "other"):
        tower.watch.runs.ask(MaintenanceRun(id=f"r-{tenant}", tenant_id=tenant, dry_run=False, asked_at=MIDNIGHT))
    real = night_watch.run_maintenance

    def broken_for_acme(run, *args, **kwargs):
        if run.tenant_id == "acme":
            raise ValueError("a memory that nobody can read")
        return real(run, *args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(night_watch, "run_maintenance", broken_for_acme)
        with pytest.raises(ValueError, match="nobody can read"):
            tower.watch.carry_out()
    states = {run.tenant_id: run.state for run in tower.watch.runs.runs.values()}
    assert states == {"acme": RunState.WAITING, "other": RunState.DONE}
    tower.watch.carry_out()
    assert not tower.watch.is_needed()


def test_a_folder_for_old_audit_lines_that_cannot_be_written_to_does_not_keep_the_night_from_ending(caplog):
    class Records:
        def remove(self, tenant_id, kind, *, before):
            if kind is RecordKind.AUDIT:
                raise OSError(28, "No space left on device", "/somewhere")
            return 0

    tower = Tower()
    watch = replace(tower.watch, old_records=Records())
    watch.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=MIDNIGHT))
    watch.carry_out()
    assert watch.runs.runs["r"].state is RunState.DONE
    assert "records.kept kind=audit tenant=acme fault=No space left on device" in caplog.text


def test_a_process_that_lost_its_claim_while_it_was_stopped_lists_and_moves_no_more(monkeypatch):
    monkeypatch.setattr(night_watch, "CLAIM_SECONDS", 0.2)
    tower = Tower()
    tower.api.remember("Ann likes short answers", ttl_seconds=1)
    tower.api.clock.time += timedelta(days=1)
    tower.watch.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=MIDNIGHT))
    aging = tower.api.store.aging

    def and_another_takes_over(*scope, **page):
        tower.watch.schedule.release("maintenance:r", tower.watch.worker_id)
        assert tower.watch.schedule.claim("maintenance:r", "another", seconds=30)
        time.sleep(0.3)
        return aging(*scope, **page)

    monkeypatch.setattr(tower.api.store, "aging", and_another_takes_over)
    tower.watch.carry_out()
    assert tower.watch.runs.runs["r"].state is RunState.PLANNING
    assert not tower.watch.schedule.claim("maintenance:r", "a third", seconds=30), "the other one's claim is left alone"


def test_a_step_that_takes_longer_than_a_claim_lets_nobody_else_begin(monkeypatch):
    monkeypatch.setattr(night_watch, "CLAIM_SECONDS", 0.3)
    tower = Tower()
    tower.watch.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=MIDNIGHT))
    aging = tower.api.store.aging

    def slow(*scope, **page):
        time.sleep(0.7)
        assert not tower.watch.schedule.claim("maintenance:r", "another", seconds=30)
        return aging(*scope, **page)

    monkeypatch.setattr(tower.api.store, "aging", slow)
    tower.watch.carry_out()
    assert tower.watch.runs.runs["r"].state is RunState.DONE


def test_a_process_that_is_asked_to_end_leaves_its_run_to_the_next():
    tower = Tower()
    tower.api.remember("Ann likes short answers", ttl_seconds=1)
    tower.api.clock.time += timedelta(days=1)
    tower.watch.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=False, asked_at=MIDNIGHT))
    apply = tower.api.store.apply

    def and_then_stop(plan):
        apply(plan)
        tower.watch.stopping.set()

    tower.api.store.apply = and_then_stop
    tower.watch.carry_out()
    assert tower.watch.runs.runs["r"].state is RunState.APPLYING
    tower.watch.stopping.clear()
    tower.watch.carry_out()
    done = tower.watch.runs.runs["r"]
    assert (done.state, done.moved, done.left) == (RunState.DONE, 1, 0)


@pytest.mark.parametrize(
    ("environ", "expected"), [({}, 365), ({"TIERCEL_KEEP_AUDIT_DAYS": "10"}, 10), ({"TIERCEL_KEEP_AUDIT_DAYS": "0"}, None)]
)
def test_how_long_audit_lines_stay_in_the_stream_is_a_setting(environ, expected):
    asked = []

    class Records:
        def count(self, tenant_id, kind, *, before):
            asked.append((kind, before))
            return 0

    tower = Tower(**environ)
    watch = replace(tower.watch, old_records=Records(), record_settings=load_settings(environ).records)
    watch.runs.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=True, asked_at=MIDNIGHT))
    watch.carry_out()
    befores = [(MIDNIGHT - before).days for kind, before in asked if kind is RecordKind.AUDIT]
    assert befores == ([] if expected is None else [expected])
