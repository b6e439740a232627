"""Dead letters over Redis; bury_turn.lua makes them, replay_dead.lua takes them back."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import msgspec

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, inbox_id, key
from shared.contracts.records import decode_record
from shared.domain.turn import Turn
from shared.domain.write_plan import AuditEntry
from shared.ports.dead_letters import DeadLetter, DeadLetterPage


class RedisDeadLetters:
    """See DeadLetters."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None) -> DeadLetterPage:
        """See DeadLetters. The cursor is the number of letters already seen."""
        start = int(cursor) if cursor else 0
        if start < 0:
            raise ValueError("cursor")
        index = key("dead_index", tenant_id)
        with self._redis.commands() as client:
            total = int(client.zcard(index))
            ids: Any = client.zrange(index, start, start + limit - 1)
            pipe = client.pipeline(transaction=False)
            for capture in ids:
                pipe.hgetall(key("dead", tenant_id, text(capture)))
                pipe.hmget(key("cap", tenant_id, text(capture)), "turn_id", "owner", "attempts")
            answers = pipe.execute()
        items = tuple(
            _letter(text(capture), answers[2 * number], answers[2 * number + 1])
            for number, capture in enumerate(ids)
            if answers[2 * number]
        )
        seen = start + len(ids)
        return DeadLetterPage(items, str(seen) if seen < total else None, total)

    def replay(self, tenant_id: str, capture_id: str, *, audit: AuditEntry) -> bool:
        """See DeadLetters."""
        with self._redis.commands() as client:
            raw: Any = client.hget(key("dead", tenant_id, capture_id), "turn")
        if raw is None:
            return False
        turn = decode_record(raw, Turn)
        inbox = inbox_id(tenant_id, turn.owner, turn.session_id)
        line = msgspec.json.encode(audit)
        return bool(self._redis.run("replay_dead", encoded(tenant_id), capture_id, inbox, line) == 1)


def _letter(capture_id: str, dead: dict[bytes, bytes], capture: "list[bytes | None]") -> DeadLetter:
    return DeadLetter(
        capture_id=capture_id,
        turn_id=text(capture[0]),
        owner_key=unquote(text(capture[1])),
        reason=text(dead[b"reason"]),
        raw=text(dead[b"raw"]),
        attempts=int(capture[2] or 0),
        at=datetime.fromtimestamp(int(dead[b"at"]) / 1000, UTC),
    )
