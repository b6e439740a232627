"""Plain calls to a chat model that was trained on one prompt format of its own (docs/local-judge.md)."""

from dataclasses import dataclass
from typing import Protocol

from shared.ports.language_model import ModelAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRequest:
    """One plain call: a single user message that is exactly `prompt`."""

    prompt: str
    max_tokens: int
    temperature: float = 0.0


class TextModel(Protocol):
    """One model that answers text with text."""

    @property
    def name(self) -> str:
        """The model's name, for status and metrics."""
        ...

    def complete(self, request: TextRequest) -> ModelAnswer:
        """Ask once, within the model's own deadline. Safe to call from several threads.

        Raises ModelUnavailable (outages, too slow) and ContentFault where this very request is refused.
        """
        ...
