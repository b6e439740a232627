"""One warm worker process: RQ runs tokens in the main thread, a sweeper thread keeps what RQ cannot.

RQ's own registries free a killed worker's job only after minutes, so recovery never waits for them.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import redis
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from shared.adapters.redis_connection import RedisConnection
from shared.adapters.rq_job_queue import TokenJob
from shared.domain.errors import JobRefused, TiercelFault
from shared.ports.inboxes import Inboxes, InboxKind
from shared.ports.job_queue import JobQueue
from shared.ports.metrics import Metrics

log = logging.getLogger(__name__)

SWEEP_SECONDS = 2.0
SWEEPER_LOCK_MS = 3000
RECONNECT_SECONDS = 1.0
# Whoever stops a worker waits 15 seconds for it.
GRACE_SECONDS = 12.0


class TokenWorker(SimpleWorker):
    """A SimpleWorker that drops foreign jobs instead of failing over them, and tells drains to stop."""

    # RQ doubles its wait for a lost Redis up to this: work must go on seconds after the server is back.
    max_connection_wait_time = 2.0

    def __init__(self, *args: Any, hooks: "WorkHooks", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._hooks = hooks

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run one token. A lease that it did not give back is renewed no longer, so that the sweeper can have it."""
        try:
            super().execute_job(job, queue)
        finally:
            self._hooks.after_job()

    def request_stop(self, signum: Any, frame: Any) -> None:
        """SIGTERM and SIGINT: the running drain ends after its window; what is too slow for that is put back."""
        self._hooks.stopping.set()
        threading.Thread(target=self._end_in_time, name="grace", daemon=True).start()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def _end_in_time(self) -> None:
        time.sleep(GRACE_SECONDS)
        log.warning("worker.out_of_time seconds=%g", GRACE_SECONDS)
        self._hooks.give_back()
        os._exit(0)

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Log what a token ended with; its work is still in the inbox and will be swept."""
        if exc_info and isinstance(exc_info[1], JobRefused):
            log.error("job.refused job=%s", job.id)
        else:
            log.error("job.failed job=%s", job.id, exc_info=exc_info[1] if len(exc_info) > 1 else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkHooks:
    """`after_job` runs after every token, however it ended; `give_back` when a stopping process is out of time."""

    stopping: threading.Event
    after_job: Callable[[], None]
    give_back: Callable[[], None]


def serve_queue(queue: str, *, redis_url: str, sweeper: "Sweeper", hooks: WorkHooks) -> int:
    """Work until a signal comes; an outage of Redis is waited out. Returns the exit code."""
    client = redis.Redis.from_url(redis_url, socket_connect_timeout=5)
    sweeper.start()
    while not hooks.stopping.is_set():
        try:
            _work(queue, client, hooks)
        except (redis.RedisError, OSError) as fault:
            log.warning("worker.disconnected fault=%s", type(fault).__name__)
        except StopRequested:
            break
        hooks.stopping.wait(RECONNECT_SECONDS)
    sweeper.stop()
    return 0


def _work(queue: str, client: "redis.Redis", hooks: WorkHooks) -> None:
    worker = TokenWorker(
        [Queue(queue, connection=client, serializer=JSONSerializer, job_class=TokenJob)],
        connection=client,
        serializer=JSONSerializer,
        job_class=TokenJob,
        hooks=hooks,
    )
    worker.work(with_scheduler=False, logging_level="WARNING")


class Sweeper:
    """A thread in every worker; of each kind only one sweeps at a time.

    The worker's own task has a thread of its own: however long it takes, the worker is seen to live and leases are swept.
    """

    def __init__(
        self,
        *,
        connection: RedisConnection,
        inboxes: Inboxes,
        jobs: JobQueue,
        metrics: Metrics,
        queue: str,
        worker_id: str,
        kind: InboxKind | None,
        drain_job: str | None,
        on_idle: Callable[[], None] | None,
    ) -> None:
        self._redis = connection
        self._inboxes = inboxes
        self._jobs = jobs
        self._metrics = metrics
        self._queue = queue
        self._worker_id = worker_id
        self._kind = kind
        self._drain_job = drain_job
        self._on_idle = on_idle
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._repeat, args=(self.sweep_once,), name="sweeper", daemon=True)]
        if on_idle is not None:
            self._threads.append(threading.Thread(target=self._repeat, args=(self.own_once,), name="own", daemon=True))

    def start(self) -> None:
        """Begin sweeping."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End, and take this worker off the list of living ones."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=2)
        self._attempt("farewell", lambda: self._redis.client.zrem(f"tiercel:workers:{self._queue}", self._worker_id))

    def sweep_once(self) -> None:
        """Say that this worker lives, put back what lost its worker, keep tokens where work waits."""
        self._attempt("heartbeat", self._beat)
        if self._kind is not None:
            self._attempt("sweep", self._sweep)

    def own_once(self) -> None:
        """The worker's own task beside the queue."""
        if self._on_idle is not None:
            self._attempt("own", self._on_idle)

    def _repeat(self, round_of: Callable[[], None]) -> None:
        while not self._stop.is_set():
            round_of()
            self._stop.wait(SWEEP_SECONDS)

    def _beat(self) -> None:
        name = f"tiercel:workers:{self._queue}"
        seconds, microseconds = self._redis.client.time()  # one clock for all hosts
        now = seconds + microseconds / 1e6
        self._redis.client.zadd(name, {self._worker_id: now})
        self._redis.client.zremrangebyscore(name, "-inf", now - 600)

    def _sweep(self) -> None:
        if self._kind is None or self._drain_job is None:
            return
        if not self._redis.client.set(f"tiercel:sweeper:{self._kind.value}", self._worker_id, nx=True, px=SWEEPER_LOCK_MS):
            holder = self._redis.client.get(f"tiercel:sweeper:{self._kind.value}")
            if holder != self._worker_id.encode():
                return
        ready = self._inboxes.sweep(self._kind)
        if ready > 0:
            self._jobs.wake(self._drain_job, count=ready)

    def _attempt(self, task: str, action: Callable[[], object]) -> None:
        """A fault here must not end the thread: the next round tries again."""
        try:
            action()
        except (TiercelFault, redis.RedisError, OSError) as fault:
            self._metrics.count("tiercel_worker_faults_total", task=task)
            log.warning("sweeper.fault task=%s fault=%s", task, type(fault).__name__)
        except Exception:
            self._metrics.count("tiercel_worker_faults_total", task=task)
            log.exception("sweeper.fault task=%s", task)
