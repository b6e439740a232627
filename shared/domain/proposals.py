"""What the dream proposes and a person decides: a template out of experience, a statement out of repetition, one out of two. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from shared.domain import identity
from shared.domain.aging import Aging
from shared.domain.candidate import Candidate, Criterion, Layer
from shared.domain.layer_policy import REALTIME_SOURCES
from shared.domain.memory import Memory, RetentionStage
from shared.domain.session_summary import is_summary_slot
from shared.domain.trigger import TriggerType
from shared.domain.versioning import Change, next_version, overlaps, point_of
from shared.domain.write_plan import PointSwitch

PROMOTED_FROM_RELIABILITY = 0.8
PROMOTED_FROM_SUPPORTS = 3
PROMOTED_FROM_USES = 5
PROMOTED_FROM_AGE = timedelta(days=7)
PROMOTE = "promote"
EXTRACTED_BY = "dream"


class ProposalKind(StrEnum):
    """What is proposed. The value is the reason of the review."""

    PROMOTION = "promotion"
    REPETITION = "repetition"
    MERGE = "merge"


@dataclass(frozen=True, slots=True)
class ListedProposal:
    """One proposal on the list of a run. `memory_ids`: first the one that stays. `by_itself`: carried out without a person."""

    kind: ProposalKind
    review_id: str
    memory_ids: tuple[str, ...]
    by_itself: bool = False


def proposal_id(kind: ProposalKind, *parts: str) -> str:
    """The same proposal has the same id in every night, so that it is made once and a rejected one never again."""
    return identity.derive_id("review", kind.value, *parts)


def may_become_a_template(memory: Aging, now: datetime) -> bool:
    """What can be said without its words: live L2, reliable, used and old enough."""
    return (
        memory.layer is Layer.STRATEGY_EXP
        and memory.stage is not RetentionStage.ARCHIVE
        and (memory.expires_at is None or memory.expires_at > now)
        and memory.reliability >= PROMOTED_FROM_RELIABILITY
        and memory.access_count >= PROMOTED_FROM_USES
        and memory.created_at <= now - PROMOTED_FROM_AGE
    )


def is_promotable(memory: Memory, now: datetime, *, has_open_conflict: bool) -> bool:
    """All that a template needs: besides its uses a source that is no suggestion, and three independent sightings."""
    return (
        may_become_a_template(memory, now)
        and memory.current
        and not is_summary_slot(memory.slot)
        and memory.attribution in REALTIME_SOURCES
        and memory.seen_count >= PROMOTED_FROM_SUPPORTS
        and not has_open_conflict
    )


def promoted(current: Memory, now: datetime, *, actor: str) -> Change:
    """The next version: a template (L4) for good that keeps its words, its evidence and everything it came from."""
    template = replace(current, layer=Layer.SKILL_TEMPLATE, valid_from=now, expires_at=None, changed_by=actor, change_reason=PROMOTE)
    return next_version(current, template)


def are_mergeable(one: Memory, other: Memory, now: datetime) -> bool:
    """Two live memories of one kind for the same readers, true at one moment. Whether they say the same is for their words."""
    live = all(
        memory.current and memory.stage is not RetentionStage.ARCHIVE and not memory.is_expired(now) and not memory.pinned
        for memory in (one, other)
    )
    return (
        live
        and one.id != other.id
        and _kind_of(one) == _kind_of(other)
        and overlaps(one, valid_from=other.valid_from, valid_to=other.valid_to)
    )


def kept_first(one: Memory, other: Memory) -> tuple[Memory, Memory]:
    """The one that stays, and the one that goes to the archive: more uses, then more reliable, then the older one stays."""
    ranked = sorted((one, other), key=lambda memory: (-memory.access_count, -memory.reliability, memory.created_at, memory.id))
    return ranked[0], ranked[1]


def merged(kept: Memory, gone: Memory, now: datetime) -> Change:
    """One of them goes to the archive, from where it can be restored; the other counts its sightings and uses too."""
    return Change(
        switches=(
            PointSwitch(
                point_id=point_of(kept),
                seen_count=kept.seen_count + gone.seen_count,
                access_count=kept.access_count + gone.access_count,
                last_accessed_at=max((at for at in (kept.last_accessed_at, gone.last_accessed_at) if at is not None), default=None),
            ),
            PointSwitch(point_id=point_of(gone), stage=RetentionStage.ARCHIVE.value, archived_at=now, clears=("expires_at",)),
        )
    )


def stand_in(memory: Memory, *, number: int = 1) -> Candidate:
    """Says whose and for whom the memory is, without its words: an erased memory leaves none in a review."""
    return Candidate(
        id=identity.derive_id("stand_in", memory.id),
        number=number,
        capture_id=identity.derive_id("dream", memory.id),
        tenant_id=memory.tenant_id,
        owner=memory.owner,
        text="",
        category=memory.category,
        layer=memory.layer,
        trigger_type=TriggerType.PERIODIC_PATTERN,
        confidence=memory.reliability,
        criteria=(Criterion(holds=True),) * 3,
        importance=memory.importance,
        evidence=(),
        attribution=memory.attribution,
        sources=(),
        observed_at=memory.observed_at,
        visibility=memory.visibility,
        user_id=memory.user_id,
        agent_id=memory.agent_id,
        session_id=memory.session_id,
        chat_id=memory.chat_id,
        labels=memory.labels,
        language=memory.language,
        extracted_by=EXTRACTED_BY,
    )


def _kind_of(memory: Memory) -> tuple[object, ...]:
    return (
        memory.tenant_id,
        memory.owner,
        memory.layer,
        memory.category,
        memory.visibility,
        memory.agent_id,
        memory.speaker,
        tuple(sorted(memory.labels.items())),
    )
