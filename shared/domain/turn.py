"""A turn: what an agent host posts after one exchange, and the life of its capture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain.candidate import Role, SourceType
from shared.domain.scope import Owner, Visibility
from shared.domain.trigger import TriggerType


class CaptureState(StrEnum):
    """The states of a capture. The first four are in flight; the others are final."""

    ACCEPTED = "accepted"
    EXTRACTING = "extracting"
    JUDGING = "judging"
    RETRYING = "retrying"
    DONE = "done"
    SKIPPED = "skipped"
    DEAD = "dead"
    ERASED = "erased"


IN_FLIGHT = frozenset({CaptureState.ACCEPTED, CaptureState.EXTRACTING, CaptureState.JUDGING, CaptureState.RETRYING})


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMessage:
    """One message, normalised and redacted. `message_id` is the host's, or `m<position>`."""

    message_id: str
    role: Role
    text: str
    name: str | None = None
    occurred_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One accepted turn. Nothing in it is raw: hygiene and redaction came first.

    `timezone` is an IANA name or empty. `trigger_hint` and `data` are set by events only, `ingested` by
    free text. `authority` is given by the key, never by the body. `content_key` = digest of owner, session
    and messages. `replay_key` is set where neither turn_id nor occurred_at were sent, or where the host
    names its messages: the same key within `replay_seconds` is a replay of the first capture. `valid_from` and
    `valid_to` hold for what an event or a free text states. `quarantine` names what addresses the model in it:
    a person must release it first.
    """

    capture_id: str
    turn_id: str
    tenant_id: str
    owner: Owner
    visibility: Visibility
    messages: tuple[TurnMessage, ...]
    occurred_at: datetime
    received_at: datetime
    content_key: str
    replay_key: str | None = None
    replay_seconds: int = 600
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    chat_id: str | None = None
    channel: str | None = None
    trigger: str = "user"
    timezone: str = ""
    source_type: SourceType = SourceType.TEXT
    ttl_seconds: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    trigger_hint: TriggerType | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    ingested: bool = False
    authority: bool = False
    redactions: Mapping[str, int] = field(default_factory=dict)
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    quarantine: str | None = None

    @property
    def text(self) -> str:
        """All its words, one message a line, with the speaker's name or role in front."""
        return "\n".join(f"{message.name or message.role.value}: {message.text}" for message in self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What intake answered: a fresh capture, a known one (`duplicate`), or one skipped by rule.

    `needs_wake`: work came in and no token waits on the capture queue, so somebody should enqueue one.
    """

    capture_id: str
    turn_id: str
    state: CaptureState
    duplicate: bool = False
    reason: str | None = None
    needs_wake: bool = False
