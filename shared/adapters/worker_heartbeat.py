"""Whether a worker of this host has said lately that it lives; read by container health checks."""

import time
from typing import Any

from redis import Redis, RedisError

from shared.adapters.redis_connection import text
from shared.adapters.redis_keys import PREFIX

SILENCE_SECONDS = 20.0


def has_heartbeat(redis_url: str, queue: str, *, host: str) -> bool:
    """False also where Redis does not answer. Worker ids are `<host>-<pid>`."""
    client = Redis.from_url(redis_url, socket_timeout=5, socket_connect_timeout=5)
    try:
        living: Any = client.zrangebyscore(f"{PREFIX}workers:{queue}", time.time() - SILENCE_SECONDS, "+inf")
        return any(text(worker).startswith(f"{host}-") for worker in living)
    except RedisError:
        return False
    finally:
        client.close()
