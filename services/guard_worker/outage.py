"""How long a guard inbox waits while a part is out, and when its judge counts as away for good."""

from datetime import datetime, timedelta

from shared.domain.outage import backoff_seconds, jittered
from shared.settings import RetrySettings


def wait_seconds(attempts: int, retry: RetrySettings, *, retry_after_seconds: float | None) -> float:
    """Doubles with every attempt up to the longest pause, with jitter upwards; a Retry-After is obeyed."""
    return jittered(max(_backoff(attempts, retry), retry_after_seconds or 0.0))


def has_outlasted(attempts: int, failing_since: datetime | None, now: datetime, retry: RetrySettings) -> bool:
    """True once the outage, or the pauses of so many attempts, have lasted longer than the outage limit."""
    if failing_since is not None and now - failing_since > timedelta(hours=retry.outage_hours):
        return True
    waited, longest = 0.0, retry.outage_hours * 3600
    for attempt in range(attempts):
        waited += _backoff(attempt, retry)
        if waited >= longest:
            return True
    return False


def _backoff(attempts: int, retry: RetrySettings) -> float:
    return backoff_seconds(attempts, first_seconds=retry.outage_first_seconds, longest_seconds=retry.outage_longest_seconds)
