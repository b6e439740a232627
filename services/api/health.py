"""Whether this process can do its work, measured from outside the workers."""

from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from services.api.dependencies import ApiParts
from shared.contracts.queues import CAPTURE_DRAIN, GUARD_DRAIN, JOBS
from shared.domain.errors import TiercelFault

PROBE_SECONDS = 2.0
NEEDED_QUEUES = tuple(JOBS[name].queue for name in (CAPTURE_DRAIN, GUARD_DRAIN))
SAFE_POLICY = "noeviction"


def readiness(parts: ApiParts) -> dict[str, Any]:
    """`ready` and every check with what was measured; a failed check carries its remedy."""
    health = parts.container.jobs.health()
    limit = parts.container.settings.api.ready_max_pending_seconds
    checks: dict[str, dict[str, Any]] = {
        "redis": {"ok": health.reachable, "remedy": "Start Redis or correct REDIS_URL."},
        "engine": {"ok": _engine_answers(parts), "remedy": "Start the vector engine or correct QDRANT_URL."},
    }
    if health.reachable:
        checks["eviction_policy"] = {
            "ok": health.eviction_policy == SAFE_POLICY,
            "value": health.eviction_policy,
            "remedy": "Set Redis' maxmemory-policy to noeviction: another policy throws turns away.",
        }
        for queue in NEEDED_QUEUES:
            alive = health.live_workers.get(queue, 0)
            checks[f"workers:{queue}"] = {"ok": alive > 0, "value": alive, "remedy": "Start a worker for this queue."}
        is_in_time = limit == 0 or health.oldest_pending_seconds <= limit
        checks["oldest_pending_seconds"] = {
            "ok": is_in_time,
            "value": round(health.oldest_pending_seconds, 3),
            "remedy": "Turns wait too long: look at the workers and the model gateway.",
        }
    for check in checks.values():
        if check["ok"]:
            check.pop("remedy")
    return {"ready": all(check["ok"] for check in checks.values()), "checks": checks}


def _engine_answers(parts: ApiParts) -> bool:
    """Asked on a thread of its own, because an engine that hangs must not hang the probe."""
    probe = parts.probes.submit(parts.container.store.boot_id)
    try:
        probe.result(timeout=PROBE_SECONDS)
    except (TiercelFault, FutureTimeout):
        probe.cancel()
        return False
    return True
