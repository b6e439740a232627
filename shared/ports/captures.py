"""Captures: intake of turns, what workers read, and the commit of an extraction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from shared.domain.candidate import SourceMessage
from shared.domain.decision import Outcome, Proposal
from shared.domain.scope import Owner
from shared.domain.turn import CaptureState, Receipt, Turn
from shared.ports.inboxes import Lease


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureView:
    """What anybody may read of a capture. `redactions`: what was taken out at the door, by kind. `agent_id`, `labels`: the turn's."""

    capture_id: str
    turn_id: str
    tenant_id: str
    owner: Owner
    state: CaptureState
    reason: str | None
    outcomes: tuple[Outcome, ...]
    attempts: int
    error: str | None
    accepted_at: datetime
    redactions: Mapping[str, int] = field(default_factory=dict)
    agent_id: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsumedTurn:
    """One turn of a drained window and what was proposed from it. No proposals: `nothing_to_keep`."""

    capture_id: str
    proposals: tuple[Proposal, ...]


class TurnIntake(Protocol):
    """The door for turns."""

    def accept(self, turn: Turn) -> Receipt:
        """Store the turn, put it in its session inbox, count it: one script. Raises QueueFull, StorageFull."""
        ...

    def accept_many(self, turns: Sequence[Turn]) -> tuple[Receipt, ...]:
        """The same for many in one round trip, in order."""
        ...

    def skip(self, turn: Turn, *, reason: str, keep: bool) -> Receipt:
        """Count a turn that is not for memory. With `keep`, its capture record (without text) can be read."""
        ...

    def release(self, turn: Turn) -> bool:
        """Put a quarantined turn, done so far, back into its session's inbox under its old identity; once.

        False where its capture is not waiting for that (released before, erased).
        """
        ...


class Captures(Protocol):
    """Reading captures and committing extractions."""

    def view(self, tenant_id: str, capture_id: str) -> CaptureView | None:
        """The capture as anybody may see it, or None."""
        ...

    def turns(self, tenant_id: str, capture_ids: Sequence[str]) -> tuple[Turn, ...]:
        """The redacted turns, in order; finished or erased ones are left out."""
        ...

    def begin_extraction(self, lease: Lease) -> None:
        """Move the lease's captures to `extracting`. Raises LeaseLost."""
        ...

    def commit_extraction(self, lease: Lease, consumed: Sequence[ConsumedTurn], context: Sequence[SourceMessage]) -> None:
        """One script: proposals stored and pushed to the guard inbox, turns consumed, context kept 24 h.

        Does nothing where the captures were already consumed. Raises LeaseLost.
        """
        ...

    def bury(self, lease: Lease, capture_id: str, *, reason: str, raw: str) -> None:
        """Make a capture a dead letter with the (redacted) raw model output. Raises LeaseLost."""
        ...

    def proposals(self, tenant_id: str, candidate_ids: Sequence[str]) -> tuple[Proposal, ...]:
        """Proposals still in flight, in order."""
        ...

    def context(self, tenant_id: str, owner: Owner, session_id: str | None) -> tuple[SourceMessage, ...]:
        """The last 6 messages of the session, at most 24 h old, oldest first."""
        ...

    def pending(self, tenant_id: str, owner: Owner, *, limit: int) -> tuple[Turn, ...]:
        """Turns of this owner that the guard has not judged yet, newest first."""
        ...
