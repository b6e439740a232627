"""How many tokens a text is worth in a prompt."""

from typing import Protocol


class TokenCounter(Protocol):
    """Never waits and never fails: it stands in the middle of a recall."""

    @property
    def name(self) -> str:
        """Which tokenizer counts right now, or `estimate`."""
        ...

    def count(self, text: str) -> int:
        """Tokens of this text alone, without marks for its begin and end."""
        ...
