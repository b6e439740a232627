"""The ways to ask a gateway for JSON, from the strictest to the plainest, and what each sends."""

import json
from dataclasses import dataclass, replace
from typing import Any

from shared.ports.language_model import ModelRequest

JSON_SCHEMA = "json_schema"
JSON_OBJECT = "json_object"
TEXT = "text"
FORMATS = (JSON_SCHEMA, JSON_OBJECT, TEXT)
# Named in the refusals of models that take `max_completion_tokens` and no temperature.
LIMIT_WORDS = ("max_tokens", "max_completion_tokens", "temperature")


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to ask. `is_reasoning`: newer models refuse `max_tokens` and any temperature but their own."""

    response_format: str
    is_reasoning: bool = False

    def options(self, request: ModelRequest) -> dict[str, Any]:
        """Arguments of the call besides model and messages."""
        if self.is_reasoning:
            limits: dict[str, Any] = {"max_completion_tokens": request.max_tokens}
        else:
            limits = {"max_tokens": request.max_tokens, "temperature": request.temperature}
        if self.response_format == JSON_SCHEMA:
            schema = {"name": request.schema_name, "schema": dict(request.schema)}
            return {**limits, "response_format": {"type": JSON_SCHEMA, "json_schema": schema}}
        if self.response_format == JSON_OBJECT:
            return {**limits, "response_format": {"type": JSON_OBJECT}}
        return limits

    def instructions(self, request: ModelRequest) -> str:
        """The system message; without a schema on the wire it carries the schema and its name itself."""
        if self.response_format == JSON_SCHEMA:
            return request.instructions
        schema = json.dumps(request.schema, ensure_ascii=False)
        return (
            f"{request.instructions}\n\nAnswer with one JSON object and nothing else: no prose, no code fence. "
            f"It is called {request.schema_name} and obeys this JSON schema:\n{schema}"
        )


def first_dialect(response_format: str) -> Dialect:
    """`auto` begins with the strictest format; a named one is asked for and nothing else."""
    return Dialect(JSON_SCHEMA if response_format == "auto" else response_format)


def next_dialect(dialect: Dialect, complaint: str, *, is_fixed: bool) -> Dialect | None:
    """What to try after a refusal, or None when nothing is left. `complaint` is the gateway's message and parameter.

    A complaint about the limits changes how they are sent; any other steps down to the next format, unless
    the setting names one.
    """
    if not dialect.is_reasoning and any(word in complaint for word in LIMIT_WORDS):
        return replace(dialect, is_reasoning=True)
    position = FORMATS.index(dialect.response_format) + 1
    if is_fixed or position == len(FORMATS):
        return None
    return replace(dialect, response_format=FORMATS[position])
