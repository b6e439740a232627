"""What RQ may run here: a token without a subject, translated into one call."""

from functools import cache

from services.capture_worker.drain import CaptureDrain
from shared.domain.outage import OutagePause
from shared.wiring import Container, worker_container


def drain_next() -> None:
    """Turn waiting turns into candidates until none waits, the time is up or the process is asked to end."""
    _drain().drain()


@cache
def _drain() -> CaptureDrain:
    """One per process, because what it learns of an outage holds for every inbox."""
    return drain_of(worker_container())


def drain_of(container: Container) -> CaptureDrain:
    """The drain over a container's doors."""
    return CaptureDrain(
        inboxes=container.inboxes,
        captures=container.captures,
        jobs=container.jobs,
        metrics=container.metrics,
        clock=container.clock,
        store=container.store,
        model=container.extractor,
        settings=container.settings,
        pause=OutagePause(
            first_seconds=container.settings.retry.outage_first_seconds,
            longest_seconds=container.settings.retry.outage_longest_seconds,
        ),
        learnings=container.learnings,
        worker_id=container.worker_id,
        stopping=container.stopping,
    )
