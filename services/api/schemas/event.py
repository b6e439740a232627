"""Bodies of POST /v1/ingest and POST /v1/events."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from services.api.event_fields import event_fault
from services.api.schemas.fields import Body, Identifier, Labels, Moment, ShortText, Text, TtlSeconds, check_interval
from services.api.schemas.turn import known_timezone
from services.api.turn_draft import MessageDraft, TurnDraft
from shared.domain.candidate import Role
from shared.domain.scope import Visibility
from shared.domain.trigger import TriggerType

DEFAULT_SOURCE = "event"


class ReportBody(Body):
    """What a free text and a structured event have in common."""

    user_id: Identifier | None = None
    agent_id: Identifier | None = None
    session_id: Identifier | None = None
    labels: Labels = Field(default_factory=dict)
    visibility: Visibility | None = None
    observed_at: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    timezone: Annotated[str, AfterValidator(known_timezone)] = ""
    ttl_seconds: TtlSeconds | None = None
    idempotency_key: Identifier | None = None

    @model_validator(mode="after")
    def ends_after_it_begins(self) -> Self:
        """An interval has its ends in order."""
        check_interval(self.valid_from, self.valid_to)
        return self

    def _draft(self, message: MessageDraft, **fields: Any) -> TurnDraft:
        return TurnDraft(
            messages=(message,),
            turn_id=self.idempotency_key,
            user_id=self.user_id,
            agent_id=self.agent_id,
            session_id=self.session_id,
            occurred_at=self.observed_at,
            timezone=self.timezone,
            visibility=self.visibility,
            labels=self.labels,
            ttl_seconds=self.ttl_seconds,
            valid_from=self.valid_from,
            valid_to=self.valid_to,
            **fields,
        )


class IngestBody(ReportBody):
    """POST /v1/ingest: free text, classified into one of the eight trigger types."""

    description: Text

    def draft(self) -> TurnDraft:
        """One message of a person."""
        return self._draft(MessageDraft(role=Role.USER, text=self.description), ingested=True)


class EventBody(ReportBody):
    """POST /v1/events: the trigger type is given, `data` holds its fields."""

    event_type: TriggerType
    summary: Text
    data: dict[str, Any] = Field(default_factory=dict)
    source: ShortText | None = None

    @model_validator(mode="after")
    def has_the_fields_of_its_type(self) -> Self:
        """What the type's table says of `data` (shared.domain.event_fields)."""
        fault = event_fault(self.event_type, self.data)
        if fault is not None:
            raise ValueError(fault)
        return self

    def draft(self) -> TurnDraft:
        """One message of a tool, named after the source."""
        message = MessageDraft(role=Role.TOOL, text=self.summary, name=self.source or DEFAULT_SOURCE)
        return self._draft(message, trigger_hint=self.event_type, data=self.data)
