"""How long to leave a gateway alone that does not answer: one pause for all inboxes of this process."""

import math
import random
from datetime import datetime, timedelta

JITTER_SHARE = 0.25
MOST_DOUBLINGS = 30


def backoff_seconds(failures: int, *, first_seconds: float, longest_seconds: float) -> float:
    """The wait after so many earlier failures: it doubles, at most `longest_seconds`."""
    return min(first_seconds * math.ldexp(1.0, min(failures, MOST_DOUBLINGS)), longest_seconds)


def jittered(seconds: float) -> float:
    """A little later, so that what waited together does not come back together. Never earlier."""
    return seconds * (1.0 + random.random() * JITTER_SHARE)


class OutagePause:
    """Doubles with every failure in a row, at most `longest_seconds`; Retry-After is obeyed; success ends it."""

    def __init__(self, *, first_seconds: float, longest_seconds: float) -> None:
        self._first = first_seconds
        self._longest = longest_seconds
        self._failures = 0
        self._until: datetime | None = None

    def failed(self, now: datetime, *, retry_after_seconds: float | None) -> float:
        """Note a failure. Seconds to wait before the next call, with jitter."""
        backoff = backoff_seconds(self._failures, first_seconds=self._first, longest_seconds=self._longest)
        self._failures += 1
        wait = max(backoff, retry_after_seconds or 0.0)
        self._until = now + timedelta(seconds=wait)
        return jittered(wait)

    def succeeded(self) -> None:
        """The gateway answers again."""
        self._failures, self._until = 0, None

    @property
    def is_on(self) -> bool:
        """Something failed and nothing has succeeded since."""
        return self._failures > 0

    def seconds_left(self, now: datetime) -> float:
        """0 where the gateway may be asked."""
        return max((self._until - now).total_seconds(), 0.0) if self._until is not None else 0.0
