"""When scheduled tasks last ran: the same tests on the fake and on a real Valkey."""

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
