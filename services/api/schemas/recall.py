"""Bodies of recall, and their reading into a RecallRequest."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from services.api.auth import Narrowed
from services.api.recall import RecallRequest, TimeRange
from services.api.schemas.fields import Body, Flag, Identifier, Labels, Moment, Share
from services.api.schemas.memory import AnyCategory, MemoryObject
from services.api.schemas.turn import known_timezone
from shared.domain.candidate import Layer, SourceType

ALL = "all"
Query = Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
RecentQueries = Annotated[list[Annotated[str, StringConstraints(max_length=20_000)]], Field(max_length=10)]
TopK = Annotated[int, Field(strict=True, ge=1, le=100)]
TokenBudget = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
DeadlineMs = Annotated[int, Field(strict=True, ge=1, le=30_000)]


def _every_type(value: Any) -> Any:
    """`"all"` or `["all"]`: every source type."""
    return list(SourceType) if value in (ALL, [ALL]) else value


class TimeRangeBody(Body):
    """Observation times, both ends included."""

    place: ClassVar[str] = "time_range."

    since: Moment | None = None
    until: Moment | None = None

    @model_validator(mode="after")
    def ends_after_it_begins(self) -> Self:
        """An interval has its ends in order."""
        if self.since is not None and self.until is not None and self.until < self.since:
            raise ValueError("until: must not lie before since")
        return self


class RecallBody(Body):
    """POST /v1/recall. What is not sent is the server's setting, or "all"."""

    query: Query
    user_id: Identifier | None = None
    agent_id: Identifier | None = None
    session_id: Identifier | None = None
    chat_id: Identifier | None = None
    recent_queries: RecentQueries | None = None
    labels: Labels = Field(default_factory=dict)
    layers: list[Layer] | None = None
    categories: list[AnyCategory] | None = None
    source_types: Annotated[list[SourceType] | None, BeforeValidator(_every_type)] = None
    top_k: TopK | None = None
    min_score: Share | None = None
    token_budget: TokenBudget | None = None
    deadline_ms: DeadlineMs | None = None
    timezone: Annotated[str, AfterValidator(known_timezone)] = ""
    as_of: Moment | None = None
    time_range: TimeRangeBody | None = None
    include_archived: Flag = False
    include_superseded: Flag = False
    explain: Flag = False

    def request(self, narrowed: Narrowed) -> RecallRequest:
        """The question, asked on behalf of whom the key allows. Source types default to text."""
        span = self.time_range
        return RecallRequest(
            query=self.query,
            user_id=narrowed.user_id,
            agent_id=narrowed.agent_id,
            session_id=self.session_id,
            chat_id=self.chat_id,
            recent_queries=None if self.recent_queries is None else tuple(self.recent_queries),
            labels=narrowed.labels,
            layers=None if self.layers is None else tuple(self.layers),
            categories=None if self.categories is None else tuple(self.categories),
            source_types=(SourceType.TEXT,) if self.source_types is None else tuple(self.source_types),
            top_k=self.top_k,
            min_score=self.min_score,
            token_budget=self.token_budget,
            deadline_ms=self.deadline_ms,
            timezone=self.timezone,
            as_of=self.as_of,
            time_range=None if span is None else TimeRange(span.since, span.until),
            include_archived=self.include_archived,
            include_superseded=self.include_superseded,
            explain=self.explain,
        )


class OpenClawRecallBody(Body):
    """POST /v1/openclaw/recall: the facts of a hook; the server decides whose memories they reach."""

    query: Query
    agent_id: Identifier | None = None
    session_key: Identifier | None = None
    session_id: Identifier | None = None
    channel: Identifier | None = None
    account_id: Identifier | None = None
    chat_id: Identifier | None = None
    chat_type: Literal["direct", "group", "channel", "thread"] | None = None
    sender_id: Identifier | None = None
    run_id: Identifier | None = None
    trigger: Annotated[str, StringConstraints(max_length=100)] | None = None
    token_budget: TokenBudget | None = None
    limit: TopK | None = None
    deadline_ms: DeadlineMs | None = None
    timezone: Annotated[str, AfterValidator(known_timezone)] = ""
    recent_queries: RecentQueries | None = None
    min_score: Share | None = None
    labels: Labels = Field(default_factory=dict)
    source_types: Annotated[list[SourceType] | None, BeforeValidator(_every_type)] = None
    explain: Flag = False


class RecallAnswerBody(Body):
    """200. `context` is ready to inject; `empty_reason` says why there is nothing."""

    recall_id: str
    context: str
    memories: list[MemoryObject]
    took_ms: float
    degraded: list[str]
    empty_reason: str | None
