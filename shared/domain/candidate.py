"""A candidate: one statement proposed for memory, with the words it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain.scope import Owner, Visibility
from shared.domain.trigger import TriggerType


class Category(StrEnum):
    """What kind of statement it is."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    ENTITY = "entity"
    OTHER = "other"


class Layer(StrEnum):
    """What kind of knowledge it is: core rules, strategy experience, realtime environment, skill template."""

    CORE_RULES = "L1"
    STRATEGY_EXP = "L2"
    REALTIME_ENV = "L3"
    SKILL_TEMPLATE = "L4"


class SourceType(StrEnum):
    """The medium the words came through."""

    TEXT = "text"
    AUDIO = "audio"
    VIDEO = "video"


class Attribution(StrEnum):
    """Who stands behind a statement."""

    USER_STATED = "user_stated"
    USER_CONFIRMED = "user_confirmed"
    ASSISTANT_SUGGESTION = "assistant_suggestion"
    AGENT_INFERENCE = "agent_inference"
    TOOL_OBSERVATION = "tool_observation"
    SYSTEM_EVENT = "system_event"
    HUMAN_CONFIG = "human_config"
    RULE_UPDATE = "rule_update"


class Role(StrEnum):
    """Who spoke a message."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact words of one source message that support a candidate."""

    message_id: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceMessage:
    """One redacted message that the guard may check a candidate against.

    `is_context` marks earlier messages of the session: evidence may cite them, nothing is extracted from
    them alone. `position` counts the spoken messages of a session while it goes on.
    """

    message_id: str
    role: Role
    text: str
    at: datetime
    name: str | None = None
    is_context: bool = False
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Criterion:
    """One of the three value criteria of the trigger type, with the extractor's answer.

    `is_certain` False: nobody could tell. It passes for now, and without a judge the statement waits for a person.
    """

    holds: bool
    reason: str = ""
    is_certain: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One proposed statement. `id` is uuid5(capture_id, number); `sources` are the messages of its turn and context.

    `authority` is the turn's, given by the key: without it human_config and rule_update are only claims.
    `given_times` came in fields beside the words: they need no support in them.
    """

    id: str
    number: int
    capture_id: str
    tenant_id: str
    owner: Owner
    text: str
    category: Category
    layer: Layer
    trigger_type: TriggerType
    confidence: float
    criteria: tuple[Criterion, Criterion, Criterion]
    importance: float
    evidence: tuple[Evidence, ...]
    attribution: Attribution
    sources: tuple[SourceMessage, ...]
    observed_at: datetime
    visibility: Visibility
    source_type: SourceType = SourceType.TEXT
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    chat_id: str | None = None
    speaker: str | None = None
    position: int | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ttl_seconds: int | None = None
    subject: str | None = None
    slot: str | None = None
    language: str = "en"
    name: str | None = None
    abstract: str | None = None
    overview: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    extracted_by: str = "offline"
    authority: bool = False
    given_times: tuple[datetime, ...] = ()
