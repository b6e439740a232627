"""Heard messages over Redis: one list per conversation, gone after a day."""

from collections.abc import Sequence
from typing import Any

from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_keys import key
from shared.contracts.records import decode_record, encode_record
from shared.domain.scope import Owner
from shared.ports.heard_messages import HeardMessage

KEPT_SECONDS = 86_400
MOST_HELD = 1000


class RedisHeardMessages:
    """See HeardMessages."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def hold(self, tenant_id: str, owner: Owner, conversation: str, message: HeardMessage) -> None:
        """See HeardMessages."""
        name = _name(tenant_id, owner, conversation)
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=True)
            pipe.rpush(name, encode_record(message))
            pipe.ltrim(name, -MOST_HELD, -1)
            pipe.expire(name, KEPT_SECONDS)
            pipe.sadd(key("owner", tenant_id, owner.key, "keys"), name)
            pipe.execute()

    def held(self, tenant_id: str, owner: Owner, conversation: str) -> tuple[HeardMessage, ...]:
        """See HeardMessages."""
        with self._redis.commands() as client:
            raws: Any = client.lrange(_name(tenant_id, owner, conversation), 0, -1)
        return tuple(decode_record(raw, HeardMessage) for raw in raws)

    def let_go(self, tenant_id: str, owner: Owner, conversation: str, messages: Sequence[HeardMessage]) -> None:
        """See HeardMessages."""
        name = _name(tenant_id, owner, conversation)
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=True)
            for message in messages:
                pipe.lrem(name, 1, encode_record(message).decode())
            pipe.execute()


def _name(tenant_id: str, owner: Owner, conversation: str) -> str:
    return key("heard", tenant_id, owner.key, conversation)
