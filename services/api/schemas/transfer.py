"""Lines of an export and of an import, and what an import answers."""

from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, model_validator

from services.api.schemas.fields import Body, Identifier, Moment, Share, ShortText, check_interval
from services.api.schemas.memory import MemoryBody
from shared.domain.candidate import Attribution
from shared.domain.memory import RetentionStage, Status

LARGEST_COUNT = 2**53


class EvidenceLine(Body):
    """The words that a memory rests on."""

    message_id: Annotated[str, Field(max_length=600)]
    quote: str


class ImportLine(MemoryBody):
    """One line: a `POST /v1/memories` body or a line of an export. Only `text` is required; what is given is kept."""

    place: ClassVar[str] = "line."
    also_known: ClassVar[frozenset[str]] = frozenset({
        "tenant_id", "score", "match", "pending", "scope", "trace_id", "capture_id", "changed_by", "change_reason", "language",
    })  # fmt: skip

    id: Identifier | None = None
    version: Annotated[int, Field(strict=True, ge=1, le=LARGEST_COUNT)] = 1
    status: Status = Status.LIVE
    stage: RetentionStage | None = None
    chat_id: Identifier | None = None
    created_at: Moment | None = None
    expires_at: Moment | None = None
    archived_at: Moment | None = None
    last_accessed_at: Moment | None = None
    superseded_by: Identifier | None = None
    access_count: Annotated[int, Field(strict=True, ge=0, le=LARGEST_COUNT)] = 0
    seen_count: Annotated[int, Field(strict=True, ge=1, le=LARGEST_COUNT)] = 1
    reliability: Share = 0.5
    source_attribution: Attribution = Attribution.USER_STATED
    subject: ShortText | None = None
    slot: ShortText | None = None
    name: ShortText | None = None
    abstract: ShortText | None = None
    overview: ShortText | None = None
    evidence: Annotated[list[EvidenceLine], Field(max_length=1000)] = Field(default_factory=list)

    @model_validator(mode="after")
    def ends_after_it_begins(self) -> Self:
        """What was corrected within its own moment held for no time at all."""
        is_over = self.status is Status.SUPERSEDED
        if not is_over:
            check_interval(self.valid_from, self.valid_to)
        return self


class RefusedLine(Body):
    """`line` counts from 1; `reason` is a code like `harmful:weapons` or `invalid`, `field` what is wrong."""

    line: int
    reason: str
    field: str | None = None


class ImportAnswer(Body):
    """lines = stored + noop + review + refused."""

    lines: int
    stored: int
    noop: int
    review: int
    refused: list[RefusedLine]


def import_request_body() -> dict[str, Any]:
    """How OpenAPI describes the NDJSON body."""
    return {"requestBody": {"required": True, "content": {"application/x-ndjson": {"schema": ImportLine.model_json_schema()}}}}
