"""What waits for a person: a candidate the guard was unsure of, or a quarantined turn."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.candidate import Candidate
from shared.domain.decision import Decision, Quality
from shared.domain.scope import Owner
from shared.domain.turn import Turn


class ReviewKind(StrEnum):
    """What is being reviewed. A sample is a decision drawn at random: its answer measures the guard. A proposal is the dream's."""

    CANDIDATE = "candidate"
    QUARANTINED_TURN = "quarantined_turn"
    SAMPLE = "sample"
    PROPOSAL = "proposal"


class ReviewStatus(StrEnum):
    """Where a review stands."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One open or answered review. `neighbour_ids` are the memories shown beside the candidate, `turn` the quarantined one.

    Of a sample `proposed` is the guard's decision and `decided_at` its time. `reopened_at`: its last answer was undone.
    """

    id: str
    tenant_id: str
    owner: Owner
    kind: ReviewKind
    status: ReviewStatus
    reason: str
    created_at: datetime
    text: str
    capture_id: str | None = None
    candidate: Candidate | None = None
    proposed: Decision | None = None
    quality: Quality | None = None
    trace_id: str | None = None
    neighbour_ids: tuple[str, ...] = ()
    answered_at: datetime | None = None
    answered_by: str | None = None
    note: str | None = None
    memory_id: str | None = None
    turn: Turn | None = None
    decided_at: datetime | None = None
    reopened_at: datetime | None = None
