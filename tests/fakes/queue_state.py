"""What the fakes of the queue's doors share: the state that Redis would hold, in plain dictionaries."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count

from shared.domain.candidate import SourceMessage
from shared.domain.decision import Outcome, Proposal
from shared.domain.review import Review
from shared.domain.scope import Owner
from shared.domain.session_summary import KeptTurn
from shared.domain.turn import IN_FLIGHT, CaptureState, Turn
from shared.domain.write_plan import AuditEntry, WritePlan
from shared.ports.inboxes import InboxKind


@dataclass
class CaptureRecord:
    """One capture."""

    turn: Turn
    state: CaptureState
    reason: str | None = None
    error: str | None = None
    attempts: int = 0
    open: int = 0
    is_released: bool = False
    numbers: dict[str, int] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    accepted_at: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass
class CandidateRecord:
    """One candidate."""

    proposal: Proposal | None
    capture_id: str
    inbox_id: str
    state: str = "in_flight"


@dataclass
class InboxRecord:
    """One inbox; `until` is when its lease or deferral ends."""

    tenant_id: str
    owner: Owner
    session_id: str | None
    entries: list[str] = field(default_factory=list)
    status: str = "ready"
    fence: int = 0
    attempts: int = 0
    losses: int = 0
    failing_since: datetime | None = None
    until: float = 0.0


@dataclass
class QueueState:
    """Everything."""

    captures: dict[tuple[str, str], CaptureRecord] = field(default_factory=dict)
    candidates: dict[tuple[str, str], CandidateRecord] = field(default_factory=dict)
    inboxes: dict[tuple[InboxKind, str], InboxRecord] = field(default_factory=dict)
    ready: dict[InboxKind, list[str]] = field(default_factory=lambda: defaultdict(list))
    contexts: dict[tuple[str, str, str | None], tuple[SourceMessage, ...]] = field(default_factory=dict)
    words: dict[tuple[str, Owner, str], list[KeptTurn]] = field(default_factory=lambda: defaultdict(list))
    replays: dict[tuple[str, str], str] = field(default_factory=dict)
    ledgers: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    open_plans: dict[str, WritePlan] = field(default_factory=dict)
    recent_plans: dict[str, WritePlan] = field(default_factory=dict)
    reviews: dict[tuple[str, str], Review] = field(default_factory=dict)
    audit: dict[str, list[tuple[datetime, AuditEntry]]] = field(default_factory=lambda: defaultdict(list))
    raw_answers: dict[tuple[str, str], str] = field(default_factory=dict)
    forgotten_dead: set[tuple[str, str]] = field(default_factory=set)
    recalls_done: set[str] = field(default_factory=set)
    recalls_counted: set[tuple[str, Owner]] = field(default_factory=set)
    stamps: dict[tuple[str, Owner], int] = field(default_factory=dict)
    fences: "count[int]" = field(default_factory=lambda: count(1))

    def push(self, kind: InboxKind, inbox_id: str, fresh: InboxRecord, entry: str) -> None:
        """Into the inbox, which becomes ready if it was not known."""
        if (kind, inbox_id) not in self.inboxes:
            self.inboxes[kind, inbox_id] = fresh
            self.ready[kind].append(inbox_id)
        self.inboxes[kind, inbox_id].entries.append(entry)

    def move(self, tenant_id: str, capture_id: str, to: CaptureState) -> None:
        """A capture's state and its ledger line."""
        record = self.captures[tenant_id, capture_id]
        self.ledgers[tenant_id][f"t:{record.state}"] -= 1
        self.ledgers[tenant_id][f"t:{to}"] += 1
        record.state = to

    def is_open(self, tenant_id: str, capture_id: str) -> bool:
        """Still in flight."""
        record = self.captures.get((tenant_id, capture_id))
        return record is not None and record.state in IN_FLIGHT
