"""One warm worker process: RQ runs tokens in the main thread, a sweeper thread keeps what RQ cannot.

RQ's own registries free a killed worker's job only after minutes, so recovery never waits for them.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import redis
from rq import Queue, SimpleWorker
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


class TokenWorker(SimpleWorker):
    """A SimpleWorker that drops foreign jobs instead of failing over them, and tells drains to stop."""

    def __init__(self, *args: Any, stopping: threading.Event, after_job: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stopping = stopping
        self._after_job = after_job

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run one token. A lease that it did not give back is renewed no longer, so that the sweeper can have it."""
        try:
            super().execute_job(job, queue)
        finally:
            self._after_job()

    def request_stop(self, signum: Any, frame: Any) -> None:
        """SIGTERM and SIGINT: the running drain ends after its window."""
        self._stopping.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Log what a token ended with; its work is still in the inbox and will be swept."""
        if exc_info and isinstance(exc_info[1], JobRefused):
            log.error("job.refused job=%s", job.id)
        else:
            log.error("job.failed job=%s", job.id, exc_info=exc_info[1] if len(exc_info) > 1 else None)


def serve_queue(queue: str, *, redis_url: str, sweeper: "Sweeper", stopping: threading.Event, after_job: Callable[[], None]) -> int:
    """Work until a signal comes. `after_job` runs after every token, however it ended. Returns the exit code."""
    client = redis.Redis.from_url(redis_url, socket_connect_timeout=5)
    sweeper.start()
    worker = TokenWorker(
        [Queue(queue, connection=client, serializer=JSONSerializer, job_class=TokenJob)],
        connection=client,
        serializer=JSONSerializer,
        job_class=TokenJob,
        stopping=stopping,
        after_job=after_job,
    )
    worker.work(with_scheduler=False, logging_level="WARNING")
    sweeper.stop()
    return 0


class Sweeper:
    """A thread in every worker; of each kind only one sweeps at a time."""

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
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)

    def start(self) -> None:
        """Begin sweeping."""
        self._thread.start()

    def stop(self) -> None:
        """End, and take this worker off the list of living ones."""
        self._stop.set()
        self._thread.join(timeout=5)
        self._attempt("farewell", lambda: self._redis.client.zrem(f"tiercel:workers:{self._queue}", self._worker_id))

    def sweep_once(self) -> None:
        """Say that this worker lives, put back what lost its worker, keep tokens where work waits, then the worker's own task."""
        self._attempt("heartbeat", self._beat)
        if self._kind is not None:
            self._attempt("sweep", self._sweep)
        if self._on_idle is not None:
            self._attempt("own", self._on_idle)

    def _run(self) -> None:
        while not self._stop.is_set():
            self.sweep_once()
            self._stop.wait(SWEEP_SECONDS)

    def _beat(self) -> None:
        name = f"tiercel:workers:{self._queue}"
        now = time.time()
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
