"""What the engine holds, all of it, and what a sweep may have changed of it."""

from collections.abc import Collection, Mapping
from typing import Any

from qdrant_client import QdrantClient

from tests.faults.family import Family

Point = tuple[dict[str, Any], str]
SWEPT = {"stage", "archived_us", "expires_us", "fence"}
"""The only fields of a payload that a sweep sets."""


def points(family: Family) -> dict[str, Point]:
    """Point id -> its payload, and its vectors in one text."""
    client = QdrantClient(url=family.engine.url, headers={"api-key": family.engine.api_key}, check_compatibility=False)
    (memories,) = (each.name for each in client.get_collections().collections if "memories" in each.name)
    found: dict[str, Point] = {}
    offset = None
    while True:
        page, offset = client.scroll(memories, limit=500, offset=offset, with_payload=True, with_vectors=True)
        found |= {str(point.id): (point.payload or {}, _in_order(point.vector)) for point in page}
        if offset is None:
            client.close()
            return found


def assert_only_swept(before: Mapping[str, Point], after: Mapping[str, Point], ends: Mapping[str, str]) -> Collection[str]:
    """Each point as it was or as its end (by memory id) says, words, labels, scope and vectors to the bit; the memories at their end."""
    reached = set()
    for point_id, (payload, vectors) in before.items():
        end = ends.get(payload["memory_id"])
        if point_id not in after:
            assert end == "deleted", payload
            reached.add(payload["memory_id"])
            continue
        now, now_vectors = after[point_id]
        changed = {field for field in payload.keys() | now.keys() if payload.get(field) != now.get(field)}
        assert now_vectors == vectors
        assert changed <= (SWEPT if end is not None else set()), (payload, now)
        assert now["stage"] in {payload["stage"], end}
        if now["stage"] == end:
            reached.add(payload["memory_id"])
    assert after.keys() <= before.keys()
    return reached


def _in_order(vectors: Any) -> str:
    return repr(sorted(vectors.items(), key=lambda named: str(named[0])))
