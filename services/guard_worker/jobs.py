"""What RQ may run here: a token without a subject, translated into one call."""

from functools import cache

from services.guard_worker.drain import GuardDrain
from services.guard_worker.gathering import Sources
from shared.domain.outage import OutagePause
from shared.wiring import Container, worker_container


def drain_next() -> None:
    """Judge waiting candidates until none waits, the time is up or the process is asked to end."""
    _drain().drain()


@cache
def _drain() -> GuardDrain:
    return drain_of(worker_container())


def drain_of(container: Container) -> GuardDrain:
    """The drain over a container's doors."""
    return GuardDrain(
        inboxes=container.inboxes,
        captures=container.captures,
        plans=container.plans,
        writer=container.writer,
        clock=container.clock,
        sources=Sources(
            store=container.store,
            embedder=container.embedder,
            judge=container.judge,
            metrics=container.metrics,
            settings=container.settings,
        ),
        worker_id=container.worker_id,
        stopping=container.stopping,
        pause=OutagePause(
            first_seconds=container.settings.retry.outage_first_seconds,
            longest_seconds=container.settings.retry.outage_longest_seconds,
        ),
    )
