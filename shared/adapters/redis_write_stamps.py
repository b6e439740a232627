"""Write stamps over Redis. They are raised by lua/finish_plan.lua."""

from collections.abc import Sequence
from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import stamp_key
from shared.domain.scope import Owner


class RedisWriteStamps:
    """See WriteStamps."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def read(self, tenant_id: str, owners: Sequence[Owner]) -> tuple[str, ...]:
        """See WriteStamps."""
        with self._redis.commands() as client:
            found: Any = client.mget([stamp_key(tenant_id, owner) for owner in owners]) if owners else []
        return tuple(text(stamp) for stamp in found)
