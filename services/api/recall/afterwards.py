"""What a recall leaves behind: the session's query, and which memories it injected. In the background; losing it is harmless."""

import logging
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from services.api.recall.inquiry import Inquiry
from shared.contracts.queues import DECAY_REINFORCE
from shared.domain.memory import Memory
from shared.ports.job_queue import JobQueue
from shared.ports.metrics import Metrics
from shared.ports.recall_log import AskedBefore, InjectedMemory, RecallLog, RecallRecord

log = logging.getLogger(__name__)

WAKE_SECONDS = 1.0
"""What is recorded in between waits for the worker's own look at the log, every two seconds (wake_what_is_due)."""


class Afterwards:
    """Two threads; a fault is counted as `tiercel_recall_degraded_total{stage="recall_log"}` and forgotten."""

    def __init__(self, recall_log: RecallLog, jobs: JobQueue, metrics: Metrics) -> None:
        self._recall_log = recall_log
        self._jobs = jobs
        self._metrics = metrics
        self._waking = Lock()
        self._woken_at = -math.inf
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="recall-afterwards")

    def remember_query(self, inquiry: Inquiry, query: str) -> None:
        """For the session's next question; redacted, and only where a session was named."""
        session_id = inquiry.viewer.session_id
        if session_id is None or not query:
            return
        tenant_id, owner = inquiry.scope.tenant_id, inquiry.owner
        self._later(lambda: self._recall_log.remember_query(tenant_id, owner, session_id, AskedBefore(inquiry.now, query)))

    def reinforce(self, inquiry: Inquiry, injected: tuple[Memory, ...]) -> None:
        """Log what entered the context and wake the worker that counts it."""
        if not injected:
            return
        record = RecallRecord(
            recall_id=inquiry.recall_id,
            tenant_id=inquiry.scope.tenant_id,
            at=inquiry.now,
            injected=tuple(InjectedMemory(memory_id=memory.id, owner=memory.owner) for memory in injected),
        )

        def keep_and_wake() -> None:
            self._recall_log.record(record)
            if self._may_wake():
                self._jobs.wake(DECAY_REINFORCE)

        self._later(keep_and_wake)

    def _may_wake(self) -> bool:
        """Once in `WAKE_SECONDS`: a worker that looks for every single recall takes as long as the recall itself."""
        with self._waking:
            now = time.monotonic()
            is_due = now - self._woken_at >= WAKE_SECONDS
            if is_due:
                self._woken_at = now
        return is_due

    def _later(self, work: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                work()
            except Exception as fault:  # noqa: BLE001 - the answer is out already
                log.warning("recall.not_logged", extra={"fault": type(fault).__name__})
                self._metrics.count("tiercel_recall_degraded_total", stage="recall_log")

        self._threads.submit(guarded)

    def close(self) -> None:
        """Finish what was begun."""
        self._threads.shutdown(wait=True)
