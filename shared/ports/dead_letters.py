"""Dead letters: what could not be processed, kept (redacted) for a person to look at and replay."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shared.domain.write_plan import AuditEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """One dead turn with the model's last (redacted) answer."""

    capture_id: str
    turn_id: str
    owner_key: str
    reason: str
    raw: str
    attempts: int
    at: datetime


@dataclass(frozen=True, slots=True)
class DeadLetterPage:
    """One page, oldest first; `total` is exact."""

    items: tuple[DeadLetter, ...]
    next_cursor: str | None
    total: int


class DeadLetters(Protocol):
    """Every method may raise QueueUnavailable."""

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None) -> DeadLetterPage:
        """ValueError for a cursor that is not one of ours."""
        ...

    def replay(self, tenant_id: str, capture_id: str, *, audit: AuditEntry) -> bool:
        """Put the turn back into its session's inbox under its old identity, with its audit line: one script.

        False, and nothing written, where there is no such dead letter.
        """
        ...
