"""What the system learned about its own mistakes: errors, corrections, patterns, each open until somebody resolves it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain import identity
from shared.domain.scope import Owner


class LearningType(StrEnum):
    """What kind of lesson it is."""

    ERROR = "error"
    CORRECTION = "correction"
    PATTERN = "pattern"


class LearningSource(StrEnum):
    """Where it came from: a caller, a turn that could not be processed, a person's correction in review."""

    EXPLICIT = "explicit"
    DEAD_LETTER = "dead_letter"
    REVIEW = "review"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """One lesson. `seen`: how often it was noted; noted again after it was resolved it is open again."""

    id: str
    tenant_id: str
    owner: Owner
    type: LearningType
    source: LearningSource
    summary: str
    created_at: datetime
    last_at: datetime
    error_type: str | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    correction: str | None = None
    agent_id: str | None = None
    seen: int = 1
    resolved_at: datetime | None = None
    resolved_by: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningStats:
    """Exact counts. `resolution_rate` is resolved / total, None where there is nothing to resolve."""

    total: int
    resolved: int
    unresolved: int
    resolution_rate: float | None
    by_type: Mapping[str, int]


def learning_id(tenant_id: str, owner: Owner, kind: LearningType, *parts: str | None) -> str:
    """The same lesson has the same id, so that it is counted and not listed twice."""
    return identity.derive_id("learning", tenant_id, owner.key, kind.value, *parts)


def noted_again(known: Learning, again: Learning) -> Learning:
    """One more sighting with the newest circumstances; open again where it had been resolved."""
    return replace(
        known,
        seen=known.seen + 1,
        last_at=max(known.last_at, again.last_at),
        context=again.context or known.context,
        correction=again.correction or known.correction,
        resolved_at=None,
        resolved_by=None,
        note=None,
    )


def stats_of(learnings: Iterable[Learning]) -> LearningStats:
    """Every type is named, also where there is none of it."""
    listed = list(learnings)
    resolved = sum(1 for each in listed if each.resolved_at is not None)
    kinds = Counter(each.type for each in listed)
    return LearningStats(
        total=len(listed),
        resolved=resolved,
        unresolved=len(listed) - resolved,
        resolution_rate=resolved / len(listed) if listed else None,
        by_type={kind.value: kinds[kind] for kind in LearningType},
    )
