"""Builds everything once, at the edge: settings in, a frozen Container out. Tests build the same with fakes."""

from dataclasses import dataclass

from shared.ports.audit_log import AuditLog
from shared.ports.captures import Captures, TurnIntake
from shared.ports.clock import Clock
from shared.ports.embedder import Embedder
from shared.ports.inboxes import Inboxes
from shared.ports.job_queue import JobQueue
from shared.ports.key_ring import KeyRing
from shared.ports.language_model import LanguageModel
from shared.ports.ledger import Ledger
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.ports.plans import Plans
from shared.ports.recall_log import RecallLog
from shared.ports.reviews import Reviews
from shared.settings import Settings
from shared.writing import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """All doors to the outside of one process. `extractor` and `judge` are None in offline mode."""

    settings: Settings
    clock: Clock
    store: MemoryStore
    embedder: Embedder
    extractor: LanguageModel | None
    judge: LanguageModel | None
    intake: TurnIntake
    captures: Captures
    inboxes: Inboxes
    plans: Plans
    ledger: Ledger
    jobs: JobQueue
    reviews: Reviews
    keys: KeyRing
    audit: AuditLog
    recall_log: RecallLog
    metrics: Metrics
    writer: Writer
