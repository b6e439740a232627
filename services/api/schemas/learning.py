"""Bodies of the learnings routes."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from services.api.schemas.fields import Body, Identifier, ShortText
from shared.domain.learning import LearningType

LongText = Annotated[str, StringConstraints(max_length=4000)]


class LearningBody(Body):
    """POST /v1/learnings. Without user_id it is the team's."""

    type: LearningType
    summary: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    error_type: Annotated[str, StringConstraints(min_length=1, max_length=256)] | None = None
    context: dict[str, Any] = Field(default_factory=dict)
    correction: LongText | None = None
    user_id: Identifier | None = None
    agent_id: Identifier | None = None


class ResolveBody(Body):
    """POST /v1/learnings/{id}/resolve."""

    note: ShortText | None = None


class ReflectBody(Body):
    """POST /v1/reflect. Without user_id over what is the team's."""

    user_id: Identifier | None = None
