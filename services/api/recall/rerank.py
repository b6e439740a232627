"""The remote reranker's word, put beside the learned model's: half a say each, on one scale."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from services.api.recall.ranking import Ranked, Ranking

RELATED, UNRELATED = 0.9, 0.05
"""What a question's own answer and another answer are worth once the scale is known."""
LEAST_SPREAD = 0.2
LARGEST_LOG_ODDS = 6.0


@dataclass(frozen=True, slots=True)
class RerankScale:
    """Where a reranker's scores lie: the mean of its log odds for texts that answer a question, and for others.

    `is_probability`: all scores seen lie in 0..1 and are read as log odds; others are taken as they are.
    """

    related: float
    unrelated: float
    is_probability: bool

    def log_odds(self, score: float) -> float:
        """The score on the scale of relevance: both means fall where `RELATED` and `UNRELATED` lie."""
        width = max(self.related - self.unrelated, LEAST_SPREAD)
        upper, lower = spread_score(RELATED, is_probability=True), spread_score(UNRELATED, is_probability=True)
        found = lower + (spread_score(score, is_probability=self.is_probability) - self.unrelated) * (upper - lower) / width
        return max(-LARGEST_LOG_ODDS, min(LARGEST_LOG_ODDS, found))


def spread_score(score: float, *, is_probability: bool) -> float:
    """A score as log odds, kept away from the ends; a raw score unchanged."""
    if not is_probability:
        return score
    inside = min(max(score, 1e-4), 1 - 1e-4)
    return math.log(inside / (1 - inside))


def scale_of_scores(own: list[float], others: list[float]) -> RerankScale:
    """From the scores of answers and of other texts. ValueError where answers do not score higher."""
    is_probability = all(0.0 <= score <= 1.0 for score in (*own, *others))
    related, unrelated = (
        sum(spread_score(score, is_probability=is_probability) for score in scores) / len(scores) for scores in (own, others)
    )
    if related <= unrelated:
        raise ValueError("this reranker does not tell an answer from another text")
    return RerankScale(related, unrelated, is_probability)


def apply_scores(ranking: Ranking, *, scores: Mapping[str, float], scale: RerankScale) -> Ranking:
    """Sort anew by the mean of both log odds; what the reranker did not see keeps the learned model's."""
    judged = [_judged(ranked, scores.get(ranked.hit.point_id), scale) for ranked in ranking.kept]
    return ranking.keep(tuple(sorted(judged, key=lambda ranked: -ranked.log_odds)))


def _judged(ranked: Ranked, score: float | None, scale: RerankScale) -> Ranked:
    if score is None:
        return ranked
    return replace(ranked, remote=score, log_odds=(ranked.log_odds + scale.log_odds(score)) / 2)
