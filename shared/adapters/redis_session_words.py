"""Session words over Redis: one list per session, filled by the scripts that accept and release a turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, key
from shared.contracts.records import decode_record, encode_record
from shared.domain.scope import Owner, parse_owner
from shared.domain.session_summary import KeptTurn
from shared.domain.turn import Turn
from shared.extraction.kept_words import kept_words, length_of

MOST_SESSIONS = 1000
BYTES_A_CHARACTER = 32
"""A turn of few characters and many labels or messages weighs by its record: characters alone would not bound what is stored."""


@dataclass(frozen=True, slots=True)
class WordsKept:
    """For how long, how many characters of a session, and of how many sessions of an owner. `seconds` 0: nothing is kept."""

    seconds: int = 86_400
    characters: int = 24_000
    sessions: int = MOST_SESSIONS

    def arguments(self, turn: Turn) -> tuple[str | bytes | int, ...]:
        """What keep_words in lua/prelude.lua is told after the capture: session, record, weight, most of it, most sessions, seconds."""
        kept = kept_words(turn, most_characters=self.characters) if self.seconds else None
        record = b"" if kept is None else encode_record(kept)
        weight = 0 if kept is None else min(self.characters, max(length_of(kept), len(record) // BYTES_A_CHARACTER))
        return encoded(turn.session_id or ""), record, weight, self.characters, self.sessions, self.seconds


class RedisSessionWords:
    """See SessionWords. `seconds`: entries older than that are read no more; 0 reads none."""

    def __init__(self, connection: RedisConnection, *, seconds: int = 86_400) -> None:
        self._redis = connection
        self._seconds = seconds

    def kept(self, tenant_id: str, owner: Owner, session_id: str) -> tuple[KeptTurn, ...]:
        """See SessionWords."""
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=False)
            pipe.time()
            pipe.lrange(key("words", tenant_id, owner.key, session_id), 0, -1)
            (seconds, microseconds), entries = pipe.execute()
        oldest = (seconds - self._seconds) * 1000 + microseconds // 1000
        return tuple(kept for entry in entries if (kept := _read(entry, oldest)) is not None)

    def owners(self, tenant_id: str, session_id: str) -> tuple[Owner, ...]:
        """See SessionWords."""
        with self._redis.commands() as client:
            raws: Any = client.smembers(key("words_of", tenant_id, session_id))
        return tuple(parse_owner(unquote(raw)) for raw in sorted(map(text, raws)))

    def drop(self, tenant_id: str, owner: Owner, session_id: str, capture_ids: Sequence[str]) -> None:
        """See SessionWords."""
        self._redis.run("drop_words", encoded(tenant_id), encoded(owner.key), encoded(session_id), *capture_ids)


def _read(entry: bytes, oldest: int) -> KeptTurn | None:
    at, _, _, record = entry.split(b"|", 3)
    return decode_record(record, KeptTurn) if int(at) > oldest else None
