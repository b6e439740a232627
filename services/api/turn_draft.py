"""A turn as a host sent it, before hygiene: raw text, nothing derived yet. Never stored, never logged."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.domain.candidate import Role, SourceType
from shared.domain.scope import Visibility
from shared.domain.trigger import TriggerType


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDraft:
    """One raw message. `idempotency_key`: the host's, the same when it tells of the message again."""

    role: Role
    text: str
    message_id: str | None = None
    name: str | None = None
    occurred_at: datetime | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDraft:
    """One raw turn. `chat_id` without a user makes it the group's; `is_group`: it is one whatever key sends it.

    `is_retold`: its host tells of a turn again after a restart, under another id.
    `redactions` were counted before it was whole. `trigger_hint` and `data` make it an event, `ingested` a free text (docs/api.md).
    """

    messages: tuple[MessageDraft, ...]
    turn_id: str | None = None
    session_id: str | None = None
    user_id: str | None = None
    agent_id: str | None = None
    chat_id: str | None = None
    channel: str | None = None
    trigger: str = "user"
    occurred_at: datetime | None = None
    timezone: str = ""
    visibility: Visibility | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    source_type: SourceType = SourceType.TEXT
    metadata: Mapping[str, Any] = field(default_factory=dict)
    ttl_seconds: int | None = None
    trigger_hint: TriggerType | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    ingested: bool = False
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    is_group: bool = False
    is_retold: bool = False
    redactions: Mapping[str, int] = field(default_factory=dict)
    skip_reason: str | None = None
