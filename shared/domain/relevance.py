"""What recall asks of the store, and what the store answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from shared.domain.candidate import Category, Layer, SourceType
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import Viewer
from shared.domain.write_plan import SparseVector


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFilter:
    """What a recall or a list narrows to, besides scope. None means "all"; an empty tuple matches nothing.

    `live_at`: what was live at that moment, as far as what is stored today tells; it replaces the include_* flags.
    """

    now: datetime
    viewer: Viewer | None = None
    user_id: str | None = None
    agent_id: str | None = None
    visibility: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    layers: tuple[Layer, ...] | None = None
    categories: tuple[Category, ...] | None = None
    stages: tuple[RetentionStage, ...] | None = None
    source_types: tuple[SourceType, ...] | None = None
    observed_since: datetime | None = None
    observed_until: datetime | None = None
    as_of: datetime | None = None
    include_archived: bool = False
    include_superseded: bool = False
    include_expired: bool = False
    text_contains: str | None = None
    live_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridQuery:
    """One batch query of both arms. `dense` is None when no query vector could be had.

    `variants` are the question in other words: each ranks on its own in the keyword arm and adds at most
    `variant_limit` candidates, without a rank or a score of that arm.
    """

    dense: Sequence[float] | None
    sparse: SparseVector
    limit: int = 100
    variants: tuple[SparseVector, ...] = ()
    variant_limit: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One candidate of either arm, with the few fields that ranking needs.

    `cosine` is the raw dense similarity (None without a dense arm), `sparse_score` the keyword arm's own
    score (0 where no term matched or it fell below the arm's limit); ranks start at 1, None = not in that arm.
    `asks`: its text holds a question mark. `speaker` is who said it, as its text's own beginning (`Ann: ...`) where no
    field says.
    """

    point_id: str
    memory_id: str
    cosine: float | None
    sparse_score: float
    dense_rank: int | None
    sparse_rank: int | None
    term_ids: tuple[int, ...]
    importance: float
    stage: RetentionStage
    observed_at: datetime
    last_accessed_at: datetime | None
    access_count: int
    session_id: str | None
    position: int | None
    language: str
    speaker: str | None
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A stored memory near a candidate, with its raw cosine."""

    memory: Memory
    cosine: float


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list; `total` is exact."""

    items: tuple[Memory, ...]
    next_cursor: str | None
    total: int
