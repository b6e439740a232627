"""Bodies of the review routes."""

from typing import Literal, Self

from pydantic import model_validator

from services.api.schemas.fields import Body, ShortText, Text
from shared.domain.candidate import Layer


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
