"""GET /v1/status: what this system is, which rules are in force, and how much waits."""

from typing import Any

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Container, Parts
from services.api.keyed_route import KeyedRoute, roles
from services.api.version import VERSION
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Scope
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["administration"])


@router.get("/v1/status")
@roles(KeyRole.READER, KeyRole.OPERATOR)
def get_status(key: CallerKey, parts: Parts) -> JsonAnswer:
    """The tenant's counts need the role reader, the system's queues and workers the role operator."""
    container = parts.container
    answer: dict[str, Any] = {"version": VERSION, "tenant_id": key.tenant_id, **_rules(container)}
    if KeyRole.READER in key.roles:
        answer.update(_counts(container, key.scope))
    if KeyRole.OPERATOR in key.roles:
        answer["system"] = _system(container)
    return JsonAnswer(answer)


def _rules(container: Container) -> dict[str, Any]:
    settings = container.settings
    is_on = settings.llm_is_on
    return {
        "llm": {
            "mode": "model" if is_on else "offline",
            "extraction_model": settings.model.extraction_model if is_on else None,
            "judge_model": settings.model.judge_model if is_on else None,
            "local_judge": settings.local_judge.model if settings.has_local_judge else None,
            "fact_checks": settings.factuality.verifier if is_on else "off",
        },
        "embedder": {"name": container.embedder.name, "dimensions": container.embedder.dimensions},
        "switches": {"capture.enabled": settings.capture.enabled, "recall.enabled": settings.recall.enabled},
        "thresholds": {
            "importance_threshold": settings.guard.importance_threshold,
            "dedup_similarity": settings.guard.dedup_similarity,
            "neighbour_similarity": settings.guard.neighbour_similarity,
            "classify_threshold": settings.capture.classify_threshold,
            "min_score": settings.recall.min_score,
            "top_k": settings.recall.top_k,
            "token_budget": settings.recall.token_budget,
            "deadline_ms": settings.recall.deadline_ms,
        },
    }


def _counts(container: Container, scope: Scope) -> dict[str, Any]:
    wanted = MemoryFilter(now=container.clock.now(), include_archived=True)
    ledger = container.ledger.read(scope.tenant_id)
    return {
        "memories": {
            "total": container.store.count(scope, wanted),
            **{f"by_{name}": dict(container.store.counts_by(scope, wanted, name)) for name in ("layer", "stage", "category")},
        },
        "queue": {
            "turns_in_flight": ledger.turns.get("in_flight", 0),
            "candidates_in_flight": ledger.candidates.get("in_flight", 0),
            "candidates_in_review": ledger.candidates.get("review", 0),
            "oldest_pending_seconds": round(ledger.oldest_pending_seconds, 3),
        },
    }


def _system(container: Container) -> dict[str, Any]:
    health = container.jobs.health()
    return {
        "redis_reachable": health.reachable,
        "queue_depths": dict(health.depths),
        "workers": dict(health.live_workers),
        "oldest_pending_seconds": round(health.oldest_pending_seconds, 3),
        "eviction_policy": health.eviction_policy,
        "append_only": health.aof_enabled,
        "append_fsync": health.aof_fsync,
        "model_waits_seconds": health.model_waits_seconds,
        "used_memory_bytes": health.used_memory_bytes,
        "max_memory_bytes": health.max_memory_bytes,
    }
