"""Bodies of the review routes."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from services.api.schemas.fields import Body, ShortText, Text
from shared.domain.candidate import Layer


class UndoBody(Body):
    """POST /v1/traces/{id}/undo. `then`: where the candidate ends; by default rejected where it was stored, else in review."""

    then: Literal["review", "reject"] | None = None
    note: ShortText | None = None


class ReopenBody(Body):
    """POST /v1/reviews/{id}/undo."""

    note: ShortText | None = None


class SampleBody(Body):
    """POST /v1/reviews/sample. Without an action: of stored and rejected ones alike."""

    n: Annotated[int, Field(strict=True, ge=1, le=200)] = 20
    action: Literal["WRITE", "UPDATE", "REJECT"] | None = None
    hours: Annotated[float, Field(gt=0, le=24 * 366)] = 24


class ReviewDecision(Body):
    """POST /v1/reviews/{id}. `edit` approves with another text."""

    decision: Literal["approve", "edit", "reject"]
    text: Text | None = None
    layer: Layer | None = None
    note: ShortText | None = None

    @model_validator(mode="after")
    def an_edit_has_text(self) -> Self:
        """Text belongs to an edit and to nothing else."""
        if (self.decision == "edit") != (self.text is not None):
            raise ValueError("text: belongs to the decision edit, and an edit needs it")
        return self
