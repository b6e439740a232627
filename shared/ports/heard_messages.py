"""Messages that a host's hooks told of one by one, held until their answer comes and makes them a turn."""

from collections.abc import Mapping, Sequence
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
        """Keep one more message of a conversation."""
        ...

    def held(self, tenant_id: str, owner: Owner, conversation: str) -> tuple[HeardMessage, ...]:
        """All held messages of a conversation in the order they came."""
        ...

    def let_go(self, tenant_id: str, owner: Owner, conversation: str, messages: Sequence[HeardMessage]) -> None:
        """Hold these no longer: their turn is accepted. What came meanwhile stays; repeatable."""
        ...


def latest_of_each(messages: Sequence[HeardMessage]) -> tuple[HeardMessage, ...]:
    """A message that was told twice counts once, at its first place with its last words."""
    told: dict[object, HeardMessage] = {}
    for place, message in enumerate(messages):
        told[message.message_id or place] = message
    return tuple(told.values())
