"""Bodies of POST /v1/turns and its batch."""

from typing import Annotated, Any, ClassVar, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from services.api.schemas.fields import Body, Identifier, Labels, Moment, ShortText, TtlSeconds
from services.api.turn_draft import MessageDraft, TurnDraft
from shared.domain.candidate import Role, SourceType
from shared.domain.scope import Visibility

MAX_MESSAGES = 1000
MAX_BATCH = 500


def known_timezone(name: str) -> str:
    """An IANA name or nothing. ValueError for anything else."""
    if name:
        try:
            ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            raise ValueError("not an IANA timezone like Asia/Shanghai") from None
    return name


class MessageBody(Body):
    """One message of a turn."""

    place: ClassVar[str] = "messages."

    role: Role
    text: str
    message_id: Identifier | None = None
    name: ShortText | None = None
    occurred_at: Moment | None = None


class TurnBody(Body):
    """One exchange. The short form {"message", "response", "platform"} is read into `messages` and `channel`."""

    also_known: ClassVar[frozenset[str]] = frozenset({"tenant_id", "message", "response", "platform"})

    messages: Annotated[list[MessageBody], Field(max_length=MAX_MESSAGES)] = Field(default_factory=list)
    turn_id: Identifier | None = None
    session_id: Identifier | None = None
    user_id: Identifier | None = None
    agent_id: Identifier | None = None
    chat_id: Identifier | None = None
    channel: Identifier | None = None
    trigger: Annotated[str, StringConstraints(min_length=1, max_length=100)] = "user"
    occurred_at: Moment | None = None
    timezone: Annotated[str, AfterValidator(known_timezone)] = ""
    visibility: Visibility | None = None
    labels: Labels = Field(default_factory=dict)
    source_type: SourceType = SourceType.TEXT
    metadata: dict[str, Any] = Field(default_factory=dict)
    ttl_seconds: TtlSeconds | None = None

    @model_validator(mode="before")
    @classmethod
    def read_short_form(cls, value: Any) -> Any:
        """`message` and `response` become two messages where no `messages` were sent."""
        if not isinstance(value, dict) or "messages" in value or not isinstance(value.get("message"), str):
            return value
        messages = [{"role": "user", "text": value["message"]}]
        if value.get("response") is not None:
            messages.append({"role": "assistant", "text": value["response"]})
        channel = value.get("channel", value.get("platform"))
        return {**value, "messages": messages, **({"channel": channel} if channel is not None else {})}

    @model_validator(mode="after")
    def has_words(self) -> Self:
        """A text turn needs a message with text; audio and video may bring their words in `metadata`."""
        if self.source_type is SourceType.TEXT and not any(message.text.strip() for message in self.messages):
            raise ValueError("messages: a turn needs at least one message with text")
        return self

    def draft(self) -> TurnDraft:
        """The same without pydantic."""
        return TurnDraft(
            messages=tuple(
                MessageDraft(role=each.role, text=each.text, message_id=each.message_id, name=each.name, occurred_at=each.occurred_at)
                for each in self.messages
            ),
            turn_id=self.turn_id,
            session_id=self.session_id,
            user_id=self.user_id,
            agent_id=self.agent_id,
            chat_id=self.chat_id,
            channel=self.channel,
            trigger=self.trigger,
            occurred_at=self.occurred_at,
            timezone=self.timezone,
            visibility=self.visibility,
            labels=self.labels,
            source_type=self.source_type,
            metadata=self.metadata,
            ttl_seconds=self.ttl_seconds,
        )


class TurnBatchBody(Body):
    """Up to 500 turns; each is checked and answered by itself."""

    turns: Annotated[list[Any], Field(min_length=1, max_length=MAX_BATCH, description="TurnBody each")]


class TurnAnswer(Body):
    """202. `reason` only where the turn was skipped."""

    capture_id: str
    turn_id: str
    duplicate: bool
    status: str
    reason: str | None = None
