"""Business counts of Redis in Prometheus text, beside the metrics of the processes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from services.api.dependencies import ApiParts
from shared.domain.errors import TiercelFault
from shared.domain.maintenance import NightCheck
from shared.ports.job_queue import QueueHealth
from shared.ports.ledger import LedgerView

ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


ALL_TENANTS = "*"
RATES = ("reject", "growth", "junk", "duplicate")


def collected(parts: ApiParts, *, by_tenant: bool) -> bytes:
    """Gauges and counters of queue and ledger. Redis down: says so and nothing else.

    Not `by_tenant`: one sum over all, under the tenant "*", because anybody who reaches the port may read it.
    """
    container = parts.container
    health = container.jobs.health()
    lines = _gauge("tiercel_redis_up", "Redis answers.", [({}, float(health.reachable))])
    if health.reachable:
        lines += _queue_lines(health)
        try:
            views = parts.ledger_cache.read(container.keys, container.ledger)
            lines += _ledger_lines([(tenant if by_tenant else ALL_TENANTS, view) for tenant, view in views.items()])
            checks = container.maintenance.last_checks()
            lines += _check_lines([(tenant if by_tenant else ALL_TENANTS, check) for tenant, check in checks.items()])
        except TiercelFault:
            lines += _gauge("tiercel_ledger_up", "The ledger could be read.", [({}, 0.0)])
    return ("\n".join(lines) + "\n").encode()


def _queue_lines(health: QueueHealth) -> list[str]:
    return [
        *_gauge("tiercel_queue_depth", "Tokens waiting, by queue.", [({"queue": name}, depth) for name, depth in health.depths.items()]),
        *_gauge("tiercel_queue_workers", "Live workers, by queue.", [({"queue": name}, n) for name, n in health.live_workers.items()]),
        *_gauge("tiercel_queue_oldest_pending_seconds", "Age of the oldest turn in flight.", [({}, health.oldest_pending_seconds)]),
        *_gauge("tiercel_redis_memory_bytes", "Memory that Redis uses.", [({}, health.used_memory_bytes)]),
        *_gauge("tiercel_redis_memory_limit_bytes", "Redis' maxmemory, 0 = none.", [({}, health.max_memory_bytes)]),
    ]


def _ledger_lines(views: Sequence[tuple[str, LedgerView]]) -> list[str]:
    def states(part: str) -> list[tuple[dict[str, str], float]]:
        sums: Counter[tuple[str, str]] = Counter()
        for tenant, view in views:
            sums.update({(tenant, state): n for state, n in getattr(view, part).items()})
        return [({"tenant": tenant, "state": state}, n) for (tenant, state), n in sums.items()]

    imbalance: Counter[str] = Counter()
    for tenant, view in views:
        # In a sum what one tenant lost must not be hidden by what another has too much.
        imbalance[tenant] += abs(view.imbalance) if tenant == ALL_TENANTS else view.imbalance
    return [
        *_gauge("tiercel_ledger_turns", "Turns by tenant and state.", states("turns")),
        *_gauge("tiercel_ledger_candidates", "Candidates by tenant and state.", states("candidates")),
        *_gauge("tiercel_ledger_explicit", "Explicit writes by tenant and result.", states("explicit")),
        *_gauge("tiercel_ledger_imbalance", "0 where nothing was lost.", [({"tenant": tenant}, n) for tenant, n in imbalance.items()]),
    ]


def _check_lines(checks: Sequence[tuple[str, NightCheck]]) -> list[str]:
    """Of several tenants the highest rate: what goes badly for one must not be hidden by the others."""
    highest: dict[tuple[str, str], float] = {}
    for tenant, check in checks:
        for rate in RATES:
            value: float | None = getattr(check, f"{rate}_rate")
            if value is not None:
                highest[tenant, rate] = max(value, highest.get((tenant, rate), value))
    samples = [({"tenant": tenant, "rate": rate}, value) for (tenant, rate), value in highest.items()]
    return _gauge("tiercel_guardrail_rate", "Guardrails of the 24 hours before the last night, by rate.", samples)


def _gauge(name: str, explanation: str, samples: Iterable[tuple[Mapping[str, str], float]]) -> list[str]:
    lines = [f"# HELP {name} {explanation}", f"# TYPE {name} gauge"]
    for labels, value in samples:
        shown = ",".join(f'{key}="{text.translate(ESCAPES)}"' for key, text in labels.items())
        lines.append(f"{name}{{{shown}}} {value:.15g}" if shown else f"{name} {value:.15g}")
    return lines
