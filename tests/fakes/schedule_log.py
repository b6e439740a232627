"""A ScheduleLog in a dict."""

from datetime import datetime


class FakeScheduleLog:
    def __init__(self) -> None:
        self.runs: dict[str, datetime] = {}

    def last_runs(self) -> dict[str, datetime]:
        return dict(self.runs)

    def ran(self, task: str, at: datetime) -> None:
        self.runs[task] = at
