"""What is due now: pure, from when each task last ran."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shared.settings_forgetting import ForgettingSettings

SWEEP = "sweep"


@dataclass(frozen=True, slots=True)
class Task:
    """A task and how often it runs."""

    name: str
    every: timedelta


def tasks_of(settings: ForgettingSettings) -> tuple[Task, ...]:
    """Everything that runs at an interval, for all tenants together."""
    return (Task(SWEEP, timedelta(seconds=settings.sweep_seconds)),)


def due(tasks: tuple[Task, ...], last_runs: Mapping[str, datetime], *, now: datetime) -> tuple[str, ...]:
    """Tasks never run, or last run a whole interval ago. However many runs were missed, one catches up.

    One that last ran later than an interval from now ran by a clock that has been put right since.
    """
    return tuple(task.name for task in tasks if task.name not in last_runs or not abs(now - last_runs[task.name]) < task.every)


def dream_task(tenant_id: str) -> str:
    """The name of one tenant's nightly run in the schedule."""
    return f"dream:{tenant_id}"


def last_night(now: datetime, *, at: str, timezone: str) -> datetime:
    """The latest moment up to `now` when clocks in the timezone showed `at` (HH:MM), once per local day.

    Where clocks are put forward over that time, the same distance from midnight counts; where they are put back over it, the
    first of both.
    """
    zone = ZoneInfo(timezone)
    wall = time.fromisoformat(at)
    today = now.astimezone(zone).date()
    for day in (today + timedelta(days=1), today, today - timedelta(days=1)):
        moment = datetime.combine(day, wall, tzinfo=zone).astimezone(UTC)
        if moment <= now:
            return moment
    raise ValueError(f"no {at} in {timezone} within two days before {now.isoformat()}")


def dream_is_due(tenant_id: str, last_runs: Mapping[str, datetime], *, now: datetime, at: str, timezone: str) -> bool:
    """Never run, or not since the last night. Nights missed while nobody was up are caught up by one run.

    One that dreamt later than a day from now did so by a clock that has been put right since.
    """
    last = last_runs.get(dream_task(tenant_id))
    return last is None or last < last_night(now, at=at, timezone=timezone) or last > now + timedelta(days=1)
