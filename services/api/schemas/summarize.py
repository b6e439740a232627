"""Body of POST /v1/summarize."""

from pydantic import Field

from services.api.schemas.fields import Body, Identifier, Labels


class SummarizeBody(Body):
    """Whose session. Without user_id it is the group's of `chat_id`, else the team's."""

    session_id: Identifier
    user_id: Identifier | None = None
    chat_id: Identifier | None = None
    agent_id: Identifier | None = None
    labels: Labels = Field(default_factory=dict)
