"""Queue names, the jobs that may run, and their time limits. A job that is not listed here never runs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSpec:
    """One runnable job: a dotted path on a queue. `timeout_seconds` is RQ's hard limit for one token."""

    name: str
    path: str
    queue: str
    timeout_seconds: int


CAPTURE_DRAIN = "capture.drain_next"
GUARD_DRAIN = "guard.drain_next"
DECAY_REINFORCE = "decay.reinforce_next"
DECAY_SWEEP = "decay.sweep"

JOBS: dict[str, JobSpec] = {
    spec.name: spec
    for spec in (
        JobSpec(name=CAPTURE_DRAIN, path="services.capture_worker.jobs.drain_next", queue="tiercel-capture", timeout_seconds=900),
        JobSpec(name=GUARD_DRAIN, path="services.guard_worker.jobs.drain_next", queue="tiercel-guard", timeout_seconds=900),
        JobSpec(name=DECAY_REINFORCE, path="services.decay_worker.jobs.reinforce_next", queue="tiercel-decay", timeout_seconds=300),
        JobSpec(name=DECAY_SWEEP, path="services.decay_worker.jobs.sweep", queue="tiercel-decay", timeout_seconds=3600),
    )
}
ALLOWED_PATHS = frozenset(spec.path for spec in JOBS.values())
