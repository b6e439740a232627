"""What an erased memory rests on is kept no longer by the sessions in which it was said, so that no later summary tells of it again."""

from collections import defaultdict
from collections.abc import Iterator

from shared.domain.memory import Memory
from shared.domain.scope import owner_scope
from shared.domain.session_summary import KeptTurn
from shared.domain.trace_filter import TraceFilter
from shared.ports.memory_store import MemoryStore
from shared.ports.session_words import SessionWords

PAGE = 500


def drop_kept_words(words: SessionWords, store: MemoryStore, memory: Memory) -> None:
    """Drop the turns that its versions came from or cite, and those that only said it again. Raises QueueUnavailable."""
    scope = owner_scope(memory.tenant_id, memory.owner)
    gone: defaultdict[str, set[str]] = defaultdict(set)
    for version in store.history(scope, memory.id):
        if version.session_id is not None:
            kept = words.kept(memory.tenant_id, memory.owner, version.session_id)
            gone[version.session_id].update(turn.capture_id for turn in kept if _is_cited(turn, version))
    for session_id, capture_id in _told(store, memory):
        gone[session_id].add(capture_id)
    for session_id, capture_ids in gone.items():
        if capture_ids:
            words.drop(memory.tenant_id, memory.owner, session_id, sorted(capture_ids))


def _told(store: MemoryStore, memory: Memory) -> Iterator[tuple[str, str]]:
    """Session and capture of every candidate that made, changed or repeated the memory."""
    scope, cursor = owner_scope(memory.tenant_id, memory.owner), None
    while True:
        page = store.list_traces(scope, TraceFilter(memory_id=memory.id), limit=PAGE, cursor=cursor)
        for trace in page.items:
            session_id = trace.candidate.get("session_id")
            if session_id is not None and trace.capture_id is not None:
                yield session_id, trace.capture_id
        cursor = page.next_cursor
        if cursor is None:
            return


def _is_cited(turn: KeptTurn, version: Memory) -> bool:
    cited = any(evidence.message_id.startswith(f"{turn.turn_id}/") for evidence in version.evidence)
    return cited or turn.capture_id == version.capture_id
