"""What travels through the ranking stages: candidates with their numbers, and what was dropped on the way."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from services.api.recall.answer import Dropped
from shared.domain.relevance import Hit


def chance(log_odds: float) -> float:
    """1 / (1 + exp(-x)) without overflow."""
    return 1.0 / (1.0 + math.exp(-log_odds)) if log_odds >= 0 else math.exp(log_odds) / (1.0 + math.exp(log_odds))


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate. `log_odds` is its relevance as the model gives it; the factors are those that only order.

    `remote` is the remote reranker's own score, None where it was not asked.
    """

    hit: Hit
    fused: float = 0.0
    log_odds: float = 0.0
    coverage: float = 0.0
    matched: tuple[int, ...] = ()
    stage_factor: float = 1.0
    nudge: float = 1.0
    mmr_rank: int | None = None
    remote: float | None = None

    def with_relevance(self, log_odds: float, coverage: float, matched: tuple[int, ...]) -> "Ranked":
        """What the model says of it. Written out, as the next one: there are hundreds per recall, and `replace` is slow."""
        return Ranked(self.hit, self.fused, log_odds, coverage, matched)

    def with_life(self, stage_factor: float, nudge: float) -> "Ranked":
        """What besides relevance orders it."""
        return Ranked(self.hit, self.fused, self.log_odds, self.coverage, self.matched, stage_factor, nudge, None, self.remote)

    @property
    def relevance(self) -> float:
        """Calibrated, 0..1: what the gates compare and the answer shows as score."""
        return chance(self.log_odds)

    @property
    def order(self) -> float:
        """What sorts: log odds with retention stage, age, use and importance as factors on the odds.

        On the odds and not on the relevance itself, which is near 1 for all good answers: there, a tenth more
        or less would decide instead of the question.
        """
        return self.log_odds + math.log(self.stage_factor * self.nudge)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Candidates in their present order, best first, and the dropped ones."""

    kept: tuple[Ranked, ...]
    dropped: tuple[Dropped, ...] = field(default=())

    def keep(self, kept: tuple[Ranked, ...], *, dropped: tuple[Dropped, ...] = ()) -> "Ranking":
        """The next state: these stay, those are added to the dropped."""
        return Ranking(kept, self.dropped + dropped)


Stage = Callable[[Ranking], Ranking]


def drop(ranked: Ranked, stage: str, reason: str) -> Dropped:
    """The line of `explain` for one candidate."""
    return Dropped(id=ranked.hit.memory_id, stage=stage, reason=reason, score=round(ranked.relevance, 4))
