"""Tokens on RQ queues. A job that is not on the allow-list is refused, whoever put it there."""

from contextlib import suppress
from typing import Any

import redis
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from shared.adapters.redis_connection import RedisConnection, redis_faults, text
from shared.contracts.queues import ALLOWED_PATHS, JOBS
from shared.domain.errors import JobRefused, QueueUnavailable, StorageFull
from shared.ports.inboxes import InboxKind
from shared.ports.job_queue import QueueHealth

# A token in the queue means that a drain will start; more than a few say nothing new.
MOST_TOKENS = 8
WORKER_SILENCE_SECONDS = 20
FAILED_SECONDS = 86_400
MODEL_KEY = "tiercel:model_waits_until"
MODEL_MEMORY_SECONDS = 120


UNREACHABLE = QueueHealth(
    reachable=False,
    depths={},
    oldest_pending_seconds=0.0,
    live_workers={},
    eviction_policy="",
    aof_enabled=False,
    aof_fsync="",
    used_memory_bytes=0,
    max_memory_bytes=0,
)


class TokenJob(Job):
    """Only functions named in shared.contracts.queues ever run, whatever the queue holds."""

    @property
    def func(self) -> Any:
        """The function to run. Raises JobRefused."""
        if self.func_name not in ALLOWED_PATHS:
            raise JobRefused(f"{self.func_name} is not a job of this service")
        return super().func


class RqJobQueue:
    """See JobQueue."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection
        self._queues = {
            spec.queue: Queue(spec.queue, connection=connection.client, serializer=JSONSerializer, job_class=TokenJob)
            for spec in JOBS.values()
        }

    def wake(self, job: str, *, count: int = 1) -> None:
        """See JobQueue."""
        spec = JOBS.get(job)
        if spec is None:
            raise JobRefused(f"{job} is not a job of this service")
        queue = self._queues[spec.queue]
        with redis_faults():
            for _ in range(min(count, MOST_TOKENS - queue.count)):
                queue.enqueue(spec.path, job_timeout=spec.timeout_seconds, result_ttl=0, failure_ttl=FAILED_SECONDS)

    def tokens(self, job: str) -> int:
        """See JobQueue."""
        with redis_faults():
            return int(self._queues[JOBS[job].queue].count)

    def note_model(self, *, waits_seconds: float | None) -> None:
        """See JobQueue. Kept a little longer than the pause: until the next answer or failure is heard of."""
        with suppress(QueueUnavailable, StorageFull), self._redis.commands() as client:
            if waits_seconds is None:
                client.delete(MODEL_KEY)
            else:
                seconds, microseconds = client.time()
                client.set(MODEL_KEY, seconds + microseconds / 1e6 + waits_seconds, ex=int(waits_seconds) + MODEL_MEMORY_SECONDS)

    def health(self) -> QueueHealth:
        """See JobQueue."""
        try:
            return self._measure()
        except (QueueUnavailable, StorageFull):
            return UNREACHABLE

    def _measure(self) -> QueueHealth:
        with self._redis.commands() as client:
            seconds, microseconds = client.time()
            now = seconds + microseconds / 1e6
            oldest: Any = client.zrange("tiercel:inflight", 0, 0, withscores=True)
            info: dict[str, Any] = client.info()
            settings = _settings(client)
            model: Any = client.get(MODEL_KEY)
            return QueueHealth(
                reachable=True,
                depths=_depths(client),
                oldest_pending_seconds=max(0.0, now - oldest[0][1] / 1000) if oldest else 0.0,
                live_workers={name: _living(client, name, now) for name in self._queues},
                eviction_policy=settings.get("maxmemory-policy") or str(info.get("maxmemory_policy", "")),
                aof_enabled=bool(int(info.get("aof_enabled", 0))),
                aof_fsync=settings.get("appendfsync", "unknown"),
                used_memory_bytes=int(info.get("used_memory", 0)),
                max_memory_bytes=int(info.get("maxmemory", 0)),
                model_waits_seconds=None if model is None else max(0.0, float(model) - now),
            )


def _depths(client: "redis.Redis") -> dict[str, int]:
    ready = {f"{kind.value}_inboxes": int(client.get(f"tiercel:ready_count:{kind.value}") or 0) for kind in InboxKind}
    waiting = {f"{kind.value}_deferred": int(client.zcard(f"tiercel:deferred:{kind.value}")) for kind in InboxKind}
    return {
        **ready,
        **waiting,
        "turns_in_flight": int(client.zcard("tiercel:inflight")),
        "plans_open": int(client.zcard("tiercel:plans_open")),
    }


def _living(client: "redis.Redis", queue: str, now: float) -> int:
    return int(client.zcount(f"tiercel:workers:{queue}", now - WORKER_SILENCE_SECONDS, "+inf"))


def _settings(client: "redis.Redis") -> dict[str, str]:
    """What the server says of itself; managed services may forbid asking, then INFO has to do."""
    try:
        found: Any = client.config_get("maxmemory-policy", "appendfsync")
    except redis.ResponseError:
        return {}
    return {text(name): text(value) for name, value in found.items()}
