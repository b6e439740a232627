"""DeadLetters without Redis."""

from datetime import UTC, datetime

from shared.adapters.redis_keys import inbox_id
from shared.domain.turn import CaptureState
from shared.domain.write_plan import AuditEntry
from shared.ports.dead_letters import DeadLetter, DeadLetterPage
from shared.ports.inboxes import InboxKind
from tests.fakes.queue_state import InboxRecord, QueueState


class FakeDeadLetters:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None) -> DeadLetterPage:
        start = int(cursor or 0)
        dead = [
            DeadLetter(capture_id=capture, turn_id=record.turn.turn_id, owner_key=record.turn.owner.key, reason=record.reason or "",
                       raw=self._state.raw_answers.get((tenant, capture), ""), attempts=record.attempts, at=record.accepted_at)
            for (tenant, capture), record in self._state.captures.items()
            if tenant == tenant_id and record.state is CaptureState.DEAD and (tenant, capture) not in self._state.forgotten_dead
        ]  # fmt: skip
        seen = start + len(dead[start : start + limit])
        return DeadLetterPage(tuple(dead[start:seen]), str(seen) if seen < len(dead) else None, len(dead))

    def replay(self, tenant_id: str, capture_id: str, *, audit: AuditEntry) -> bool:
        record = self._state.captures.get((tenant_id, capture_id))
        if record is None or record.state is not CaptureState.DEAD or (tenant_id, capture_id) in self._state.forgotten_dead:
            return False
        self._state.move(tenant_id, capture_id, CaptureState.ACCEPTED)
        record.attempts, record.reason, record.error = 0, None, None
        inbox = inbox_id(tenant_id, record.turn.owner, record.turn.session_id)
        self._state.audit[tenant_id].append((datetime.now(UTC), audit))
        self._state.push(InboxKind.CAPTURE, inbox, InboxRecord(tenant_id, record.turn.owner, record.turn.session_id), capture_id)
        return True
