"""The read path at its edge: ask the ports within the deadline, hand their answers to the pure stages."""

from datetime import datetime

from services.api.recall.answer import RecallAnswer, RecallRequest
from shared.domain.scope import Scope
from shared.ports.captures import Captures
from shared.ports.embedder import Embedder
from shared.ports.job_queue import JobQueue
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.ports.recall_log import RecallLog
from shared.settings import RecallSettings


class Recaller:
    """One per API process; `recall` is called from many threads at once."""

    def __init__(
        self,
        *,
        store: MemoryStore,
        embedder: Embedder,
        captures: Captures,
        recall_log: RecallLog,
        jobs: JobQueue,
        metrics: Metrics,
        settings: RecallSettings,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._captures = captures
        self._recall_log = recall_log
        self._jobs = jobs
        self._metrics = metrics
        self._settings = settings

    def recall(self, request: RecallRequest, scope: Scope, *, now: datetime, arrived: float) -> RecallAnswer:
        """Never raises a TiercelFault: what is late or broken is named in `degraded`.

        `now` is the time of day, `arrived` the time.monotonic() at which the request came in.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Stop the threads; running calls are not waited for."""
