"""What besides relevance may order memories: retention stage, age and use, importance.

Under the policy `bounded` it orders and never gates; `fluid` also drops what has faded away.
"""

from datetime import datetime

from services.api.recall.ranking import Ranked, Ranking, drop
from shared.domain.forgetting import FLUID_CUT, AgePolicy, age_nudge, forgetting_score, has_faded, idle_days, weibull_survival
from shared.domain.memory import RetentionStage
from shared.domain.relevance import Hit

STAGE_FACTOR = {
    RetentionStage.LONG: 1.0,
    RetentionStage.SHORT: 0.97,
    RetentionStage.WORKING: 0.94,
    RetentionStage.ARCHIVE: 0.6,
}
IMPORTANCE_SHARE = 0.1
LARGEST_NUDGE = 0.15
SMALLEST_FACTOR = 1e-9
"""A factor is taken the logarithm of."""


def order_by_life(ranking: Ranking, *, now: datetime, policy: AgePolicy = AgePolicy.BOUNDED) -> Ranking:
    """Sort by relevance times the retention stage's factor times what age does under this policy."""
    nudged = [ranked.with_life(STAGE_FACTOR[ranked.hit.stage], _age_factor(ranked, now, policy)) for ranked in ranking.kept]
    faded = [ranked for ranked in nudged if policy is AgePolicy.FLUID and has_faded(fluid_score(ranked, now))]
    kept = [ranked for ranked in nudged if ranked not in faded] if faded else nudged
    ordered = tuple(sorted(kept, key=lambda ranked: (-ranked.order, -ranked.fused)))
    return ranking.keep(ordered, dropped=tuple(drop(ranked, "life", f"faded below {FLUID_CUT}") for ranked in faded))


def fluid_score(ranked: Ranked, now: datetime) -> float:
    """The forgetting score with the relevance as similarity."""
    return forgetting_score(ranked.relevance, _idle(ranked.hit, now), ranked.hit.access_count)


def _age_factor(ranked: Ranked, now: datetime, policy: AgePolicy) -> float:
    if policy is AgePolicy.BOUNDED:
        return nudge(ranked.hit, now)
    if policy is AgePolicy.FLUID:
        return max(SMALLEST_FACTOR, fluid_score(ranked, now)) / max(SMALLEST_FACTOR, ranked.relevance)
    return max(SMALLEST_FACTOR, weibull_survival(ranked.hit.stage, _idle(ranked.hit, now)))


def _idle(hit: Hit, now: datetime) -> float:
    return idle_days(now, last_accessed_at=hit.last_accessed_at, observed_at=hit.observed_at)


def nudge(hit: Hit, now: datetime) -> float:
    """Age, use and importance together: a factor within 1 ± .15."""
    importance = 1.0 + IMPORTANCE_SHARE * (hit.importance - 0.5)
    both = age_nudge(_idle(hit, now), hit.access_count) * importance
    return min(1.0 + LARGEST_NUDGE, max(1.0 - LARGEST_NUDGE, both))
