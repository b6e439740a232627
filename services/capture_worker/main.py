"""`python -m services.capture_worker`: serves the capture queue until SIGTERM."""

from shared.contracts.queues import CAPTURE_DRAIN, JOBS
from shared.ports.inboxes import InboxKind
from shared.wiring import run_worker


def main() -> int:
    """The exit code."""
    return run_worker(queue=JOBS[CAPTURE_DRAIN].queue, inbox_kind=InboxKind.CAPTURE)
