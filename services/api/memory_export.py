"""All memories in a key's reach as NDJSON, page by page."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import orjson

from services.api.memory_view import memory_view
from shared.domain.memory import Memory
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Scope
from shared.ports.memory_store import MemoryStore

PAGE = 200


def everything(now: datetime, user_id: str | None) -> MemoryFilter:
    """Archived and superseded ones included; what has expired is invisible here as everywhere."""
    return MemoryFilter(now=now, user_id=user_id, include_archived=True, include_superseded=True)


def export_lines(store: MemoryStore, scope: Scope, wanted: MemoryFilter) -> Iterator[bytes]:
    """One JSON object a line, newest created first."""
    cursor: str | None = None
    while True:
        page = store.list(scope, wanted, limit=PAGE, cursor=cursor)
        yield b"".join(orjson.dumps(_line(memory, wanted.now), option=orjson.OPT_UTC_Z) + b"\n" for memory in page.items)
        cursor = page.next_cursor
        if cursor is None:
            return


def _line(memory: Memory, now: datetime) -> dict[str, Any]:
    """The memory object with what only a copy needs; `score`, `match` and `pending` belong to a recall."""
    shown = memory_view(memory, now)
    for name in ("score", "match", "pending"):
        del shown[name]
    return {
        **shown,
        "name": memory.name,
        "abstract": memory.abstract,
        "overview": memory.overview,
        "evidence": [{"message_id": each.message_id, "quote": each.quote} for each in memory.evidence],
    }
