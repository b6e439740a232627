"""The parts of a script: one post, one question."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One body for /v1/turns, or a raw OpenClaw capture."""

    turn_id: str
    body: Mapping[str, Any]
    openclaw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One recall. One of `expect` must be found in a memory, none of `forbid`, and no memory at all where `nothing` is set.

    `after` names the turns it is about.
    """

    query: str
    who: Mapping[str, Any] = field(default_factory=dict)
    expect: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
    nothing: bool = False
    after: tuple[str, ...] = ()
    note: str = ""

    @property
    def promises(self) -> bool:
        """Whether an answer can be right or wrong."""
        return bool(self.expect or self.forbid or self.nothing)
