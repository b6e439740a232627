"""A number per owner that every finished write raises: who kept a result knows by it whether the result still holds."""

from collections.abc import Sequence
from typing import Protocol

from shared.domain.scope import Owner


class WriteStamps(Protocol):
    """Raised by Plans.finish, in the step that settles the plan."""

    def read(self, tenant_id: str, owners: Sequence[Owner]) -> tuple[str, ...]:
        """The stamp of each owner, in order; empty where nothing was written lately. Raises QueueUnavailable."""
        ...
