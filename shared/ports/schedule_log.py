"""When the scheduled tasks last ran, so that a run missed while nobody was up is caught up once."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol


class ScheduleLog(Protocol):
    """Read and written by the decay worker."""

    def last_runs(self) -> Mapping[str, datetime]:
        """Task name -> when its last finished run began; tasks that never ran are missing. May raise QueueUnavailable."""
        ...

    def ran(self, task: str, at: datetime) -> None:
        """Enter a finished run. May raise QueueUnavailable."""
        ...

    def claim(self, task: str, run_id: str, *, seconds: float) -> bool:
        """True where this run may go on; False where another run of the task is under way. Ends after `seconds` by itself."""
        ...

    def renew(self, task: str, run_id: str, *, seconds: float) -> bool:
        """Hold the claim for `seconds` from now; False where it is not this run's any more. May raise QueueUnavailable."""
        ...

    def release(self, task: str, run_id: str) -> None:
        """Give the claim back, if it is still this run's. May raise QueueUnavailable."""
        ...
