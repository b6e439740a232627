"""From what was gathered to the dream's proposals: pure, each the same in every night until it is made."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime

from shared.contracts.records import from_plain
from shared.domain import identity
from shared.domain.candidate import Candidate, Layer
from shared.domain.decision import Action, Decision, GuardStage, Trace
from shared.domain.memory import Memory
from shared.domain.proposals import (
    EXTRACTED_BY,
    ListedProposal,
    ProposalKind,
    are_mergeable,
    is_promotable,
    kept_first,
    proposal_id,
    stand_in,
)
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.text.near_duplicates import says_nearly_the_same
from shared.text.normalise import canonical

REPEATED_FROM = 3
"""On so many different days the same passing statement was made before it is proposed as lasting."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal and the review that it opens. `memories` as they were when it was made; the first one stays."""

    listed: ListedProposal
    review: Review
    memories: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """All that is looked at for one tenant.

    `in_conflict`: memories that an open review is about. `pairs`: memories that stand near one another.
    `passing`: decisions that stored an L3 statement, or counted it again.
    """

    used: Sequence[Memory] = ()
    in_conflict: AbstractSet[str] = frozenset()
    pairs: Sequence[tuple[Memory, Memory]] = ()
    passing: Sequence[Trace] = ()


def plan_proposals(tenant_id: str, gathered: Gathered, *, now: datetime, by_itself: bool) -> tuple[Proposed, ...]:
    """Promotions, merges, repetitions, in an order that depends on their content alone. `by_itself`: promotions need no person."""
    promotions = [
        _promotion(memory, now, by_itself=by_itself)
        for memory in sorted(gathered.used, key=lambda each: each.id)
        if is_promotable(memory, now, has_open_conflict=memory.id in gathered.in_conflict)
    ]
    merges = [_merge(one, other, now) for one, other in _distinct(gathered.pairs, now)]
    repetitions = list(_repetitions(tenant_id, gathered.passing, now))
    return tuple(each for kind in (promotions, merges, repetitions) for each in kind)


def still_holds(proposed: Proposed, current: Sequence[Memory], now: datetime) -> bool:
    """Under the owner's lock: whether the very versions that it is about stand as they stood, and still ask for it."""
    standing = {memory.id: memory for memory in current}
    if any(standing.get(memory.id) != memory for memory in proposed.memories):
        return False
    match proposed.listed.kind:
        case ProposalKind.PROMOTION:
            return is_promotable(proposed.memories[0], now, has_open_conflict=False)
        case ProposalKind.MERGE:
            return are_mergeable(proposed.memories[0], proposed.memories[1], now)
        case ProposalKind.REPETITION:
            return True


def _promotion(memory: Memory, now: datetime, *, by_itself: bool) -> Proposed:
    review_id = proposal_id(ProposalKind.PROMOTION, memory.id)
    words = (
        f"Make this experience a template (L4): seen {memory.seen_count} times, used {memory.access_count} times, "
        f"reliability {memory.reliability:.2f}."
    )
    listed = ListedProposal(ProposalKind.PROMOTION, review_id, (memory.id,), by_itself)
    candidate = replace(stand_in(memory), layer=Layer.SKILL_TEMPLATE)
    return Proposed(listed, _review(listed, candidate, words, now), (memory,))


def _merge(one: Memory, other: Memory, now: datetime) -> Proposed:
    kept, gone = kept_first(one, other)
    first, second = sorted((one.id, other.id))
    listed = ListedProposal(ProposalKind.MERGE, proposal_id(ProposalKind.MERGE, first, second), (kept.id, gone.id))
    words = "These two say nearly the same: keep the first, put the second into the archive."
    return Proposed(listed, _review(listed, stand_in(kept), words, now), (kept, gone))


def _distinct(pairs: Iterable[tuple[Memory, Memory]], now: datetime) -> list[tuple[Memory, Memory]]:
    """Each memory in at most one proposal of a night: what goes to the archive cannot take another one in."""
    taken: set[str] = set()
    chosen: list[tuple[Memory, Memory]] = []
    ordered = sorted(pairs, key=lambda pair: sorted((pair[0].id, pair[1].id)))
    for one, other in ordered:
        if one.id in taken or other.id in taken or not are_mergeable(one, other, now):
            continue
        if says_nearly_the_same(one.text, other.text):
            taken |= {one.id, other.id}
            chosen.append((one, other))
    return chosen


def _repetitions(tenant_id: str, passing: Sequence[Trace], now: datetime) -> Iterable[Proposed]:
    for said, traces in sorted(_said_again(passing).items()):
        days = {trace.first_word[1].date() for trace in traces}
        if len(days) < REPEATED_FROM:
            continue
        last = max(traces, key=lambda trace: (trace.first_word[1], trace.id))
        review_id = proposal_id(ProposalKind.REPETITION, tenant_id, *said)
        candidate = _lasting(from_plain(dict(last.candidate), Candidate), review_id)
        yield Proposed(
            (listed := ListedProposal(ProposalKind.REPETITION, review_id, ())),
            _review(listed, candidate, candidate.text, now),
        )


def _said_again(passing: Sequence[Trace]) -> Mapping[tuple[str, ...], list[Trace]]:
    """The same words of the same owner for the same readers."""
    said: dict[tuple[str, ...], list[Trace]] = {}
    for trace in passing:
        if trace.candidate:
            readers = repr((trace.candidate.get("visibility"), trace.candidate.get("agent_id"), sorted(_labels(trace).items())))
            said.setdefault((trace.owner.key, canonical(trace.text), readers), []).append(trace)
    return said


def _labels(trace: Trace) -> dict[str, str]:
    return dict(trace.candidate.get("labels") or {})


def _lasting(passing: Candidate, review_id: str) -> Candidate:
    """The statement as strategy experience (L2), an entry of its own that belongs to no capture."""
    return replace(
        passing,
        id=identity.derive_id("candidate", review_id),
        capture_id=identity.derive_id("dream", review_id),
        number=1,
        layer=Layer.STRATEGY_EXP,
        ttl_seconds=None,
        valid_to=None,
        extracted_by=EXTRACTED_BY,
    )


def _review(listed: ListedProposal, candidate: Candidate, words: str, now: datetime) -> Review:
    is_about = bool(listed.memory_ids)
    decision = Decision(
        action=Action.UPDATE if is_about else Action.WRITE,
        stage=GuardStage.REVIEW,
        reason=listed.kind.value,
        target_id=listed.memory_ids[0] if is_about else None,
    )
    return Review(
        id=listed.review_id,
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        kind=ReviewKind.PROPOSAL,
        status=ReviewStatus.PENDING,
        reason=listed.kind.value,
        created_at=now,
        text=words,
        candidate=candidate,
        proposed=decision,
        neighbour_ids=listed.memory_ids,
    )
