"""What RQ may run here: a token without a subject, translated into one call."""

from functools import cache

from services.guard_worker.doubt_judging import LocalJudge
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
            local_judge=_local_judge(container),
            verifier=container.verifier,
            tenant_settings=container.tenant_settings,
        ),
        worker_id=container.worker_id,
        stopping=container.stopping,
        pause=_pause(container),
    )


def _local_judge(container: Container) -> LocalJudge | None:
    """The local judge with a pause of its own: the gateway may answer while it does not, and the reverse."""
    if container.local_judge is None:
        return None
    settings = container.settings.local_judge
    return LocalJudge(model=container.local_judge, settings=settings, metrics=container.metrics, pause=_pause(container))


def _pause(container: Container) -> OutagePause:
    retry = container.settings.retry
    return OutagePause(first_seconds=retry.outage_first_seconds, longest_seconds=retry.outage_longest_seconds)
