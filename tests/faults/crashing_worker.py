"""`python -m tests.faults.crashing_worker SERVICE STEP`: that worker, which dies right after its first STEP.

The four steps of a write, as the architecture names them. Nothing in the product knows of this.
"""

import importlib
import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from shared.adapters.qdrant_store import QdrantMemoryStore
from shared.adapters.redis_captures import RedisCaptures
from shared.adapters.redis_plans import RedisPlans

STEPS: dict[str, tuple[type, str]] = {
    "commit": (RedisCaptures, "commit_extraction"),
    "record": (RedisPlans, "record"),
    "apply": (QdrantMemoryStore, "apply"),
    "finish": (RedisPlans, "finish"),
}
CRASHED = 9


def die_after(step: Callable[..., Any]) -> Callable[..., Any]:
    """As a kill -9 between this step and the next."""

    @wraps(step)
    def dying(*args: Any, **options: Any) -> Any:
        step(*args, **options)
        os._exit(CRASHED)

    return dying


def main(service: str, step: str) -> int:
    """The worker's exit code, or CRASHED."""
    owner, name = STEPS[step]
    setattr(owner, name, die_after(getattr(owner, name)))
    worker = importlib.import_module(f"services.{service}.main")
    code: int = worker.main()
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
