"""Plans, Ledger and Reviews without Redis."""

import builtins
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from shared.adapters.redis_plans import SETTLED_AS
from shared.domain.errors import LeaseLost, LockBusy
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Owner, Scope
from shared.domain.turn import IN_FLIGHT, CaptureState
from shared.domain.write_effects import readers_touched
from shared.domain.write_plan import Settlement, WritePlan
from shared.ports.inboxes import Lease
from shared.ports.ledger import LedgerView
from shared.ports.plans import LockHandle
from shared.ports.reviews import ReviewPage
from tests.fakes.queue_state import QueueState


class FakePlans:
    def __init__(self, state: QueueState, *, lock_wait_seconds: float = 5.0) -> None:
        self._state, self._wait = state, lock_wait_seconds
        self._locks: dict[tuple[str, str], threading.Lock] = defaultdict(threading.Lock)
        self._recorded_at: dict[str, float] = {}

    @contextmanager
    def hold_write_lock(self, tenant_id: str, owner: Owner) -> Iterator[LockHandle]:
        lock = self._locks[tenant_id, owner.key]
        if not lock.acquire(timeout=self._wait):
            raise LockBusy("busy")
        try:
            yield LockHandle(tenant_id, owner, next(self._state.fences))
        finally:
            lock.release()

    def keep(self, lock: LockHandle) -> None:
        if not self._locks[lock.tenant_id, lock.owner.key].locked():
            raise LockBusy("lost")

    def record(self, lock: LockHandle, plan: WritePlan, lease: Lease | None = None) -> None:
        if lease is not None:
            inbox = self._state.inboxes.get((lease.kind, lease.inbox_id))
            if inbox is None or inbox.status != "leased" or inbox.fence != lease.fence:
                raise LeaseLost("lost")
        self._state.open_plans[plan.id] = self._state.recent_plans[plan.id] = plan
        self._recorded_at[plan.id] = time.time()

    def finish(self, plan: WritePlan, lease: Lease | None = None) -> bool:
        is_first = self._state.open_plans.pop(plan.id, None) is not None
        for settlement in plan.settlements:
            self._settle(plan.tenant_id, settlement, is_first=is_first)
        for owner in readers_touched(plan):
            self._state.stamps[plan.tenant_id, owner] = next(self._state.fences)
        if plan.reinforced_recall_id:
            self._state.recalls_counted.add((plan.reinforced_recall_id, plan.owner))
        if not is_first:
            return False
        for review in [*plan.reviews, *([plan.answered_review] if plan.answered_review else [])]:
            self._state.reviews[plan.tenant_id, review.id] = review
        for name, amount in plan.explicit.items():
            self._state.ledgers[plan.tenant_id][f"e:{name}"] += amount
        self._state.audit[plan.tenant_id].extend((datetime.now(UTC), entry) for entry in plan.audit)
        return True

    def _settle(self, tenant_id: str, settlement: Settlement, *, is_first: bool) -> None:
        record = self._state.candidates.get((tenant_id, settlement.candidate_id))
        to = SETTLED_AS[settlement.outcome.action]
        if record is None:
            return
        is_taken_back = settlement.undoes and record.state in {"written", "updated", "noop", "rejected"}
        is_answered = record.state == "review" and to != "review"
        if not (record.state == "in_flight" or (is_first and (is_answered or is_taken_back))):
            return
        ledger, was = self._state.ledgers[tenant_id], record.state
        ledger[f"c:{was}"] -= 1
        ledger[f"c:{to}"] += 1
        record.state, record.proposal = to, None
        capture = self._state.captures[tenant_id, record.capture_id]
        capture.outcomes[settlement.candidate_id] = settlement.outcome
        if was == "in_flight":
            for inbox in self._state.inboxes.values():
                if settlement.candidate_id in inbox.entries:
                    inbox.entries.remove(settlement.candidate_id)
                    inbox.losses = 0
            capture.open -= 1
            if capture.open <= 0 and capture.state in IN_FLIGHT:
                self._state.move(tenant_id, record.capture_id, CaptureState.DONE)
                capture.reason = "judged"

    def discard(self, plan: WritePlan) -> None:
        self._state.open_plans.pop(plan.id, None)
        self._state.recent_plans.pop(plan.id, None)

    def unfinished(self, tenant_id: str, owner: Owner) -> tuple[WritePlan, ...]:
        return tuple(plan for plan in self._state.open_plans.values() if (plan.tenant_id, plan.owner) == (tenant_id, owner))

    def abandoned(self, *, older_than_seconds: float) -> tuple[WritePlan, ...]:
        old = time.time() - older_than_seconds
        return tuple(plan for plan in self._state.open_plans.values() if self._recorded_at[plan.id] <= old)

    def recent(self, *, since: datetime, after: str | None = None) -> tuple[WritePlan, ...]:
        plans = list(self._state.recent_plans.values())
        start = next((place for place, plan in enumerate(plans, start=1) if plan.id == after), 0)
        return tuple(plan for plan in plans[start:] if plan.made_at >= since)


class FakeLedger:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def read(self, tenant_id: str) -> LedgerView:
        counts = self._state.ledgers[tenant_id]
        turns = {state.value: counts[f"t:{state}"] for state in CaptureState}
        names = ("written", "updated", "noop", "rejected", "review", "dead", "erased", "in_flight")
        candidates = {name: counts[f"c:{name}"] for name in names}
        in_flight = sum(turns[state.value] for state in IN_FLIGHT)
        return LedgerView(
            captured=counts["captured"],
            turns={**turns, "accepted": counts["captured"], "waiting": turns["accepted"], "in_flight": in_flight,
                   "duplicates": counts["duplicates"], "conflicting": counts["conflicting"]},
            candidates={"proposed": counts["proposed"], **candidates},
            explicit={name[2:]: amount for name, amount in counts.items() if name.startswith("e:")},
            imbalance=abs(counts["captured"] - sum(turns.values())) + abs(counts["proposed"] - sum(candidates.values())),
            oldest_pending_seconds=0.0,
        )  # fmt: skip


class FakeReviews:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def get(self, scope: Scope, review_id: str) -> Review | None:
        found = self._state.reviews.get((scope.tenant_id, review_id))
        return found if found is not None and _allows(scope, found) else None

    def list(
        self, scope: Scope, *, status: ReviewStatus | None, kind: ReviewKind | None, limit: int, cursor: str | None = None
    ) -> ReviewPage:
        start = int(cursor or 0)
        found: builtins.list[Review] = sorted(
            (review for (tenant, _), review in self._state.reviews.items()
             if tenant == scope.tenant_id and status in (None, review.status) and kind in (None, review.kind) and _allows(scope, review)),
            key=lambda review: (review.created_at, review.id),
        )  # fmt: skip
        seen = start + len(found[start : start + limit])
        return ReviewPage(tuple(found[start:seen]), str(seen) if seen < len(found) else None, len(found))


def _allows(scope: Scope, review: Review) -> bool:
    source = review.candidate if review.candidate is not None else review.turn
    return scope.holds(
        owner=review.owner,
        agent_id=source.agent_id if source is not None else None,
        labels=source.labels if source is not None else {},
    )
