"""Bodies of POST /v1/import/markdown."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from services.api.schemas.fields import Body, Flag, Identifier, Labels
from shared.domain.scope import Visibility


class MarkdownOptions(Body):
    """Whose the sections are. With `dry_run` nothing is stored and the counts are what would happen."""

    user_id: Identifier | None = None
    agent_id: Identifier | None = None
    labels: Labels = Field(default_factory=dict)
    visibility: Visibility | None = None
    dry_run: Flag = False


class MarkdownFileBody(Body):
    """One file."""

    place: ClassVar[str] = "files."

    path: str
    content: str


class MarkdownBody(MarkdownOptions):
    """The JSON form."""

    files: Annotated[list[MarkdownFileBody], Field(min_length=1, max_length=10_000)]


class RefusedSection(Body):
    """A section that was not stored, and why."""

    path: str
    headings: list[str]
    reason: str


class MarkdownAnswer(Body):
    """`chunks` were newly stored (the `superseded` ones among them replace an older text), `skipped` are unchanged."""

    files: int
    chunks: int
    skipped: int
    superseded: int
    review: int
    refused: list[RefusedSection]
    dry_run: bool


def markdown_request_body() -> dict[str, Any]:
    """How OpenAPI describes the two forms."""
    form = {"type": "object", "properties": {"files": {"type": "array", "items": {"type": "string", "format": "binary"}}}}
    json_form = {"schema": MarkdownBody.model_json_schema()}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": form}, "application/json": json_form}}}
