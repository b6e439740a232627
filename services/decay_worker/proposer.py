"""Gathers what the dream's proposals are made from, and opens their reviews."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from services.decay_worker.proposing import Gathered, Proposed, plan_proposals, still_holds
from shared.domain import identity
from shared.domain.aging import AgingMemory
from shared.domain.candidate import Layer
from shared.domain.decision import Action, Trace
from shared.domain.errors import LockBusy
from shared.domain.memory import Memory, RetentionStage
from shared.domain.proposals import ListedProposal, ProposalKind, may_become_a_template, promoted
from shared.domain.review import ReviewKind, ReviewStatus
from shared.domain.scope import Owner, Scope, owner_scope
from shared.domain.trace_filter import TraceFilter
from shared.domain.versioning import point_of
from shared.domain.write_plan import AuditEntry, WritePlan, WriterKind
from shared.ports.embedder import Embedder
from shared.ports.memory_store import MemoryStore
from shared.ports.reviews import Reviews
from shared.text.spoken_by import as_said
from shared.writing import Writer, point_insert

ACTOR = "decay_worker"
PAGE = 500
MOST_A_NIGHT = 50
"""Proposals of one kind: a person has to read them."""
MOST_COMPARED = 300
RECENT = timedelta(days=7)
REPEATED_WITHIN = timedelta(days=30)
NEAREST = 4
COMPARED_AT_ONCE = 16
"""A reader waits for so many look-ups at most."""


@dataclass(slots=True)
class Seen:
    """What a look at every memory keeps of them: ids only."""

    used: list[str] = field(default_factory=list)
    recent: list[tuple[datetime, str]] = field(default_factory=list)

    def watch(self, memories: Iterable[AgingMemory], now: datetime) -> Iterator[AgingMemory]:
        """The same memories, looked at on their way."""
        for memory in memories:
            if may_become_a_template(memory, now):
                self.used.append(memory.id)
            if memory.created_at >= now - RECENT and memory.stage is not RetentionStage.ARCHIVE:
                self.recent.append((memory.created_at, memory.id))
            yield memory

    def without(self, gone: AbstractSet[str]) -> "Seen":
        """What leaves in the same run is not proposed about."""
        used = [memory_id for memory_id in self.used if memory_id not in gone]
        return Seen(used, [each for each in self.recent if each[1] not in gone])


@dataclass(frozen=True, slots=True)
class Opened:
    """The answer of a `decide`. `plan` None: not true any more, or made before."""

    plan: WritePlan | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposer:
    """The doors of proposals. `by_itself`: what may become a template becomes one without a person."""

    store: MemoryStore
    writer: Writer
    reviews: Reviews
    embedder: Embedder
    by_itself: bool = False

    def plan(self, tenant_id: str, seen: Seen, *, now: datetime) -> tuple[Proposed, ...]:
        """What this night proposes. Raises StoreUnavailable, QueueUnavailable."""
        newest = [memory_id for _, memory_id in sorted(seen.recent, reverse=True)[:MOST_COMPARED]]
        gathered = Gathered(
            used=self._current(tenant_id, seen.used),
            in_conflict=self._in_conflict(tenant_id),
            pairs=tuple(self._pairs(tenant_id, self._current(tenant_id, newest), now)),
            passing=tuple(self._passing(tenant_id, now)),
        )
        return self._fresh(tenant_id, plan_proposals(tenant_id, gathered, now=now, by_itself=self.by_itself))

    def make(self, tenant_id: str, listed: Sequence[ListedProposal], *, now: datetime) -> int:
        """Carry out what a list says and what is still true of it; how many, with what a killed process had made of it. Repeatable."""
        made = {each.review_id for each in listed if self._is_made(tenant_id, each, now)}
        wanted = {each.review_id for each in listed} - made
        again = Gathered(
            used=self._current(tenant_id, _ids(listed, ProposalKind.PROMOTION)),
            in_conflict=self._in_conflict(tenant_id) if wanted else frozenset(),
            pairs=tuple(self._listed_pairs(tenant_id, listed)),
            passing=tuple(self._passing(tenant_id, now)) if any(each.kind is ProposalKind.REPETITION for each in listed) else (),
        )
        proposals = plan_proposals(tenant_id, again, now=now, by_itself=self.by_itself)
        return len(made) + sum(self._open(tenant_id, each, now) for each in proposals if each.listed.review_id in wanted)

    def _is_made(self, tenant_id: str, listed: ListedProposal, now: datetime) -> bool:
        review = self.reviews.get(Scope(tenant_id=tenant_id), listed.review_id)
        return review is not None and review.created_at == now

    def _open(self, tenant_id: str, proposed: Proposed, now: datetime) -> bool:
        owner = proposed.review.owner
        is_carried_out = proposed.listed.by_itself
        vector = self._vector(proposed.memories[0]) if is_carried_out else None

        def decide(current: tuple[Memory, ...]) -> Opened:
            known = self.reviews.get(Scope(tenant_id=tenant_id), proposed.review.id)
            if known is not None or not still_holds(proposed, current, now):
                return Opened(None)
            return Opened(_promotion_plan(proposed, vector, now) if is_carried_out else _review_plan(proposed, now))

        try:
            opened = self.writer.write(tenant_id, owner, decide, memory_ids=[memory.id for memory in proposed.memories])
        except LockBusy:
            return False
        return opened.plan is not None

    def _vector(self, memory: Memory) -> Sequence[float]:
        return self.embedder.embed_passages([as_said(memory.text, memory.speaker)])[0]

    def _fresh(self, tenant_id: str, proposals: Sequence[Proposed]) -> tuple[Proposed, ...]:
        """Those that no earlier night made, whatever became of them; at most so many of a kind."""
        kept: defaultdict[ProposalKind, list[Proposed]] = defaultdict(list)
        for each in proposals:
            of_kind = kept[each.listed.kind]
            if len(of_kind) < MOST_A_NIGHT and self.reviews.get(Scope(tenant_id=tenant_id), each.review.id) is None:
                of_kind.append(each)
        return tuple(each for kind in kept.values() for each in kind)

    def _current(self, tenant_id: str, memory_ids: Sequence[str]) -> tuple[Memory, ...]:
        found: list[Memory] = []
        for start in range(0, len(memory_ids), PAGE):
            found.extend(self.store.current(Scope(tenant_id=tenant_id), memory_ids=memory_ids[start : start + PAGE]))
        return tuple(found)

    def _in_conflict(self, tenant_id: str) -> frozenset[str]:
        about: set[str] = set()
        cursor: str | None = None
        while True:
            page = self.reviews.list(Scope(tenant_id=tenant_id), status=ReviewStatus.PENDING, kind=None, limit=PAGE, cursor=cursor)
            for review in (each for each in page.items if each.kind is not ReviewKind.SAMPLE):
                about.update(review.neighbour_ids)
                if review.proposed is not None and review.proposed.target_id is not None:
                    about.add(review.proposed.target_id)
            cursor = page.next_cursor
            if cursor is None:
                return frozenset(about)

    def _pairs(self, tenant_id: str, recent: Sequence[Memory], now: datetime) -> Iterator[tuple[Memory, Memory]]:
        """By the vectors that they were stored with: computing 300 anew takes longer than all the rest of a run."""
        vectors = self.store.vectors(Scope(tenant_id=tenant_id), [point_of(memory) for memory in recent])
        by_owner: defaultdict[Owner, list[Memory]] = defaultdict(list)
        for memory in recent:
            if point_of(memory) in vectors:
                by_owner[memory.owner].append(memory)
        for owner, of_owner in by_owner.items():
            for start in range(0, len(of_owner), COMPARED_AT_ONCE):
                memories = of_owner[start : start + COMPARED_AT_ONCE]
                asked = [vectors[point_of(memory)] for memory in memories]
                nearest = self.store.neighbours(owner_scope(tenant_id, owner), asked, now=now, limit=NEAREST)
                for memory, near in zip(memories, nearest, strict=True):
                    yield from ((memory, other.memory) for other in near if other.memory.id != memory.id)

    def _listed_pairs(self, tenant_id: str, listed: Sequence[ListedProposal]) -> Iterator[tuple[Memory, Memory]]:
        found = {memory.id: memory for memory in self._current(tenant_id, _ids(listed, ProposalKind.MERGE))}
        for each in listed:
            if each.kind is ProposalKind.MERGE and all(memory_id in found for memory_id in each.memory_ids):
                yield found[each.memory_ids[0]], found[each.memory_ids[1]]

    def _passing(self, tenant_id: str, now: datetime) -> Iterator[Trace]:
        wanted = TraceFilter(
            actions=(Action.WRITE, Action.UPDATE, Action.NOOP), since=now - REPEATED_WITHIN, layer=Layer.REALTIME_ENV.value
        )
        cursor: str | None = None
        while True:
            page = self.store.list_traces(Scope(tenant_id=tenant_id), wanted, limit=PAGE, cursor=cursor)
            yield from page.items
            cursor = page.next_cursor
            if cursor is None:
                return


def _ids(listed: Sequence[ListedProposal], kind: ProposalKind) -> list[str]:
    return [memory_id for each in listed if each.kind is kind for memory_id in each.memory_ids]


def _review_plan(proposed: Proposed, now: datetime) -> WritePlan:
    review = proposed.review
    return WritePlan(
        id=identity.derive_id("proposal", review.id),
        tenant_id=review.tenant_id,
        owner=review.owner,
        writer=WriterKind.MAINTENANCE,
        made_at=now,
        reviews=(review,),
        audit=(AuditEntry(action="review.open", actor=ACTOR, subject_ids=(review.id, *review.neighbour_ids), reason=review.reason),),
    )


def _promotion_plan(proposed: Proposed, vector: Sequence[float] | None, now: datetime) -> WritePlan:
    """The template, and an answered review, so that a promotion that was taken back is not made again."""
    memory = proposed.memories[0]
    change = promoted(memory, now, actor=ACTOR)
    answered = replace(proposed.review, status=ReviewStatus.APPROVED, answered_at=now, answered_by=ACTOR, memory_id=memory.id)
    return replace(
        _review_plan(proposed, now),
        inserts=tuple(point_insert(each, vector) for each in change.inserts),
        switches=change.switches,
        reviews=(answered,),
        audit=(AuditEntry(action="memory.promoted", actor=ACTOR, subject_ids=(memory.id,), reason=proposed.listed.kind.value),),
    )
