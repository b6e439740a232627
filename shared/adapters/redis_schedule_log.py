"""The schedule's last runs over Redis."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shared.adapters.redis_connection import RedisConnection, text

LAST_RUNS = "tiercel:schedule"
RUNNING = "tiercel:schedule_running:"


class RedisScheduleLog:
    """See ScheduleLog."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def last_runs(self) -> Mapping[str, datetime]:
        """See ScheduleLog."""
        with self._redis.commands() as client:
            found: Any = client.hgetall(LAST_RUNS)
        return {text(task): datetime.fromisoformat(text(at)) for task, at in found.items()}

    def ran(self, task: str, at: datetime) -> None:
        """See ScheduleLog."""
        with self._redis.commands() as client:
            client.hset(LAST_RUNS, task, at.isoformat())

    def claim(self, task: str, run_id: str, *, seconds: float) -> bool:
        """See ScheduleLog."""
        with self._redis.commands() as client:
            return bool(client.set(RUNNING + task, run_id, nx=True, px=int(seconds * 1000)))

    def renew(self, task: str, run_id: str, *, seconds: float) -> bool:
        """See ScheduleLog. Between the look and the renewal the claim may change hands: then the other's lasts a little longer."""
        with self._redis.commands() as client:
            holder: Any = client.get(RUNNING + task)
            return text(holder) == run_id and bool(client.pexpire(RUNNING + task, int(seconds * 1000)))

    def release(self, task: str, run_id: str) -> None:
        """See ScheduleLog."""
        self._redis.run("release_lock", RUNNING + task, run_id)
