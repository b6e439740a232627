"""Bodies of explicit writes, and the one memory object of every route."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from services.api.schemas.fields import Body, Flag, Identifier, Labels, Moment, Share, ShortText, Text, TtlSeconds, Whole, check_interval
from shared.domain.candidate import Category, Layer, SourceType
from shared.domain.scope import Visibility

FOREIGN_CATEGORIES = {
    "preferences": "preference",
    "entities": "entity",
    "profile": "entity",
    "events": "fact",
    "cases": "fact",
    "patterns": "other",
}


def _own_category(value: Any) -> Any:
    return FOREIGN_CATEGORIES.get(value, value) if isinstance(value, str) else value


AnyCategory = Annotated[Category, BeforeValidator(_own_category)]


class MemoryBody(Body):
    """POST /v1/memories: remember this."""

    text: Text
    category: AnyCategory = Category.FACT
    layer: Layer = Layer.STRATEGY_EXP
    importance: Share | None = None
    user_id: Identifier | None = None
    agent_id: Identifier | None = None
    visibility: Visibility | None = None
    labels: Labels = Field(default_factory=dict)
    ttl_seconds: TtlSeconds | None = None
    source_type: SourceType = SourceType.TEXT
    metadata: dict[str, Any] = Field(default_factory=dict)
    pinned: Flag = False
    session_id: Identifier | None = None
    position: Whole | None = None
    speaker: ShortText | None = None
    observed_at: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    source: ShortText | None = None

    @model_validator(mode="after")
    def ends_after_it_begins(self) -> Self:
        """An interval has its ends in order."""
        check_interval(self.valid_from, self.valid_to)
        return self


class MemoryPatch(Body):
    """PATCH /v1/memories/{id}: what is not sent stays. `expires_at: null` = never."""

    if_version: Annotated[int, Field(strict=True, ge=1, le=2**53)]
    text: Text | None = None
    category: AnyCategory | None = None
    importance: Share | None = None
    labels: Labels | None = None
    pinned: Flag | None = None
    expires_at: Moment | None = None

    @model_validator(mode="after")
    def changes_something(self) -> Self:
        """Only expires_at may be null: to keep a field, leave it out."""
        sent = self.model_fields_set - {"if_version"}
        if not sent:
            fields = ", ".join(name for name in type(self).model_fields if name != "if_version")
            raise ValueError(f"text: nothing to change was sent; there are {fields}")
        for name in sorted(sent - {"expires_at"}):
            if getattr(self, name) is None:
                raise ValueError(f"{name}: may not be null; leave it out to keep it")
        return self


class FeedbackBody(Body):
    """POST /v1/memories/{id}/feedback."""

    verdict: Literal["confirm", "deny", "correct", "helpful", "harmful"]
    text: Text | None = None
    note: ShortText | None = None


class MoveBody(Body):
    """POST /v1/memories/{id}/archive and /promote."""

    note: ShortText | None = None


class RestoreBody(Body):
    """POST /v1/memories/{id}/restore. `version`: whose words become current again; without it: out of the archive."""

    version: Annotated[int, Field(strict=True, ge=1, le=2**53)] | None = None
    note: ShortText | None = None


class MemoryObject(Body):
    """One version of one memory, the same on every route. `score`, `match`: recall only."""

    place: ClassVar[str] = "memory."

    id: str
    text: str
    score: float | None
    category: str | None
    layer: str | None
    stage: str | None
    source_type: str
    metadata: dict[str, Any]
    user_id: str | None
    agent_id: str | None
    visibility: str
    labels: dict[str, str]
    created_at: datetime
    observed_at: datetime
    valid_from: datetime
    valid_to: datetime | None
    version: int
    importance: float
    reliability: float
    access_count: int
    pending: bool
    match: str | None
    expires_at: datetime | None
    pinned: bool
    status: str
    archived_at: datetime | None
    superseded_by: str | None
    last_accessed_at: datetime | None
    subject: str | None
    slot: str | None
    session_id: str | None
    chat_id: str | None
    scope: str
    speaker: str | None
    position: int | None
    source: str | None
    language: str
    seen_count: int
    source_attribution: str
    trace_id: str | None
    capture_id: str | None
    changed_by: str
    change_reason: str


class ExplainedMemory(MemoryObject):
    """GET /v1/memories/{id}. `forgetting`: why it is in its stage, its scores, its moves to come and what would change them."""

    forgetting: dict[str, Any]


class WriteAnswer(Body):
    """201 (WRITE, UPDATE, NOOP) with the memory, or 202 (PENDING_REVIEW) with the review."""

    action: Literal["WRITE", "UPDATE", "NOOP", "PENDING_REVIEW"]
    memory: MemoryObject | None = None
    review_id: str | None = None
    reason: str | None = None


class MemoryList(Body):
    """A page, newest first; `total` is exact."""

    items: list[MemoryObject]
    next_cursor: str | None
    total: int
