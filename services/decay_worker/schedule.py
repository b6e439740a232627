"""What is due now: pure, from when each task last ran."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.settings import ForgettingSettings

SWEEP = "sweep"


@dataclass(frozen=True, slots=True)
class Task:
    """A task and how often it runs."""

    name: str
    every: timedelta


def tasks_of(settings: ForgettingSettings) -> tuple[Task, ...]:
    """Everything that runs by the clock."""
    return (Task(SWEEP, timedelta(seconds=settings.sweep_seconds)),)


def due(tasks: tuple[Task, ...], last_runs: Mapping[str, datetime], *, now: datetime) -> tuple[str, ...]:
    """Tasks never run, or last run a whole interval ago. However many runs were missed, one catches up."""
    return tuple(task.name for task in tasks if task.name not in last_runs or last_runs[task.name] + task.every <= now)
