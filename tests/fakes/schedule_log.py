"""A ScheduleLog in a dict."""

import time
from datetime import datetime


class FakeScheduleLog:
    def __init__(self) -> None:
        self.runs: dict[str, datetime] = {}
        self._claims: dict[str, tuple[str, float]] = {}

    def last_runs(self) -> dict[str, datetime]:
        return dict(self.runs)

    def ran(self, task: str, at: datetime) -> None:
        self.runs[task] = at

    def claim(self, task: str, run_id: str, *, seconds: float) -> bool:
        if self._claims.get(task, ("", 0.0))[1] > time.monotonic():
            return False
        self._claims[task] = (run_id, time.monotonic() + seconds)
        return True

    def renew(self, task: str, run_id: str, *, seconds: float) -> bool:
        holder, until = self._claims.get(task, ("", 0.0))
        if holder != run_id or until <= time.monotonic():
            return False
        self._claims[task] = (run_id, time.monotonic() + seconds)
        return True

    def release(self, task: str, run_id: str) -> None:
        if self._claims.get(task, ("", 0.0))[0] == run_id:
            del self._claims[task]
