"""One part that recall depends on, asked in threads of its own: never longer than allowed, never while its breaker is open."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from services.api.recall.breaker import Breaker

Answer = TypeVar("Answer")
FAIR_SECONDS = 0.25
"""A part that misses a shorter time than this is not blamed for it: the caller was in a hurry."""

log = logging.getLogger(__name__)


class Missing:
    """The part did not answer: it was late, broken or not asked."""


MISSING = Missing()


class Asked(Generic[Answer]):
    """A question under way. `answer` may be called once."""

    def __init__(self, part: "BoundedPart", future: Future[Answer] | None) -> None:
        self._part = part
        self._future = future

    def answer(self, seconds: float) -> Answer | Missing:
        """Wait at most so long."""
        if self._future is None:
            return MISSING
        found: Answer | Missing = self._part.wait(self._future, seconds)
        return found


class BoundedPart:
    """Threads and breaker of one part; shared by all requests."""

    def __init__(self, name: str, *, threads: int) -> None:
        self.name = name
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=f"recall-{name}")
        self._breaker = Breaker()

    def ask(self, work: Callable[[], Answer]) -> Asked[Answer]:
        """Start at once, or not at all while the breaker is open."""
        allowed = self._breaker.may_ask(time.monotonic())
        return Asked(self, self._threads.submit(work) if allowed else None)

    def wait(self, future: Future[Answer], seconds: float) -> Answer | Missing:
        """The answer, or MISSING after so many seconds. What went wrong is told to the breaker and the log."""
        try:
            found = future.result(timeout=max(0.0, seconds))
        except TimeoutError:
            is_late = not future.done()
            future.cancel()
            self._blame("late", is_fair=seconds >= FAIR_SECONDS or not is_late)
            return MISSING
        except Exception as fault:  # noqa: BLE001 - whatever broke, the recall goes on without this part
            self._blame(type(fault).__name__, is_fair=True)
            return MISSING
        self._breaker.succeeded()
        return found

    def _blame(self, fault: str, *, is_fair: bool) -> None:
        log.warning("recall.part_missing", extra={"part": self.name, "fault": fault})
        if is_fair:
            self._breaker.failed(time.monotonic())
        else:
            self._breaker.undecided()

    def close(self) -> None:
        """Running calls end by themselves; nothing new is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)
