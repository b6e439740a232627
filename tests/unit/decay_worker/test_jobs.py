"""What the clock and the queue make the worker do."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from services.decay_worker import jobs
from services.decay_worker.applying import Tally
from services.decay_worker.reinforcement import Reinforced
from services.decay_worker.schedule import SWEEP
from shared.contracts.queues import DECAY_REINFORCE, DECAY_SWEEP
from shared.settings import load_settings
from shared.settings_forgetting import ForgettingSettings, RecordSettings
from tests.factories import NOW
from tests.fakes.maintenance_runs import FakeMaintenanceRuns
from tests.fakes.schedule_log import FakeScheduleLog
from tests.fakes.small_doors import FakeClock, FakeMetrics, FakeTenantSettingsStore


class Queue:
    """Tokens that wait."""

    def __init__(self):
        self.woken = []

    def tokens(self, job):
        return len(self.woken)

    def wake(self, job, *, count=1):
        self.woken.append(job)


@dataclass
class Parts:
    """As much of a container as the jobs use."""

    settings: Any = field(default_factory=lambda: SimpleNamespace(forgetting=ForgettingSettings(), records=RecordSettings()))
    clock: FakeClock = field(default_factory=lambda: FakeClock(NOW))
    schedule: FakeScheduleLog = field(default_factory=FakeScheduleLog)
    jobs: Queue = field(default_factory=Queue)
    metrics: FakeMetrics = field(default_factory=FakeMetrics)
    stopping: Event = field(default_factory=Event)
    recalls: list = field(default_factory=list)
    maintenance: FakeMaintenanceRuns = field(default_factory=FakeMaintenanceRuns)
    tenant_settings: FakeTenantSettingsStore = field(default_factory=FakeTenantSettingsStore)
    old_records: Any = None
    keys: Any = field(default_factory=lambda: SimpleNamespace(tenants=lambda: ()))
    store: Any = None
    writer: Any = None
    reviews: Any = None
    audit: Any = None
    ledger: Any = None
    embedder: Any = None
    worker_id: str = "w1"

    @property
    def recall_log(self):
        return SimpleNamespace(take=lambda limit: tuple(self.recalls[:limit]))


@pytest.fixture
def parts(monkeypatch):
    made = Parts()
    monkeypatch.setattr(jobs, "worker_container", lambda: made)
    return made


def test_a_fresh_system_sweeps_at_once_and_only_one_token_waits(parts):
    jobs.wake_what_is_due(parts)
    jobs.wake_what_is_due(parts)
    assert parts.jobs.woken == [DECAY_SWEEP]


def test_between_sweeps_only_waiting_recalls_wake_the_worker(parts):
    parts.schedule.ran(SWEEP, NOW)
    jobs.wake_what_is_due(parts)
    assert parts.jobs.woken == []
    parts.recalls.append("recall")
    jobs.wake_what_is_due(parts)
    assert parts.jobs.woken == [DECAY_REINFORCE]


def test_a_sweep_is_entered_as_run_and_a_second_token_for_it_does_nothing(parts, monkeypatch):
    sweeps = []

    def sweep_all(*_, now, rules):
        sweeps.append(now)
        return Tally(moved=Counter({("expired", "archive"): 2}))

    monkeypatch.setattr(jobs, "sweep_all", sweep_all)
    jobs.sweep()
    jobs.sweep()
    assert sweeps == [NOW]
    assert parts.schedule.last_runs() == {SWEEP: NOW}
    parts.clock.time = NOW + timedelta(hours=1)
    jobs.sweep()
    assert len(sweeps) == 2


def test_a_sweep_that_failed_is_not_entered_and_runs_again(parts, monkeypatch):
    def fail(*_, now, rules):
        raise OSError("engine away")

    monkeypatch.setattr(jobs, "sweep_all", fail)
    with pytest.raises(OSError, match="engine away"):
        jobs.sweep()
    assert parts.schedule.last_runs() == {}


def test_d16_a_sweep_joins_the_one_under_way_and_gives_its_own_claim_back(parts, monkeypatch):
    monkeypatch.setattr(jobs, "sweep_all", lambda *_, now, rules: pytest.fail("a second sweep ran beside the first"))
    assert parts.schedule.claim(SWEEP, "of another worker", seconds=30)
    jobs.sweep()
    assert parts.schedule.last_runs() == {}
    parts.schedule.release(SWEEP, "of another worker")
    monkeypatch.setattr(jobs, "sweep_all", lambda *_, now, rules: Tally())
    jobs.sweep()
    assert parts.schedule.last_runs() == {SWEEP: NOW}
    assert parts.schedule.claim(SWEEP, "the next", seconds=30)


def test_reinforcement_drains_batches_until_one_is_not_full(parts, monkeypatch):
    batches = [Reinforced(recalls=100, memories=3), Reinforced(recalls=4, memories=2)]
    monkeypatch.setattr(jobs, "reinforce_recalls", lambda *_, now: batches.pop(0))
    jobs.reinforce_next()
    assert batches == []


def test_a_worker_that_is_asked_to_stop_leaves_the_rest_in_the_queue(parts, monkeypatch):
    monkeypatch.setattr(jobs, "reinforce_recalls", lambda *_, now: pytest.fail("not after the signal"))
    parts.stopping.set()
    jobs.reinforce_next()


@pytest.mark.parametrize(("value", "by_itself"), [("false", False), ("true", True)])
def test_whether_the_dream_promotes_by_itself_is_a_setting(parts, value, by_itself):
    parts.settings = load_settings({"TIERCEL_LLM_MODE": "offline", "TIERCEL_AUTO_PROMOTION": value})
    assert jobs.watch_of(parts)._night("acme", lambda: None).proposer.by_itself is by_itself
