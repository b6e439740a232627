"""Open and answered reviews. They are opened and answered by write plans; this port only reads."""

from dataclasses import dataclass
from typing import Protocol

from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """One page, oldest first; `total` is exact."""

    items: tuple[Review, ...]
    next_cursor: str | None
    total: int


class Reviews(Protocol):
    """Reading reviews."""

    def get(self, scope: Scope, review_id: str) -> Review | None:
        """One review, or None where there is none in this scope."""
        ...

    def list(
        self, scope: Scope, *, status: ReviewStatus | None, kind: ReviewKind | None, limit: int, cursor: str | None = None
    ) -> ReviewPage:
        """ValueError for a cursor that is not one of ours."""
        ...
