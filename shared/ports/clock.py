"""The only way to the time of day for code at the edges; pure code takes `now` as an argument."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Aware UTC time."""

    def now(self) -> datetime:
        """The current time."""
        ...
