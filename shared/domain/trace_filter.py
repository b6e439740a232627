"""Which decisions somebody asks for, and a page of them."""

from dataclasses import dataclass
from datetime import datetime

from shared.domain.decision import Action, GuardStage, Trace

COUNTED_BY = frozenset({"judged_action", "judged_reason", "layer"})
"""What decisions are counted by: the guard's first word, its reason, and the candidate's layer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceFilter:
    """None means "all". `since` is about the newest word; `judged_*` about the first one, before any person looked.

    `captured_only`: without explicit requests, which the guard did not judge. `memory_id`: that made, changed or only counted it.
    """

    actions: tuple[Action, ...] | None = None
    stages: tuple[GuardStage, ...] | None = None
    since: datetime | None = None
    judged_actions: tuple[Action, ...] | None = None
    judged_since: datetime | None = None
    layer: str | None = None
    captured_only: bool = False
    memory_id: str | None = None


@dataclass(frozen=True, slots=True)
class TracePage:
    """One page, newest first; `total` is exact."""

    items: tuple[Trace, ...]
    next_cursor: str | None
    total: int
