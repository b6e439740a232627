"""Newest-first pages. The engine cannot resume an ordered scroll, so a page remembers (time, last id at that time).

Versions of the same microsecond are read in the order of their ids, however many there are.
"""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from qdrant_client import QdrantClient, models

from shared.adapters.qdrant_filters import Condition, both, same, within
from shared.adapters.qdrant_mapping import MEMORY_FIELDS

CREATED = "created_us"


@dataclass(frozen=True, slots=True)
class Position:
    """Where a page ended: the ordering time in microseconds, and the last id that was shown at that time."""

    time_us: int
    point_id: str


def encode_cursor(position: Position) -> str:
    """An opaque, URL-safe string."""
    return base64.urlsafe_b64encode(json.dumps([position.time_us, position.point_id]).encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> Position:
    """The inverse. ValueError for anything that `encode_cursor` did not make."""
    try:
        time_us, point_id = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
        position = Position(time_us, str(UUID(point_id)))
    except (binascii.Error, ValueError, TypeError, AttributeError) as fault:
        raise ValueError("not a cursor of this list") from fault
    if type(time_us) is not int or encode_cursor(position) != cursor:
        raise ValueError("not a cursor of this list")
    return position


@dataclass(frozen=True, slots=True)
class NewestFirst:
    """Reads one collection newest first by one time (when created, by default), within one filter."""

    client: QdrantClient
    collection: str
    narrowed: models.Filter
    ordered_by: str = CREATED
    fields: Sequence[str] = (*MEMORY_FIELDS, CREATED)

    def read(self, *, limit: int, after: Position | None) -> tuple[list[models.Record], Position | None]:
        """At most `limit` points, and the position to go on from (None at the end)."""
        points = [] if after is None else self._at(after.time_us, limit=limit + 1, beyond=after.point_id)
        if len(points) <= limit:
            older_than = None if after is None else within(self.ordered_by, before=after.time_us)
            points += self._ordered(limit + 1 - len(points), older_than)
        shown = points[:limit]
        is_last = len(points) <= limit or not shown
        return shown, None if is_last else Position(self._time(shown[-1]), str(shown[-1].id))

    def _ordered(self, limit: int, older_than: Condition | None) -> list[models.Record]:
        """In order of time; versions of the oldest time, which may be cut, in the order of their ids."""
        points, _ = self.client.scroll(
            self.collection,
            scroll_filter=self._narrowed(older_than),
            order_by=models.OrderBy(key=self.ordered_by, direction=models.Direction.DESC),
            limit=limit,
            with_payload=list(self.fields),
        )
        points.sort(key=lambda point: (-self._time(point), str(point.id)))
        if len(points) < limit:
            return points
        oldest = self._time(points[-1])
        whole = [point for point in points if self._time(point) > oldest]
        return whole + self._at(oldest, limit=limit - len(whole), beyond=None)

    def _at(self, time_us: int, *, limit: int, beyond: str | None) -> list[models.Record]:
        """Versions of one microsecond in the order of their ids, after one of them."""
        room = limit if beyond is None else limit + 1  # the scroll's offset is inclusive
        narrowed = self._narrowed(same(self.ordered_by, time_us))
        points, _ = self.client.scroll(self.collection, scroll_filter=narrowed, offset=beyond, limit=room, with_payload=list(self.fields))
        return [point for point in points if point.id != beyond][:limit]

    def _narrowed(self, condition: Condition | None) -> models.Filter:
        return self.narrowed if condition is None else both(self.narrowed, condition)

    def _time(self, point: models.Record) -> int:
        time_us: int = (point.payload or {})[self.ordered_by]
        return time_us
