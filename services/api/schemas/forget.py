"""The body of POST /v1/forget."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from services.api.schemas.fields import Body, Flag, Identifier, Labels, Moment, Share
from services.api.schemas.memory import AnyCategory
from services.api.schemas.recall import Query
from shared.domain.candidate import Layer, SourceType
from shared.domain.memory import RetentionStage


class ForgetFilter(Body):
    """Which memories, by what is stored of them. `since`, `until`: observation times; `q`: a part of the text."""

    layer: list[Layer] | None = None
    stage: list[RetentionStage] | None = None
    category: list[AnyCategory] | None = None
    source_type: list[SourceType] | None = None
    since: Moment | None = None
    until: Moment | None = None
    q: Annotated[str | None, Field(min_length=1, max_length=1000)] = None

    @model_validator(mode="after")
    def it_says_something(self) -> Self:
        """An empty filter would take everything, which nobody means by leaving it out."""
        if not self.model_fields_set:
            raise ValueError("name at least one of layer, stage, category, source_type, since, until, q")
        return self


class ForgetBody(Body):
    """One of `query`, `ids`, `filter`. A query never takes what is below `min_score`."""

    query: Query | None = None
    ids: Annotated[list[Identifier] | None, Field(min_length=1, max_length=500)] = None
    filter: ForgetFilter | None = None
    user_id: Identifier | None = None
    agent_id: Identifier | None = None
    labels: Labels = Field(default_factory=dict)
    mode: Literal["archive", "erase"] = "archive"
    min_score: Share = 0.6
    dry_run: Flag = False

    @model_validator(mode="after")
    def names_one_way(self) -> Self:
        """Exactly one of the three."""
        if sum(each is not None for each in (self.query, self.ids, self.filter)) != 1:
            raise ValueError("query: send exactly one of query, ids and filter")
        return self
