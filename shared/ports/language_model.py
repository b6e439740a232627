"""Structured calls to a chat model (docs/model-contract.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One structured call: a system message with instructions, one user message that is exactly `document`."""

    schema_name: str
    schema: Mapping[str, Any]
    instructions: str
    document: Mapping[str, Any]
    max_tokens: int
    temperature: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """The model's text as it came; `cut_off` when it ran into max_tokens."""

    text: str
    cut_off: bool
    prompt_tokens: int
    completion_tokens: int
    model: str


class LanguageModel(Protocol):
    """One gateway model."""

    @property
    def name(self) -> str:
        """The model's name, for status and metrics."""
        ...

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Ask once. Raises ModelUnavailable (outages, with Retry-After where given)."""
        ...
