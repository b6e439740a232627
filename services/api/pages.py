"""Pages of lists that are short enough to be read whole (keys, tenants)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from fastapi import Query

from services.api.errors import wrong_field

Entry = TypeVar("Entry")
Limit = Annotated[int, Query(ge=1, le=500)]
Cursor = Annotated[str | None, Query(max_length=20)]


@dataclass(frozen=True, slots=True)
class PageOf(Generic[Entry]):
    """One page; `total` is exact."""

    items: Sequence[Entry]
    next_cursor: str | None
    total: int


def page_of(entries: Sequence[Entry], *, limit: int, cursor: str | None) -> PageOf[Entry]:
    """The cursor is the number of entries already seen: new ones are added at the end. Refusal 422."""
    if cursor is not None and not (cursor.isascii() and cursor.isdecimal()):
        raise wrong_field("cursor", "Not a cursor of this list.")
    start = int(cursor or "0")
    items = entries[start : start + limit]
    seen = start + len(items)
    return PageOf(items, str(seen) if seen < len(entries) else None, len(entries))
