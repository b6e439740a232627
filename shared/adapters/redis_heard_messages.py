"""Heard messages over Redis: one list per conversation, gone after a day."""

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

    def take(self, tenant_id: str, owner: Owner, conversation: str) -> tuple[HeardMessage, ...]:
        """See HeardMessages."""
        name = _name(tenant_id, owner, conversation)
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=True)
            pipe.lrange(name, 0, -1)
            pipe.delete(name)
            raws: Any = pipe.execute()[0]
        return latest_of_each([decode_record(raw, HeardMessage) for raw in raws])


def latest_of_each(messages: list[HeardMessage]) -> tuple[HeardMessage, ...]:
    """A message that was told twice counts once, at its first place with its last words."""
    told: dict[object, HeardMessage] = {}
    for place, message in enumerate(messages):
        told[message.message_id or place] = message
    return tuple(told.values())


def _name(tenant_id: str, owner: Owner, conversation: str) -> str:
    return key("heard", tenant_id, owner.key, conversation)
