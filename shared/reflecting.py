"""Looking back over one owner: gathers the records of some days and puts them into the queue as a turn like any other."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.candidate import Layer
from shared.domain.decision import Action, GuardStage, Trace
from shared.domain.memory import RetentionStage
from shared.domain.reflection import (
    MOST_RECORDS,
    NOTHING_NEW,
    OFFLINE,
    REFLECTION,
    LookedAt,
    Record,
    may_be_cited,
    reflection_turn,
)
from shared.domain.review import ReviewKind, ReviewStatus
from shared.domain.scope import Owner, Scope, owner_scope
from shared.domain.session_summary import is_summary_slot
from shared.domain.trace_filter import TraceFilter
from shared.domain.turn import Receipt
from shared.ports.captures import TurnIntake
from shared.ports.learnings import Learnings
from shared.ports.memory_store import MemoryStore
from shared.ports.reviews import Reviews
from shared.text.injection import injection_mark
from shared.text.normalise import canonical

LOOKED_BACK = timedelta(days=7)
REPEATED_FROM = 3
MOST_TRACES = 500
MOST_OF_A_KIND = 10
STORED = (Action.WRITE, Action.UPDATE, Action.NOOP)


@dataclass(frozen=True, slots=True)
class Reflected:
    """What became of a look back. `reason`: why nothing was asked of a model; None where something was."""

    receipt: Receipt
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """Its doors. `has_model` False: no model is there to look back, and nothing is put into the queue."""

    store: MemoryStore
    reviews: Reviews
    learnings: Learnings
    intake: TurnIntake
    has_model: bool

    def reflect(self, tenant_id: str, owner: Owner, *, now: datetime) -> Reflected:
        """The same records again are a duplicate. Without a model, or without anything to cite, the capture is skipped and says why."""
        records = self._records(tenant_id, owner, now)
        turn = reflection_turn(tenant_id, owner, records, now=now)
        reason = OFFLINE if not self.has_model else None if any(map(may_be_cited, records)) else NOTHING_NEW
        if reason is not None:
            return Reflected(self.intake.skip(turn, reason=reason, keep=True), reason)
        return Reflected(self.intake.accept(turn), None)

    def owners(self, tenant_id: str, *, now: datetime, most: int) -> tuple[Owner, ...]:
        """Those about whom something was stored or corrected since yesterday, the busiest first."""
        wanted = TraceFilter(actions=STORED, since=now - timedelta(days=1))
        counts: defaultdict[Owner, int] = defaultdict(int)
        for trace in self._traces(Scope(tenant_id=tenant_id), wanted):
            counts[trace.owner] += 1
        return tuple(sorted(counts, key=lambda owner: (-counts[owner], owner.key))[:most])

    def _records(self, tenant_id: str, owner: Owner, now: datetime) -> list[Record]:
        scope, since = owner_scope(tenant_id, owner), now - LOOKED_BACK
        parts = (self._corrections(scope, since, now), self._repeated(scope, since), self._learned(scope), self._rejects(scope, since))
        found = [record for part in parts for record in list(part)[:MOST_OF_A_KIND] if injection_mark(record.text) is None]
        return found[:MOST_RECORDS]

    def _corrections(self, scope: Scope, since: datetime, now: datetime) -> Iterator[Record]:
        """A reviewer's words that stand now where others had been proposed."""
        page = self.reviews.list(scope, status=ReviewStatus.APPROVED, kind=ReviewKind.CANDIDATE, limit=MOST_TRACES)
        answered = {
            review.memory_id: review
            for review in page.items
            if review.memory_id is not None and review.answered_at is not None and review.answered_at >= since
        }
        for memory in self.store.current(scope, memory_ids=list(answered)) if answered else ():
            review = answered[memory.id]
            is_live = memory.stage is not RetentionStage.ARCHIVE and not memory.is_expired(now)
            if is_live and memory.text != review.text and review.answered_at is not None:
                yield Record(LookedAt.CORRECTION, memory.text, review.answered_at)

    def _repeated(self, scope: Scope, since: datetime) -> Iterator[Record]:
        said: defaultdict[str, list[Trace]] = defaultdict(list)
        for trace in self._traces(scope, TraceFilter(actions=STORED, since=since, layer=Layer.REALTIME_ENV.value)):
            said[canonical(trace.text)].append(trace)
        for traces in said.values():
            if len(traces) >= REPEATED_FROM:
                last = max(traces, key=lambda trace: (trace.at, trace.id))
                yield Record(LookedAt.REPEATED, last.text, last.at)

    def _learned(self, scope: Scope) -> Iterator[Record]:
        """Open lessons with words of somebody's own; those of dead letters and reviews name ids alone."""
        for each in self.learnings.all(scope.tenant_id):
            is_own = each.owner == scope.owner and each.resolved_at is None and "capture_id" not in each.context
            if is_own and "review_id" not in each.context:
                yield Record(LookedAt.LEARNING, " ".join(filter(None, (each.summary, each.correction))), each.last_at)

    def _rejects(self, scope: Scope, since: datetime) -> Iterator[Record]:
        """What the guard refused, not what a person did, and not what an earlier look back proposed or a summary told."""
        for trace in self._traces(scope, TraceFilter(actions=(Action.REJECT,), since=since)):
            was_looked_back = str(trace.candidate.get("session_id") or "").startswith(REFLECTION)
            is_statement = not was_looked_back and not is_summary_slot(trace.candidate.get("slot"))
            if trace.decision.stage is not GuardStage.REVIEW and is_statement:
                yield Record(LookedAt.REJECT, f"{trace.text} ({trace.decision.reason})", trace.at)

    def _traces(self, scope: Scope, wanted: TraceFilter) -> Sequence[Trace]:
        return self.store.list_traces(scope, wanted, limit=MOST_TRACES).items
