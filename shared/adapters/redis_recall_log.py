"""Recalls of the last hour over Redis, and the sessions' last queries."""

from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, key
from shared.contracts.records import decode_record, encode_record
from shared.domain.scope import Owner
from shared.ports.recall_log import AskedBefore, RecallRecord

KEPT_SECONDS = 3600
QUERY_SECONDS = 1800
KEPT_QUERIES = 5
TODO = "tiercel:recalls_todo"


class RedisRecallLog:
    """See RecallLog."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def record(self, recall: RecallRecord) -> None:
        """See RecallLog."""
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=True)
            name = key("recall", recall.recall_id)
            pipe.set(name, encode_record(recall), ex=KEPT_SECONDS)
            pipe.zadd(TODO, {recall.recall_id: recall.at.timestamp()})
            for owner in {injected.owner for injected in recall.injected}:
                pipe.sadd(key("owner", recall.tenant_id, owner.key, "keys"), name)
            pipe.execute()

    def take(self, *, limit: int) -> tuple[RecallRecord, ...]:
        """See RecallLog. Records that were forgotten meanwhile are dropped from the queue."""
        with self._redis.commands() as client:
            ids: Any = client.zrange(TODO, 0, limit - 1)
            raws: Any = client.mget([key("recall", text(recall_id)) for recall_id in ids]) if ids else []
            gone = [recall_id for recall_id, raw in zip(ids, raws, strict=True) if raw is None]
            if gone:
                client.zrem(TODO, *gone)
        return tuple(decode_record(raw, RecallRecord) for raw in raws if raw is not None)

    def is_counted(self, recall_id: str, owner: Owner) -> bool:
        """See RecallLog. Entered by lua/finish_plan.lua, and kept longer than the recall itself."""
        with self._redis.commands() as client:
            return bool(client.sismember(key("recall_counted", recall_id), encoded(owner.key)))

    def done(self, recall_id: str) -> None:
        """See RecallLog."""
        with self._redis.commands() as client:
            client.zrem(TODO, recall_id)

    def recent_queries(self, tenant_id: str, owner: Owner, session_id: str, *, limit: int) -> tuple[AskedBefore, ...]:
        """See RecallLog."""
        with self._redis.commands() as client:
            raws: Any = client.lrange(key("queries", tenant_id, owner.key, session_id), 0, limit - 1)
        return tuple(decode_record(raw, AskedBefore) for raw in raws)

    def remember_query(self, tenant_id: str, owner: Owner, session_id: str, asked: AskedBefore) -> None:
        """See RecallLog."""
        name = key("queries", tenant_id, owner.key, session_id)
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=True)
            pipe.lpush(name, encode_record(asked))
            pipe.ltrim(name, 0, KEPT_QUERIES - 1)
            pipe.expire(name, QUERY_SECONDS)
            pipe.sadd(key("owner", tenant_id, owner.key, "keys"), name)
            pipe.execute()
