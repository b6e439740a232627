"""Whether this process can do its work, measured from outside the workers."""

from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from services.api.dependencies import ApiParts
from shared.contracts.queues import CAPTURE_DRAIN, GUARD_DRAIN, JOBS
from shared.domain.errors import TiercelFault
from shared.ports.job_queue import QueueHealth

PROBE_SECONDS = 2.0
NEEDED_QUEUES = tuple(JOBS[name].queue for name in (CAPTURE_DRAIN, GUARD_DRAIN))
SAFE_POLICY = "noeviction"

Check = dict[str, Any]


def readiness(parts: ApiParts) -> dict[str, Any]:
    """`ready` and every check with what was measured; a failed check carries its remedy.

    What only slows things down or endangers them later is `advisory`: it is named, and the process is still ready.
    """
    health = parts.container.jobs.health()
    checks: dict[str, Check] = {
        "redis": {"ok": health.reachable, "remedy": "Start Redis or correct REDIS_URL."},
        "engine": {"ok": _engine_answers(parts), "remedy": "Start the vector engine or correct QDRANT_URL."},
        "embedder": {
            "ok": parts.embedder_probe.answers(parts.container.embedder, parts.probes, seconds=PROBE_SECONDS),
            "advisory": True,
            "value": parts.container.embedder.name,
            "remedy": "Vectors cannot be computed: recall finds by words alone and decisions wait. Look at TIERCEL_EMBEDDER.",
        },
    }
    if health.reachable:
        checks |= _queue_checks(health, longest_seconds=parts.container.settings.api.ready_max_pending_seconds)
    for check in checks.values():
        if check["ok"]:
            check.pop("remedy")
    return {"ready": all(check["ok"] or check.get("advisory", False) for check in checks.values()), "checks": checks}


def _queue_checks(health: QueueHealth, *, longest_seconds: float) -> dict[str, Check]:
    checks: dict[str, Check] = {
        "eviction_policy": {
            "ok": health.eviction_policy == SAFE_POLICY,
            "value": health.eviction_policy,
            "remedy": "Set Redis' maxmemory-policy to noeviction: another policy throws turns away.",
        },
        "append_only": {
            "ok": health.aof_enabled,
            "advisory": True,
            "value": health.aof_fsync if health.aof_enabled else "off",
            "remedy": "Set Redis' appendonly to yes: without it a restart of Redis forgets accepted turns.",
        },
        "model": {
            "ok": health.model_waits_seconds is None,
            "advisory": True,
            "value": None if health.model_waits_seconds is None else round(health.model_waits_seconds, 1),
            "remedy": "The model gateway does not answer: turns wait as retrying and are read when it is back.",
        },
    }
    for queue in NEEDED_QUEUES:
        alive = health.live_workers.get(queue, 0)
        checks[f"workers:{queue}"] = {"ok": alive > 0, "value": alive, "remedy": "Start a worker for this queue."}
    checks["oldest_pending_seconds"] = {
        "ok": longest_seconds == 0 or health.oldest_pending_seconds <= longest_seconds,
        "value": round(health.oldest_pending_seconds, 3),
        "remedy": "Turns wait too long: look at the workers and the model gateway.",
    }
    return checks


def _engine_answers(parts: ApiParts) -> bool:
    """Asked on a thread of its own, because an engine that hangs must not hang the probe."""
    probe = parts.probes.submit(parts.container.store.boot_id)
    try:
        probe.result(timeout=PROBE_SECONDS)
    except (TiercelFault, FutureTimeout):
        probe.cancel()
        return False
    return True
