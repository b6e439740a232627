"""When scheduled tasks last ran: the same tests on the fake and on a real Valkey."""

import time

import pytest

from shared.adapters.redis_schedule_log import RedisScheduleLog
from tests.factories import NOW, minutes
from tests.fakes.schedule_log import FakeScheduleLog


@pytest.fixture(params=["fake", "valkey"])
def schedule(request):
    if request.param == "fake":
        return FakeScheduleLog()
    return RedisScheduleLog(request.getfixturevalue("connection"))


def test_nothing_has_run_at_first(schedule):
    assert schedule.last_runs() == {}


def test_each_task_keeps_its_own_last_run(schedule):
    schedule.ran("sweep", NOW)
    schedule.ran("dream", NOW + minutes(1))
    schedule.ran("sweep", NOW + minutes(2))
    assert schedule.last_runs() == {"sweep": NOW + minutes(2), "dream": NOW + minutes(1)}


def test_d16_a_second_run_of_a_task_joins_the_first_until_that_gives_its_claim_back(schedule):
    assert schedule.claim("sweep", "run-1", seconds=30)
    assert not schedule.claim("sweep", "run-2", seconds=30)
    assert schedule.claim("dream", "run-2", seconds=30)
    schedule.release("sweep", "run-2")
    assert not schedule.claim("sweep", "run-2", seconds=30)
    schedule.release("sweep", "run-1")
    assert schedule.claim("sweep", "run-2", seconds=30)


def test_the_claim_of_a_killed_run_ends_by_itself(schedule):
    assert schedule.claim("sweep", "killed", seconds=0.05)
    time.sleep(0.1)
    assert schedule.claim("sweep", "next", seconds=30)


def test_a_claim_lasts_as_long_as_it_is_renewed_by_the_run_that_has_it(schedule):
    assert schedule.claim("sweep", "run-1", seconds=0.2)
    assert schedule.renew("sweep", "run-1", seconds=30)
    assert not schedule.renew("sweep", "run-2", seconds=30)
    time.sleep(0.25)
    assert not schedule.claim("sweep", "run-2", seconds=30)
    schedule.release("sweep", "run-1")
    assert not schedule.renew("sweep", "run-1", seconds=30)
