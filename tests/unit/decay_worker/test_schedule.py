"""What is due now."""

from datetime import UTC, datetime, timedelta

import pytest

from services.decay_worker.schedule import SWEEP, dream_is_due, dream_task, due, last_night, tasks_of
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


def test_a_run_entered_by_a_clock_that_went_ahead_holds_nothing_up_once_it_is_put_right():
    assert due(HOURLY, {SWEEP: NOW + timedelta(days=3650)}, now=NOW) == (SWEEP,)
    assert due(HOURLY, {SWEEP: NOW + timedelta(seconds=2)}, now=NOW) == ()
    for ahead, expected in ((timedelta(days=3650), True), (timedelta(hours=1), False)):
        assert dream_is_due("acme", {dream_task("acme"): NOW + ahead}, now=NOW, at="06:00", timezone="UTC") is expected


def test_the_interval_is_a_setting():
    often = tasks_of(ForgettingSettings(sweep_seconds=5))
    assert due(often, {SWEEP: NOW - timedelta(seconds=6)}, now=NOW) == (SWEEP,)


def utc(month, day, hour, minute=0):
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "at", "timezone", "expected"),
    [
        (utc(11, 30, 9), "06:00", "UTC", utc(11, 30, 6)),
        (utc(11, 30, 6), "06:00", "UTC", utc(11, 30, 6)),
        (utc(11, 30, 5, 59), "06:00", "UTC", utc(11, 29, 6)),
        (utc(11, 30, 9), "06:00", "Asia/Shanghai", utc(11, 29, 22)),
        (utc(11, 29, 22), "06:00", "Asia/Shanghai", utc(11, 29, 22)),
        (utc(11, 30, 17), "06:00", "Pacific/Kiritimati", utc(11, 30, 16)),
        (utc(11, 30, 16), "06:00", "Pacific/Pago_Pago", utc(11, 29, 17)),
        # Berlin, 29 March: 02:00-03:00 does not exist. 25 October: 02:00-03:00 comes twice.
        (utc(3, 28, 12), "06:00", "Europe/Berlin", utc(3, 28, 5)),
        (utc(3, 29, 12), "06:00", "Europe/Berlin", utc(3, 29, 4)),
        (utc(3, 29, 12), "02:30", "Europe/Berlin", utc(3, 29, 1, 30)),
        (utc(10, 25, 0, 45), "02:30", "Europe/Berlin", utc(10, 25, 0, 30)),
        (utc(10, 25, 12), "02:30", "Europe/Berlin", utc(10, 25, 0, 30)),
    ],
)
def test_the_last_night_is_where_the_tenant_is(now, at, timezone, expected):
    assert last_night(now, at=at, timezone=timezone) == expected


@pytest.mark.parametrize(("first", "days"), [(utc(3, 27, 0), 5), (utc(10, 23, 0), 5)])
@pytest.mark.parametrize("at", ["00:00", "02:30", "03:00", "06:00", "23:59"])
@pytest.mark.parametrize("timezone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Shanghai"])
def test_there_is_one_dream_a_local_day_also_on_the_days_when_clocks_change(first, days, at, timezone):
    runs = {dream_task("acme"): first}
    dreams = []
    for minutes in range(0, days * 24 * 60, 5):
        now = first + timedelta(minutes=minutes)
        if dream_is_due("acme", runs, now=now, at=at, timezone=timezone):
            runs[dream_task("acme")] = now
            dreams.append(now)
    assert len(dreams) == days


def test_nights_that_were_missed_are_caught_up_by_one_dream():
    runs = {dream_task("acme"): utc(11, 1, 6)}
    assert dream_is_due("acme", runs, now=NOW, at="06:00", timezone="UTC")
    runs[dream_task("acme")] = NOW
    assert not dream_is_due("acme", runs, now=NOW, at="06:00", timezone="UTC")
    assert dream_is_due("other", runs, now=NOW, at="06:00", timezone="UTC")
