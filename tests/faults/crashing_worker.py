"""`python -m tests.faults.crashing_worker SERVICE HOW...`: that worker, again and again, each dying in the way that is next.

HOW: one of the steps (dies right after it), `words` (dies over the words of a turn), `-` (lives until SIGUSR1).
Children are forked, so that the next one is there at once. Nothing in the product knows of this.
"""

import ctypes
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

import services.capture_worker.drain as capture_drain
from shared.adapters.qdrant_store import QdrantMemoryStore
from shared.adapters.redis_captures import RedisCaptures
from shared.adapters.redis_maintenance_runs import RedisMaintenanceRuns
from shared.adapters.redis_plans import RedisPlans

STEPS: dict[str, tuple[Any, str]] = {
    "commit": (RedisCaptures, "commit_extraction"),
    "record": (RedisPlans, "record"),
    "apply": (QdrantMemoryStore, "apply"),
    "finish": (RedisPlans, "finish"),
    "list": (RedisMaintenanceRuns, "list_moves"),
}
WORDS, LIVES = "words", "-"
DEADLY_WORDS = "deadly words"
CRASHED = 9
DIE_WITH_PARENT = 1  # prctl's PR_SET_PDEATHSIG


def dying_after(step: Callable[..., Any]) -> Callable[..., Any]:
    """As a kill -9 between this step and the next of a job. The thread beside it that applies recent plans again lives on."""

    @wraps(step)
    def dying(*args: Any, **options: Any) -> Any:
        answer = step(*args, **options)
        if threading.current_thread() is threading.main_thread():
            os._exit(CRASHED)
        return answer

    return dying


def deadly(read: Callable[..., Any]) -> Callable[..., Any]:
    """As memory exhaustion or a crash in C over some words."""

    @wraps(read)
    def dying(batch: Any, *args: Any, **options: Any) -> Any:
        if any(DEADLY_WORDS in message.text for turn in batch.turns for message in turn.messages):
            os._exit(CRASHED)
        return read(batch, *args, **options)

    return dying


def live(service: str, how: str) -> int:
    """One worker's life; its exit code."""
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    for number in (signal.SIGTERM, signal.SIGUSR1):
        signal.signal(number, signal.SIG_DFL)
    if how in STEPS:
        owner, name = STEPS[how]
        setattr(owner, name, dying_after(getattr(owner, name)))
    elif how == WORDS:
        capture_drain.read_batch = deadly(capture_drain.read_batch)
    code: int = importlib.import_module(f"services.{service}.main").main()
    return code


def main(service: str, *ways: str) -> int:
    """Fork one after the other; what each died of is printed."""
    importlib.import_module(f"services.{service}.main")
    child = 0
    signal.signal(signal.SIGUSR1, lambda *_: os.kill(child, signal.SIGKILL))
    for way in ways:
        child = os.fork()
        if child == 0:
            os._exit(live(service, way))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(f"{way} ended with {code}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
