"""What a recall is asked and what it answers (docs: POST /v1/recall). Plain values, no HTTP."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain.candidate import Category, Layer, SourceType
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import Visibility


class EmptyReason(StrEnum):
    """Why nothing came back. `unavailable`: the store could not be asked in time, so nobody knows."""

    RECALL_DISABLED = "recall_disabled"
    NO_MEMORIES = "no_memories"
    NOTHING_RELEVANT = "nothing_relevant"
    UNAVAILABLE = "unavailable"


class Degraded(StrEnum):
    """Parts that were skipped because they were late or broken. `session`: its last queries; `deadline`: the total ran out."""

    EMBEDDER = "embedder"
    STORE = "store"
    RERANK = "rerank"
    PENDING = "pending"
    SESSION = "session"
    DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class TimeRange:
    """Observation times, both ends included; None is open."""

    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRequest:
    """One question. None in a number means "the server's setting", None in a filter "all".

    `timezone` is the asker's (an IANA name, empty = UTC): it says which day "yesterday" is.
    """

    query: str
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    chat_id: str | None = None
    recent_queries: tuple[str, ...] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    layers: tuple[Layer, ...] | None = None
    categories: tuple[Category, ...] | None = None
    source_types: tuple[SourceType, ...] | None = None
    top_k: int | None = None
    min_score: float | None = None
    token_budget: int | None = None
    deadline_ms: int | None = None
    timezone: str = ""
    as_of: datetime | None = None
    time_range: TimeRange | None = None
    include_archived: bool = False
    include_superseded: bool = False
    explain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledMemory:
    """One memory, or one user message that waits for judgement (`pending`: no category, layer or stage yet).

    `score` is the calibrated relevance 0..1 that the gate compared; the order also knows age, retention
    stage, importance and diversity. `explain` holds each stage's number where the request asked for it.
    `stored` is the version it shows (None where pending), for the fields that recall itself does not need.
    """

    id: str
    text: str
    score: float
    category: Category | None
    layer: Layer | None
    stage: RetentionStage | None
    source_type: SourceType
    visibility: Visibility
    created_at: datetime
    observed_at: datetime
    valid_from: datetime
    match: str
    valid_to: datetime | None = None
    version: int = 1
    importance: float = 0.5
    reliability: float = 0.5
    access_count: int = 0
    pending: bool = False
    user_id: str | None = None
    agent_id: str | None = None
    chat_id: str | None = None
    session_id: str | None = None
    speaker: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    explain: Mapping[str, float | int | None] | None = None
    stored: Memory | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """One candidate that did not come back: which stage dropped it, why, and its relevance there.

    `id` is a memory id, or the capture id of a pending turn.
    """

    id: str
    stage: str
    reason: str
    score: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What the whole recall did: the text it asked with, the stages that ran, milliseconds per part, everything dropped.

    `reranker` names the remote model where one was asked; `tokens_by` who counted the context's tokens.
    """

    asked: str
    terms: tuple[str, ...]
    stages: tuple[str, ...]
    model: str
    candidates: int
    timings_ms: Mapping[str, float]
    dropped: tuple[Dropped, ...]
    context_tokens: int = 0
    tokens_by: str = "estimate"
    reranker: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallAnswer:
    """The block to inject, the memories it was built from, and what was missing. `explain` only where asked."""

    recall_id: str
    context: str
    memories: tuple[RecalledMemory, ...]
    took_ms: float
    degraded: tuple[Degraded, ...] = ()
    empty_reason: EmptyReason | None = None
    explain: Explanation | None = None
