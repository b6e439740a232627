"""Messages that a host's hooks told of one by one, held until their answer comes and makes them a turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from shared.domain.scope import Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardMessage:
    """One message of a person, cleaned and redacted."""

    text: str
    message_id: str | None
    name: str | None
    at: datetime | None
    redactions: Mapping[str, int] = field(default_factory=dict)


class HeardMessages(Protocol):
    """Held for at most a day. Every method may raise QueueUnavailable."""

    def hold(self, tenant_id: str, owner: Owner, conversation: str, message: HeardMessage) -> None:
        """Keep one more message of a conversation; one with an id that is held already takes its place."""
        ...

    def take(self, tenant_id: str, owner: Owner, conversation: str) -> tuple[HeardMessage, ...]:
        """All held messages of a conversation in the order they came, and let go of them."""
        ...
