"""The book of lessons over Redis: one hash per tenant."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from redis.client import Pipeline

from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_keys import key
from shared.contracts.records import decode_record, encode_record
from shared.domain.learning import Learning, noted_again


class RedisLearnings:
    """See Learnings. An entry is changed only where nobody else changed the book meanwhile, else once more."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def note(self, learning: Learning) -> Learning:
        """See Learnings."""

        def noted(known: Learning | None) -> Learning:
            return learning if known is None else noted_again(known, learning)

        entry = self._change(learning.tenant_id, learning.id, noted)
        return learning if entry is None else entry

    def all(self, tenant_id: str) -> tuple[Learning, ...]:
        """See Learnings."""
        with self._redis.commands() as client:
            raws: Any = client.hvals(_book(tenant_id))
        found = [decode_record(raw, Learning) for raw in raws]
        return tuple(sorted(found, key=lambda each: (each.last_at, each.id), reverse=True))

    def get(self, tenant_id: str, learning_id: str) -> Learning | None:
        """See Learnings."""
        with self._redis.commands() as client:
            raw: Any = client.hget(_book(tenant_id), learning_id)
        return None if raw is None else decode_record(raw, Learning)

    def resolve(self, tenant_id: str, learning_id: str, *, at: datetime, by: str, note: str | None) -> Learning | None:
        """See Learnings."""

        def resolved(known: Learning | None) -> Learning | None:
            if known is None or known.resolved_at is not None:
                return known
            return replace(known, resolved_at=at, resolved_by=by, note=note)

        return self._change(tenant_id, learning_id, resolved)

    def _change(self, tenant_id: str, learning_id: str, change: Callable[[Learning | None], Learning | None]) -> Learning | None:
        book = _book(tenant_id)
        entry: Learning | None = None

        def step(pipe: Pipeline) -> None:
            nonlocal entry
            raw: Any = pipe.hget(book, learning_id)
            entry = change(None if raw is None else decode_record(raw, Learning))
            pipe.multi()
            if entry is not None:
                pipe.hset(book, learning_id, encode_record(entry))

        with self._redis.commands() as client:
            client.transaction(step, book)
        return entry


def _book(tenant_id: str) -> str:
    return key("learnings", tenant_id)
