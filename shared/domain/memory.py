"""A memory: one stated thing worth keeping. Every edit makes a new version; versions are never overwritten."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain.candidate import Attribution, Category, Evidence, Layer, SourceType
from shared.domain.scope import Owner, Visibility, scope_label


class RetentionStage(StrEnum):
    """How alive a memory is (API name: stage)."""

    WORKING = "working"
    SHORT = "short"
    LONG = "long"
    ARCHIVE = "archive"


class Status(StrEnum):
    """What a reader may expect of a version."""

    LIVE = "live"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One version of one memory. All times are aware UTC; importance and reliability are 0..1.

    `highest_version` stands on the current version where a later number was given to one about an earlier time.
    """

    id: str
    version: int
    tenant_id: str
    owner: Owner
    text: str
    category: Category
    layer: Layer
    stage: RetentionStage
    visibility: Visibility
    attribution: Attribution
    importance: float
    created_at: datetime
    observed_at: datetime
    valid_from: datetime
    text_key: str
    current: bool = True
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    archived_at: datetime | None = None
    last_accessed_at: datetime | None = None
    access_count: int = 0
    seen_count: int = 1
    reliability: float = 0.5
    pinned: bool = False
    source_type: SourceType = SourceType.TEXT
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    chat_id: str | None = None
    speaker: str | None = None
    position: int | None = None
    source: str | None = None
    subject: str | None = None
    slot: str | None = None
    language: str = "en"
    name: str | None = None
    abstract: str | None = None
    overview: str | None = None
    superseded_by: str | None = None
    highest_version: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    capture_id: str | None = None
    trace_id: str | None = None
    changed_by: str = ""
    change_reason: str = ""

    @property
    def scope(self) -> str:
        """The readable scope: `team`, `user:ann`, `user:ann/agent:main`."""
        return scope_label(self.owner, self.agent_id, self.visibility)

    def is_expired(self, now: datetime) -> bool:
        """Invisible everywhere from that second on. The archive is where expired memories go: none expires there."""
        return self.stage is not RetentionStage.ARCHIVE and self.expires_at is not None and self.expires_at <= now

    def status(self, now: datetime) -> Status:
        """Superseded before archived or expired before live."""
        if not self.current:
            return Status.SUPERSEDED
        if self.is_expired(now):
            return Status.EXPIRED
        return Status.ARCHIVED if self.stage is RetentionStage.ARCHIVE else Status.LIVE
