"""Forgetting as pure maths over (now, timestamps, counts): running it a hundred times equals once."""

import math
from datetime import datetime

DECAY_RATE = 0.05
USE_BOOST = 0.2
AGE_NUDGE = 0.1
"""The whole effect of age and use on the order of a recall is within this share, up or down."""


def idle_days(now: datetime, *, last_accessed_at: datetime | None, observed_at: datetime) -> float:
    """Days since the last use, or since it was observed where it was never used; fractional, never negative."""
    since = max(observed_at, last_accessed_at) if last_accessed_at is not None else observed_at
    return max(0.0, (now - since).total_seconds() / 86_400)


def forgetting_score(
    similarity: float, days_idle: float, access_count: int, *, rate: float = DECAY_RATE, boost: float = USE_BOOST
) -> float:
    """`similarity * exp(-rate * days_idle) + boost * ln(1 + access_count)`, similarity 0..1, days clamped at 0.

    The curve of Ebbinghaus with reinforcement by use; above 1 for what is used often.
    """
    return similarity * math.exp(-rate * max(0.0, days_idle)) + boost * math.log1p(access_count)


def age_nudge(days_idle: float, access_count: int) -> float:
    """A factor within 1 ± `AGE_NUDGE`: fresh or often used goes up, idle and unused goes down.

    As a filter the score loses two thirds of what people ask for, because questions are about old things; as a
    bounded nudge it only orders what is equally relevant.
    """
    vividness = min(1.0, forgetting_score(1.0, days_idle, access_count))
    return 1.0 + AGE_NUDGE * (2.0 * vividness - 1.0)
