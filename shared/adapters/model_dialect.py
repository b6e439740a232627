"""The ways to ask a gateway for JSON, from the strictest to the plainest, and what each sends."""

import json
import re
from dataclasses import dataclass, replace
from typing import Any

from shared.ports.language_model import ModelRequest

JSON_SCHEMA = "json_schema"
JSON_OBJECT = "json_object"
TEXT = "text"
# Blanks in JSON cost a seventh of a document's tokens.
COMPACT = (",", ":")
FORMATS = (JSON_SCHEMA, JSON_OBJECT, TEXT)
# Named in the refusals of models that take `max_completion_tokens` and no temperature.
LIMIT_WORDS = ("max_tokens", "max_completion_tokens", "temperature")
LIMIT_NUMBER = re.compile(
    r"(?:at most|up to|maximum(?: value)?(?: of| is)?|less than or equal to|not exceed|<=|\[\s*1\s*,)\s*`?(\d{3,6})\b"
)
SMALLEST_LIMIT = 256


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to ask. `is_reasoning`: newer models refuse `max_tokens` and any temperature but their own.

    `most_tokens` is the longest answer that the gateway was found to allow; None where it has not complained.
    """

    response_format: str
    is_reasoning: bool = False
    most_tokens: int | None = None

    def options(self, request: ModelRequest) -> dict[str, Any]:
        """Arguments of the call besides model and messages."""
        room = self.room(request)
        if self.is_reasoning:
            limits: dict[str, Any] = {"max_completion_tokens": room}
        else:
            limits = {"max_tokens": room, "temperature": request.temperature}
        if self.response_format == JSON_SCHEMA:
            schema = {"name": request.schema_name, "schema": dict(request.schema)}
            return {**limits, "response_format": {"type": JSON_SCHEMA, "json_schema": schema}}
        if self.response_format == JSON_OBJECT:
            return {**limits, "response_format": {"type": JSON_OBJECT}}
        return limits

    def room(self, request: ModelRequest) -> int:
        """Most tokens of the answer."""
        return request.max_tokens if self.most_tokens is None else min(request.max_tokens, self.most_tokens)

    def instructions(self, request: ModelRequest) -> str:
        """The system message; without a schema on the wire it carries the schema and its name itself."""
        if self.response_format == JSON_SCHEMA:
            return request.instructions
        schema = json.dumps(request.schema, ensure_ascii=False, separators=COMPACT)
        return (
            f"{request.instructions}\n\nAnswer with one JSON object and nothing else: no prose, no code fence. "
            f"It is called {request.schema_name} and obeys this JSON schema:\n{schema}"
        )


def first_dialect(response_format: str) -> Dialect:
    """`auto` begins with the strictest format; a named one is asked for and nothing else."""
    return Dialect(JSON_SCHEMA if response_format == "auto" else response_format)


def next_dialect(dialect: Dialect, complaint: str, *, is_fixed: bool, room: int) -> Dialect | None:
    """What to try after a refusal, or None when nothing is left. `complaint` is the gateway's message and parameter.

    A complaint that names a smaller limit than the `room` that was asked for sets it, another one about the limits changes
    how they are sent; any other steps down to the next format, unless the setting names one.
    """
    allowed = _smaller_limit(complaint, room)
    if allowed is not None:
        return replace(dialect, most_tokens=allowed)
    if not dialect.is_reasoning and any(word in complaint for word in LIMIT_WORDS):
        return replace(dialect, is_reasoning=True)
    position = FORMATS.index(dialect.response_format) + 1
    if is_fixed or position == len(FORMATS):
        return None
    return replace(dialect, response_format=FORMATS[position])


def _smaller_limit(complaint: str, room: int) -> int | None:
    """The limit that a complaint about too large an answer names: `supports at most 4096`, `range of [1, 8192]`."""
    if not any(word in complaint for word in LIMIT_WORDS[:2]):
        return None
    named = [int(found) for found in LIMIT_NUMBER.findall(complaint)]
    return max((number for number in named if SMALLEST_LIMIT <= number < room), default=None)
