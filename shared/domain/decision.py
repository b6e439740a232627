"""What the guard answered about a candidate: values, never exceptions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain.candidate import Candidate
from shared.domain.scope import Owner
from shared.domain.turn import Turn


class Action(StrEnum):
    """The guard's answers. NOOP is an exact duplicate that was only seen again."""

    WRITE = "WRITE"
    UPDATE = "UPDATE"
    REJECT = "REJECT"
    PENDING_REVIEW = "PENDING_REVIEW"
    NOOP = "NOOP"


class GuardStage(StrEnum):
    """Where a decision fell, in the order of the funnel."""

    HYGIENE = "hygiene"
    CLASSIFY = "classify"
    VALUE = "value"
    RULES = "rules"
    JUDGE = "judge"
    LAYER = "layer"
    CONFLICT = "conflict"
    QUALITY = "quality"
    WRITING = "writing"
    REVIEW = "review"


class Grounding(StrEnum):
    """How well the sources carry a candidate."""

    GROUNDED = "grounded"
    WEAKLY_GROUNDED = "weakly_grounded"
    UNSUPPORTED = "unsupported"


class Consistency(StrEnum):
    """How a candidate stands to what is already known."""

    CONSISTENT = "consistent"
    DUPLICATE = "duplicate"
    REFINES = "refines"
    CONTRADICTS = "contradicts"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Quality:
    """The five quality dimensions, each 0..1."""

    evidence: float
    specificity: float
    novelty: float
    actionability: float
    durability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One stage's word on a candidate. `target_id` names the memory that an UPDATE or NOOP is about."""

    action: Action
    stage: GuardStage
    reason: str
    target_id: str | None = None
    importance: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One line of a trace: what one stage saw and said."""

    stage: GuardStage
    said: str
    reason: str = ""
    seen: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The record of every stage one candidate passed. Kept in the engine's `records` collection.

    `judged` and `judged_at` are the guard's own word and its time, where a person has changed the decision since.
    """

    id: str
    tenant_id: str
    owner: Owner
    capture_id: str | None
    candidate_id: str | None
    text: str
    verdicts: tuple[Verdict, ...]
    decision: Decision
    at: datetime
    memory_id: str | None = None
    review_id: str | None = None
    candidate: Mapping[str, Any] = field(default_factory=dict)
    judged: Decision | None = None
    judged_at: datetime | None = None

    @property
    def first_word(self) -> tuple[Decision, datetime]:
        """What was decided before any person looked, and when."""
        return self.judged or self.decision, self.judged_at or self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one candidate, as a capture shows it."""

    candidate_id: str
    text: str
    action: Action
    stage: GuardStage
    reason: str
    memory_id: str | None = None
    trace_id: str | None = None
    review_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A candidate on its way from capture to guard, with what has been said of it so far.

    `decided` is set where an earlier stage already had the last word: the guard then only records that.
    `quarantined` is the turn that waits for a person as a whole: the candidate then holds none of its words.
    """

    candidate: Candidate
    verdicts: tuple[Verdict, ...] = ()
    decided: Decision | None = None
    quarantined: Turn | None = None
