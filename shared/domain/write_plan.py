"""A write plan: everything one writer will do, with all ids and payloads, recorded before the first write.

A plan is applied as often as needed: inserts are insert-only, switches set named fields to given values,
deletes name points. Applying it twice changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain.decision import Outcome, Trace
from shared.domain.memory import Memory
from shared.domain.review import Review
from shared.domain.scope import Owner


class WriterKind(StrEnum):
    """Who wrote."""

    GUARD = "guard"
    EXPLICIT = "explicit"
    REVIEW = "review"
    IMPORT = "import"
    MAINTENANCE = "maintenance"
    REINFORCEMENT = "reinforcement"


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Term ids (unsigned 32 bit, strictly rising) and their weights."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointInsert:
    """One new version with its own vectors. `dense` is little-endian float32, or None where none could be computed."""

    point_id: str
    memory: Memory
    dense: bytes | None
    sparse: SparseVector
    term_ids: tuple[int, ...]


CLEARABLE = frozenset({"archived_at", "expires_at", "last_accessed_at", "valid_to"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSwitch:
    """Payload fields of one stored version to set (Memory field names; times as aware datetimes).

    None leaves a field as it is; `clears` names times that are to have no value any more (CLEARABLE).
    """

    point_id: str
    current: bool | None = None
    stage: str | None = None
    superseded_by: str | None = None
    valid_to: datetime | None = None
    archived_at: datetime | None = None
    expires_at: datetime | None = None
    last_accessed_at: datetime | None = None
    access_count: int | None = None
    seen_count: int | None = None
    reliability: float | None = None
    highest_version: int | None = None
    clears: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The final word on one candidate: moves its ledger line and its capture's outcome list, once.

    `undoes`: a person takes the word back that was final before; this one stands instead.
    """

    candidate_id: str
    capture_id: str
    outcome: Outcome
    undoes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One line of the audit stream. Holds ids and reasons, never text."""

    action: str
    actor: str
    subject_ids: tuple[str, ...] = ()
    reason: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


def lives(memories: Sequence[Memory]) -> list[list[str]]:
    """Layer and creation time of memories that are going: the audit detail `lives`, from which past sizes are told."""
    return [[memory.layer.value, memory.created_at.isoformat()] for memory in memories]


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePlan:
    """All that one decision writes. `explicit` counts the explicit line of the ledger ({"written": 1}).

    `fence`: of the lock that it was recorded under, given by the writer. What a plan with a later one has switched, this one does
    not switch back, however late it is applied. 0 = none.
    """

    id: str
    tenant_id: str
    owner: Owner
    writer: WriterKind
    made_at: datetime
    inserts: tuple[PointInsert, ...] = ()
    switches: tuple[PointSwitch, ...] = ()
    deleted_memory_ids: tuple[str, ...] = ()
    traces: tuple[Trace, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    reviews: tuple[Review, ...] = ()
    answered_review: Review | None = None
    explicit: Mapping[str, int] = field(default_factory=dict)
    audit: tuple[AuditEntry, ...] = ()
    reinforced_recall_id: str | None = None
    fence: int = 0
