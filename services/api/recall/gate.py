"""The thresholds: what is surely about something else, and what may enter the context. All comparisons are >=."""

from services.api.recall.ranking import Ranking, drop


def drop_unsure(ranking: Ranking, *, threshold: float) -> Ranking:
    """Leave out what is not even possibly about the question."""
    return _cut(ranking, threshold, stage="confidence")


def gate(ranking: Ranking, *, min_score: float) -> Ranking:
    """Keep what reached the request's `min_score`. Relevance is compared, not the order: age never hides an answer."""
    return _cut(ranking, min_score, stage="gate")


def _cut(ranking: Ranking, threshold: float, *, stage: str) -> Ranking:
    kept = tuple(ranked for ranked in ranking.kept if ranked.relevance >= threshold)
    below = tuple(drop(ranked, stage, f"below {threshold:g}") for ranked in ranking.kept if ranked.relevance < threshold)
    return ranking.keep(kept, dropped=below)
