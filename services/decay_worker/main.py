"""`python -m services.decay_worker`: serves the decay queue and keeps the schedule until SIGTERM."""

from services.decay_worker.jobs import wake_what_is_due
from shared.contracts.queues import DECAY_SWEEP, JOBS
from shared.wiring import run_worker


def main() -> int:
    """The exit code."""
    return run_worker(queue=JOBS[DECAY_SWEEP].queue, inbox_kind=None, on_idle=wake_what_is_due)
