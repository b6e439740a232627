"""What the clock needs to know of a memory: a lean view, so that a hundred thousand can be looked at in seconds."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shared.domain.candidate import Category, Layer
from shared.domain.memory import RetentionStage
from shared.domain.scope import Owner


class Aging(Protocol):
    """A Memory, or the lean view of one: the same names and meanings."""

    @property
    def id(self) -> str:
        """The memory, not the version."""
        ...

    @property
    def layer(self) -> Layer:
        """L1..L4."""
        ...

    @property
    def category(self) -> Category:
        """One of five."""
        ...

    @property
    def stage(self) -> RetentionStage:
        """Where it stands now."""
        ...

    @property
    def importance(self) -> float:
        """0..1."""
        ...

    @property
    def reliability(self) -> float:
        """0..1."""
        ...

    @property
    def access_count(self) -> int:
        """Uses."""
        ...

    @property
    def pinned(self) -> bool:
        """Never fades."""
        ...

    @property
    def created_at(self) -> datetime:
        """When this version was written."""
        ...

    @property
    def observed_at(self) -> datetime:
        """When it was said or seen."""
        ...

    @property
    def last_accessed_at(self) -> datetime | None:
        """The last use."""
        ...

    @property
    def archived_at(self) -> datetime | None:
        """When the clock of deletion began."""
        ...

    @property
    def expires_at(self) -> datetime | None:
        """When it stops being visible."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AgingMemory:
    """The current version of one memory, without its text. `importance` may differ from the memory's in its last bit."""

    id: str
    owner: Owner
    layer: Layer
    category: Category
    stage: RetentionStage
    importance: float
    reliability: float
    access_count: int
    pinned: bool
    created_at: datetime
    observed_at: datetime
    last_accessed_at: datetime | None
    archived_at: datetime | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class AgingPage:
    """Some of them; `following` is where to go on, None at the end."""

    items: tuple[AgingMemory, ...]
    following: str | None
