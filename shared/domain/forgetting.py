"""Forgetting as pure maths over (now, timestamps, counts): running it a hundred times equals once."""

import math
from datetime import datetime
from enum import StrEnum

from shared.domain.memory import RetentionStage

DECAY_RATE = 0.05
USE_BOOST = 0.2
AGE_NUDGE = 0.1
"""The whole effect of age and use on the order of a recall is within this share, up or down."""

FLUID_CUT = 0.05
WEIBULL = {RetentionStage.WORKING: (1.0, 0.8), RetentionStage.SHORT: (30.0, 1.0), RetentionStage.LONG: (90.0, 0.6)}
"""Scale in days and shape, per retention stage."""


class AgePolicy(StrEnum):
    """What age does to the order of a recall: little and bounded, the whole formula as a filter, or a Weibull curve."""

    BOUNDED = "bounded"
    FLUID = "fluid"
    WEIBULL = "weibull"


def idle_days(now: datetime, *, last_accessed_at: datetime | None, observed_at: datetime) -> float:
    """Days since the last use, or since it was observed where it was never used; fractional, never negative."""
    since = max(observed_at, last_accessed_at) if last_accessed_at is not None else observed_at
    return max(0.0, (now - since).total_seconds() / 86_400)


def forgetting_score(
    similarity: float,
    days_idle: float,
    access_count: int,
    *,
    rate: float = DECAY_RATE,
    boost: float = USE_BOOST,
    boost_cap: float = math.inf,
) -> float:
    """`similarity * exp(-rate * days_idle) + boost * ln(1 + access_count)`, similarity 0..1, days clamped at 0.

    The curve of Ebbinghaus with reinforcement by use, which adds at most `boost_cap`; above 1 for what is used often.
    """
    return similarity * math.exp(-rate * max(0.0, days_idle)) + min(boost_cap, boost * math.log1p(access_count))


def has_faded(score: float) -> bool:
    """True where policy `fluid` drops what scores this: below the cut; at it a memory stays."""
    return score < FLUID_CUT


def weibull_survival(stage: RetentionStage, age_days: float) -> float:
    """`exp(-(age / scale) ** shape)`, 0..1, with the stage's scale and shape; the archive's are those of long."""
    scale, shape = WEIBULL.get(stage, WEIBULL[RetentionStage.LONG])
    return math.exp(-((max(0.0, age_days) / scale) ** shape))


def faded_importance(importance: float, days_idle: float, *, per_day: float = 0.95) -> float:
    """`importance * per_day ** days_idle`: derived whenever it is asked for, never written back."""
    return importance * math.pow(per_day, max(0.0, days_idle))


def age_nudge(days_idle: float, access_count: int) -> float:
    """A factor within 1 ± `AGE_NUDGE`: fresh or often used goes up, idle and unused goes down.

    As a filter the score loses two thirds of what people ask for, because questions are about old things; as a
    bounded nudge it only orders what is equally relevant.
    """
    vividness = min(1.0, forgetting_score(1.0, days_idle, access_count))
    return 1.0 + AGE_NUDGE * (2.0 * vividness - 1.0)
