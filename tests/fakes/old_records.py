"""OldRecords over the fakes' state. A capture is as old as its acceptance."""

from datetime import datetime

from shared.domain.maintenance import RecordKind
from shared.domain.review import ReviewStatus
from shared.domain.turn import IN_FLIGHT, CaptureState
from tests.fakes.queue_state import QueueState


class FakeOldRecords:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def count(self, tenant_id: str, kind: RecordKind, *, before: datetime) -> int:
        return len(self._old(tenant_id, kind, before))

    def remove(self, tenant_id: str, kind: RecordKind, *, before: datetime) -> int:
        names = self._old(tenant_id, kind, before)
        for name in names:
            if kind is RecordKind.CAPTURES:
                self._forget(tenant_id, name)
            elif kind is RecordKind.DEAD_LETTERS:
                self._state.forgotten_dead.add((tenant_id, name))
            else:
                del self._state.reviews[tenant_id, name]
        return len(names)

    def _old(self, tenant_id: str, kind: RecordKind, before: datetime) -> list[str]:
        captures = {name: record for (tenant, name), record in self._state.captures.items() if tenant == tenant_id}
        dead = {name for name, record in captures.items() if record.state is CaptureState.DEAD}
        dead -= {name for tenant, name in self._state.forgotten_dead if tenant == tenant_id}
        if kind is RecordKind.DEAD_LETTERS:
            return [name for name in dead if captures[name].accepted_at < before]
        if kind is RecordKind.REVIEWS:
            reviews = {name: review for (tenant, name), review in self._state.reviews.items() if tenant == tenant_id}
            answered = {name: review for name, review in reviews.items() if review.status is not ReviewStatus.PENDING}
            return [name for name, review in answered.items() if review.answered_at is not None and review.answered_at < before]
        if kind is not RecordKind.CAPTURES:
            return []
        waiting = {each.capture_id for each in self._state.candidates.values() if each.state in {"in_flight", "review"}}
        closed = {name for name, record in captures.items() if record.state not in IN_FLIGHT and record.accepted_at < before}
        return sorted(closed - waiting - dead)

    def _forget(self, tenant_id: str, capture_id: str) -> None:
        record = self._state.captures.pop((tenant_id, capture_id))
        self._state.ledgers[tenant_id][f"gone:t:{record.state}"] += 1
        for (tenant, name), candidate in list(self._state.candidates.items()):
            if (tenant, candidate.capture_id) == (tenant_id, capture_id):
                del self._state.candidates[tenant, name]
                self._state.ledgers[tenant_id][f"gone:c:{candidate.state}"] += 1
