"""What is due now."""

from datetime import timedelta

from services.decay_worker.schedule import SWEEP, due, tasks_of
from shared.settings import ForgettingSettings
from tests.factories import NOW

HOURLY = tasks_of(ForgettingSettings())


def test_a_task_that_never_ran_is_due_at_once():
    assert due(HOURLY, {}, now=NOW) == (SWEEP,)


def test_a_task_is_due_again_after_its_whole_interval():
    assert due(HOURLY, {SWEEP: NOW - timedelta(seconds=3599)}, now=NOW) == ()
    assert due(HOURLY, {SWEEP: NOW - timedelta(seconds=3600)}, now=NOW) == (SWEEP,)


def test_many_missed_runs_are_caught_up_by_one():
    assert due(HOURLY, {SWEEP: NOW - timedelta(days=9)}, now=NOW) == (SWEEP,)
    assert due(HOURLY, {SWEEP: NOW}, now=NOW) == ()


def test_the_interval_is_a_setting():
    often = tasks_of(ForgettingSettings(sweep_seconds=5))
    assert due(often, {SWEEP: NOW - timedelta(seconds=6)}, now=NOW) == (SWEEP,)
