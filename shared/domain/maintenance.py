"""One run of maintenance as values: what moves, why, and how far the run has come."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from shared.domain.proposals import ListedProposal

DELETED = "deleted"
"""Where a move may end besides the retention stages."""


class MoveReason(StrEnum):
    """Why a memory moves."""

    EXPIRED = "expired"
    FORGOTTEN = "forgotten"
    IDLE = "idle"
    EARNED = "earned"
    ARCHIVE_OVER = "archive_over"
    CAPACITY = "capacity"


class RunState(StrEnum):
    """Asked for; its list of moves being made; carrying them out; through."""

    WAITING = "waiting"
    PLANNING = "planning"
    APPLYING = "applying"
    DONE = "done"


class RecordKind(StrEnum):
    """What is kept beside memories, each for a time of its own."""

    TRACES = "traces"
    CAPTURES = "captures"
    REVIEWS = "reviews"
    DEAD_LETTERS = "dead_letters"
    AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class Move:
    """One memory from a retention stage to another or to `deleted`. `retention`: what it was worth keeping, for `capacity` only."""

    id: str
    origin: str
    to: str
    reason: MoveReason
    retention: float | None = None


@dataclass(frozen=True, slots=True)
class RecordCut:
    """How many records of a kind are older than they are kept."""

    kind: RecordKind
    before: datetime
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NightCheck:
    """What a real run found after it had moved everything: the ledger's imbalance (0 = nothing was lost) and the guardrails of 24 hours.

    Rates are 0..1 (growth may be negative), None where there was nothing to measure. `live`: live memories.
    """

    at: datetime
    ledger_imbalance: int
    live: int
    reject_rate: float | None
    growth_rate: float | None
    junk_rate: float | None
    duplicate_rate: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MaintenanceRun:
    """One run for one tenant. `total`: moves on its list; `moved`: carried out; `left`: not true any more when their turn came.

    `proposals`: what it lays before a person; `proposed`: how many of them it has opened.
    `check`: what a real run measured at its end.
    `began_at` is the `now` of every decision of the run, also where a killed run is taken up again.
    `as_listed`: the dry run whose list, and whose `began_at`, a real run carries out instead of a list of its own.
    """

    id: str
    tenant_id: str
    dry_run: bool
    asked_at: datetime
    state: RunState = RunState.WAITING
    began_at: datetime | None = None
    ended_at: datetime | None = None
    total: int = 0
    moved: int = 0
    left: int = 0
    by_reason: Mapping[str, int] = field(default_factory=dict)
    records: tuple[RecordCut, ...] = ()
    proposals: tuple[ListedProposal, ...] = ()
    proposed: int = 0
    as_listed: str | None = None
    check: NightCheck | None = None
