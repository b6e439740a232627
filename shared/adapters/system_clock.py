"""The time of day."""

from datetime import UTC, datetime


class SystemClock:
    """Aware UTC time of this machine."""

    def now(self) -> datetime:
        """The current time."""
        return datetime.now(UTC)
