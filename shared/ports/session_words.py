"""What was said in a session lately: the spoken words of accepted turns, kept for a summary of the session."""

from collections.abc import Sequence
from typing import Protocol

from shared.domain.scope import Owner
from shared.domain.session_summary import KeptTurn


class SessionWords(Protocol):
    """Filled by TurnIntake in the step that accepts a turn. Every method may raise QueueUnavailable."""

    def kept(self, tenant_id: str, owner: Owner, session_id: str) -> tuple[KeptTurn, ...]:
        """The kept turns of a session in the order they were accepted; older ones than the limit of age are left out."""
        ...

    def owners(self, tenant_id: str, session_id: str) -> tuple[Owner, ...]:
        """Whose words are kept of a session: a host may let several people speak in one."""
        ...

    def drop(self, tenant_id: str, owner: Owner, session_id: str, capture_ids: Sequence[str]) -> None:
        """Keep the words of these captures no longer."""
        ...
