"""What travels through the ranking stages: candidates with their numbers, and what was dropped on the way."""

from collections.abc import Callable
from dataclasses import dataclass, field

from services.api.recall.answer import Dropped
from shared.domain.relevance import Hit


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate. `relevance` is calibrated 0..1; `order` is what sorts it: relevance times its nudges."""

    hit: Hit
    fused: float = 0.0
    relevance: float = 0.0
    coverage: float = 0.0
    matched: tuple[int, ...] = ()
    stage_factor: float = 1.0
    nudge: float = 1.0
    mmr_rank: int | None = None

    @property
    def order(self) -> float:
        """Relevance with the bounded effects of retention stage, age, use and importance."""
        return self.relevance * self.stage_factor * self.nudge


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
