"""The book of lessons."""

from datetime import datetime
from typing import Protocol

from shared.domain.learning import Learning


class Learnings(Protocol):
    """Every method may raise QueueUnavailable."""

    def note(self, learning: Learning) -> Learning:
        """Enter it; where one of this id stands already, that one is counted again. The entry as it stands now."""
        ...

    def all(self, tenant_id: str) -> tuple[Learning, ...]:
        """All of a tenant, last noted first."""
        ...

    def get(self, tenant_id: str, learning_id: str) -> Learning | None:
        """One, or None where this tenant has none of that id."""
        ...

    def resolve(self, tenant_id: str, learning_id: str, *, at: datetime, by: str, note: str | None) -> Learning | None:
        """Mark it as resolved; one that is resolved already stays as it is. None where there is none."""
        ...
