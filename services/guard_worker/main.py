"""`python -m services.guard_worker`: serves the guard queue until SIGTERM."""

from services.guard_worker.recovery import Recovery
from shared.contracts.queues import GUARD_DRAIN, JOBS
from shared.ports.inboxes import InboxKind
from shared.wiring import Container, run_worker, worker_container


def main() -> int:
    """The exit code."""
    recovery = recovery_of(worker_container())
    return run_worker(queue=JOBS[GUARD_DRAIN].queue, inbox_kind=InboxKind.GUARD, on_idle=lambda _: recovery.run())


def recovery_of(container: Container) -> Recovery:
    """Recovery over a container's doors."""
    return Recovery(
        store=container.store,
        plans=container.plans,
        writer=container.writer,
        clock=container.clock,
        abandoned_after_seconds=container.settings.retry.lease_seconds,
    )
