"""One bundle of the doors that share the queue's state, real or fake, for the contract tests."""

from dataclasses import dataclass

from shared.ports.audit_log import AuditLog
from shared.ports.captures import Captures, TurnIntake
from shared.ports.dead_letters import DeadLetters
from shared.ports.inboxes import Inboxes
from shared.ports.key_ring import KeyRing
from shared.ports.ledger import Ledger
from shared.ports.old_records import OldRecords
from shared.ports.plans import Plans
from shared.ports.recall_log import RecallLog
from shared.ports.reviews import Reviews
from shared.ports.session_words import SessionWords
from shared.ports.tenant_settings import TenantSettingsStore
from shared.ports.write_stamps import WriteStamps


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkDoors:
    """All of them look at the same state."""

    intake: TurnIntake
    captures: Captures
    inboxes: Inboxes
    plans: Plans
    ledger: Ledger
    reviews: Reviews
    old_records: OldRecords
    keys: KeyRing
    dead_letters: DeadLetters
    audit: AuditLog
    recall_log: RecallLog
    stamps: WriteStamps
    session_words: SessionWords
    tenant_settings: TenantSettingsStore
