"""How long a guard inbox waits while a part is out, and when its judge counts as away for good."""

import random
from datetime import datetime, timedelta

from shared.settings import RetrySettings

_JITTER_SHARE = 0.25
_DOUBLINGS = 30


def wait_seconds(attempts: int, retry: RetrySettings, *, retry_after_seconds: float | None) -> float:
    """Doubles with every attempt up to the longest pause, with jitter upwards; a Retry-After is obeyed."""
    backoff = min(retry.outage_first_seconds * 2.0 ** min(attempts, _DOUBLINGS), retry.outage_longest_seconds)
    return max(backoff, retry_after_seconds or 0.0) * (1 + _JITTER_SHARE * random.random())


def has_outlasted(attempts: int, failing_since: datetime | None, now: datetime, retry: RetrySettings) -> bool:
    """True once the outage, or the pauses of so many attempts, have lasted longer than the outage limit."""
    if failing_since is not None and now - failing_since > timedelta(hours=retry.outage_hours):
        return True
    waited, longest = 0.0, retry.outage_hours * 3600
    for attempt in range(attempts):
        waited += min(retry.outage_first_seconds * 2.0 ** min(attempt, _DOUBLINGS), retry.outage_longest_seconds)
        if waited >= longest:
            return True
    return False
