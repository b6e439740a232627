"""What RQ may run here: tokens without a subject, translated into calls."""

import logging
from datetime import datetime

from services.decay_worker.night_watch import NightWatch
from services.decay_worker.reinforcement import BATCH, reinforce_recalls
from services.decay_worker.schedule import SWEEP, due, tasks_of
from services.decay_worker.sweep import sweep_all
from shared.contracts.queues import CAPTURE_DRAIN, DECAY_REINFORCE, DECAY_SWEEP
from shared.domain.errors import TemporaryFault
from shared.forgetting_rules import retention_rules
from shared.reflecting import Reflection
from shared.wiring import Container, worker_container

log = logging.getLogger(__name__)

# A killed run's claim ends after this. Should a sweep take longer, a second one beside it is harmless: each owner's rows
# are read again and moved under the owner's lock.
CLAIM_SECONDS = 300.0
OWNERS_A_NIGHT = 20
"""Each costs a model call, where there is anything to look back at."""


def reinforce_next() -> None:
    """Count the uses of injected memories until nothing waits or the process is asked to end."""
    container = worker_container()
    while not container.stopping.is_set():
        batch = reinforce_recalls(container.recall_log, container.writer, now=container.clock.now())
        container.metrics.count("tiercel_reinforcements_total", batch.memories)
        if batch.recalls < BATCH:
            return


def sweep() -> None:
    """What has expired, where the hour has come; then every run of maintenance that is due or was asked for."""
    container = worker_container()
    watch = watch_of(container)
    try:
        _sweep_what_expired(container)
    finally:
        watch.ask_for_dreams()
        watch.carry_out()


def wake_what_is_due(container: Container) -> None:
    """Every few seconds: one token for what the clock asks for, and for recalls whose token was lost."""
    if container.jobs.tokens(DECAY_SWEEP) > 0:
        return
    if _sweep_is_due(container) or watch_of(container).is_needed():
        container.jobs.wake(DECAY_SWEEP)
    elif container.recall_log.take(limit=1):
        container.jobs.wake(DECAY_REINFORCE)


def watch_of(container: Container) -> NightWatch:
    """The night watch over a container's doors."""
    return NightWatch(
        settings=container.settings.forgetting,
        record_settings=container.settings.records,
        clock=container.clock,
        keys=container.keys,
        tenant_settings=container.tenant_settings,
        schedule=container.schedule,
        runs=container.maintenance,
        store=container.store,
        old_records=container.old_records,
        writer=container.writer,
        reviews=container.reviews,
        audit=container.audit,
        ledger=container.ledger,
        embedder=container.embedder,
        metrics=container.metrics,
        worker_id=container.worker_id,
        stopping=container.stopping,
        look_back=lambda tenant_id, now: _look_back(container, tenant_id, now),
    )


def _look_back(container: Container, tenant_id: str, now: datetime) -> None:
    """A night without it is no loss: the next one looks at the same days."""
    if not container.settings.llm_is_on:
        return
    reflection = Reflection(
        store=container.store,
        reviews=container.reviews,
        learnings=container.learnings,
        intake=container.intake,
        has_model=True,
    )
    try:
        for owner in reflection.owners(tenant_id, now=now, most=OWNERS_A_NIGHT):
            reflection.reflect(tenant_id, owner, now=now)
        container.jobs.wake(CAPTURE_DRAIN)
    except TemporaryFault as fault:
        log.warning("reflection.postponed tenant=%s fault=%s", tenant_id, fault.code)


def _sweep_what_expired(container: Container) -> None:
    """Entered as run only when it is through. A second run joins the one under way."""
    began = container.clock.now()
    if not _sweep_is_due(container):
        return
    run_id = f"{container.worker_id}-{began.isoformat()}"
    if not container.schedule.claim(SWEEP, run_id, seconds=CLAIM_SECONDS):
        log.info("sweep.joined worker=%s", container.worker_id)
        return
    try:
        rules = retention_rules(container.settings.forgetting)
        tally = sweep_all(container.keys, container.store, container.writer, now=began, rules=rules)
        for (reason, to), moved in tally.moved.items():
            container.metrics.count("tiercel_sweep_moves_total", moved, move=to, reason=reason)
        container.schedule.ran(SWEEP, began)
    finally:
        container.schedule.release(SWEEP, run_id)


def _sweep_is_due(container: Container) -> bool:
    return SWEEP in due(tasks_of(container.settings.forgetting), container.schedule.last_runs(), now=container.clock.now())
