"""POST /v1/extract: what would be remembered of a text."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from services.api.schemas.fields import Body, Moment
from services.api.schemas.turn import MAX_MESSAGES, MessageBody, known_timezone
from services.api.turn_draft import MessageDraft, TurnDraft
from shared.domain.candidate import Role


class ExtractBody(Body):
    """A text of one person, or the messages of an exchange."""

    text: str | None = None
    messages: Annotated[list[MessageBody], Field(max_length=MAX_MESSAGES)] = Field(default_factory=list)
    occurred_at: Moment | None = None
    timezone: Annotated[str, AfterValidator(known_timezone)] = ""

    @model_validator(mode="after")
    def has_words(self) -> Self:
        """Either of the two, with words in it."""
        texts = [self.text or "", *(message.text for message in self.messages)]
        if not any(text.strip() for text in texts) or (self.text is not None and self.messages):
            raise ValueError("text: send text or messages")
        return self

    def draft(self) -> TurnDraft:
        """A turn of nobody in particular."""
        spoken = [MessageDraft(role=each.role, text=each.text, message_id=each.message_id, name=each.name, occurred_at=each.occurred_at)
                  for each in self.messages]  # fmt: skip
        alone = [MessageDraft(role=Role.USER, text=self.text)] if self.text is not None else []
        return TurnDraft(messages=(*alone, *spoken), occurred_at=self.occurred_at, timezone=self.timezone)


class ExtractAnswer(Body):
    """`rejected` fell at the value stage. `refused` is set where nothing was read: harmful, injected or empty."""

    candidates: list[dict[str, Any]]
    rejected: list[dict[str, Any]]
    redactions: dict[str, int]
    refused: str | None
