"""What besides relevance may order memories: retention stage, age and use, importance. It orders, it never gates."""

from dataclasses import replace
from datetime import datetime

from services.api.recall.ranking import Ranking
from shared.domain.forgetting import age_nudge, idle_days
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


def order_by_life(ranking: Ranking, *, now: datetime) -> Ranking:
    """Sort by relevance times the retention stage's factor times the bounded nudge."""
    nudged = [replace(ranked, stage_factor=STAGE_FACTOR[ranked.hit.stage], nudge=nudge(ranked.hit, now)) for ranked in ranking.kept]
    return ranking.keep(tuple(sorted(nudged, key=lambda ranked: (-ranked.order, -ranked.fused))))


def nudge(hit: Hit, now: datetime) -> float:
    """Age, use and importance together: a factor within 1 ± .15."""
    idle = idle_days(now, last_accessed_at=hit.last_accessed_at, observed_at=hit.observed_at)
    importance = 1.0 + IMPORTANCE_SHARE * (hit.importance - 0.5)
    both = age_nudge(idle, hit.access_count) * importance
    return min(1.0 + LARGEST_NUDGE, max(1.0 - LARGEST_NUDGE, both))
