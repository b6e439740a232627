"""All fakes of the queue's doors over one state."""

from tests.contract.work_doors import WorkDoors
from tests.fakes.captures import FakeCaptures, FakeTurnIntake
from tests.fakes.dead_letters import FakeDeadLetters
from tests.fakes.inboxes import FakeInboxes
from tests.fakes.old_records import FakeOldRecords
from tests.fakes.plans import FakeLedger, FakePlans, FakeReviews
from tests.fakes.queue_state import QueueState
from tests.fakes.session_words import FakeSessionWords
from tests.fakes.small_doors import FakeAuditLog, FakeKeyRing, FakeRecallLog, FakeTenantSettingsStore, FakeWriteStamps


def fake_doors(*, max_turns: int = 1000, lease_seconds: float = 15.0, words_characters: int = 24_000) -> WorkDoors:
    """A fresh, empty queue."""
    state = QueueState()
    return WorkDoors(
        intake=FakeTurnIntake(state, max_turns=max_turns, words_characters=words_characters),
        captures=FakeCaptures(state),
        inboxes=FakeInboxes(state, lease_seconds=lease_seconds),
        plans=FakePlans(state),
        ledger=FakeLedger(state),
        reviews=FakeReviews(state),
        old_records=FakeOldRecords(state),
        keys=FakeKeyRing(),
        dead_letters=FakeDeadLetters(state),
        audit=FakeAuditLog(state),
        recall_log=FakeRecallLog(state),
        stamps=FakeWriteStamps(state),
        session_words=FakeSessionWords(state),
        tenant_settings=FakeTenantSettingsStore(),
    )
