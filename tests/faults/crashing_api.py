"""`python -m tests.faults.crashing_api STEP`: the API, dying right after one step of the first undo."""

import os
import sys
from functools import wraps
from typing import Any

import services.api.main as api
from shared.domain.write_plan import WritePlan
from tests.faults.crashing_worker import CRASHED, STEPS


def main(step: str) -> int:
    """Serve until the undo, or a signal."""
    owner, name = STEPS[step]
    living = getattr(owner, name)

    @wraps(living)
    def dying(*given: Any, **options: Any) -> Any:
        answer = living(*given, **options)
        plans = [each for each in given if isinstance(each, WritePlan)]
        if any(entry.action == "decision.undo" for plan in plans for entry in plan.audit):
            os._exit(CRASHED)
        return answer

    setattr(owner, name, dying)
    return api.main()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
