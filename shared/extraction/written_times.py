"""Times as a model writes them: RFC 3339, or without an offset, which then means the turn's timezone."""

from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@cache
def zone_of(name: str) -> tzinfo:
    """The zone of an IANA name; UTC where it is empty or unknown."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def read_time(written: Any, timezone: str) -> datetime | None:
    """An aware time in UTC, or None for everything that is no time."""
    if not isinstance(written, str) or not written.strip():
        return None
    try:
        moment = datetime.fromisoformat(written.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone_of(timezone))
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
