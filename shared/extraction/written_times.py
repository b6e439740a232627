"""Times as a model writes them: RFC 3339, without an offset the turn's timezone, or words that mean a time."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from shared.text.relative_time import time_meant, zone_of

__all__ = ["is_copied_clock", "read_time", "zone_of"]


def read_time(written: Any, timezone: str, *, at: datetime | None = None, is_end: bool = False) -> datetime | None:
    """An aware time in UTC, or None for everything that is no time.

    Words like "last week" or 上周五 mean a time as of `at` (None: they mean none): its beginning, or where `is_end` its end.
    """
    if not isinstance(written, str) or not written.strip():
        return None
    try:
        moment = datetime.fromisoformat(written.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone_of(timezone))
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        span = time_meant(written, at=at, timezone=timezone) if at is not None else None
        return None if span is None else span.end if is_end else span.start


def is_copied_clock(moment: datetime | None, *, spoken: Sequence[datetime], now: datetime) -> bool:
    """True for a time between the first message and the reading of it: nobody said it, a model filled a field with the clock.

    As the end of a fact it would make that outdated at once.
    """
    return moment is not None and bool(spoken) and min(spoken) <= moment <= max(now, *spoken)
