"""GET /v1/guard/metrics and /v1/guard/guardrails."""

from typing import Annotated

from fastapi import APIRouter, Query

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.guard_metrics import guard_metrics
from services.api.keyed_route import KeyedRoute, roles
from shared.guardrails import Guardrails
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["review"])
Hours = Annotated[float, Query(gt=0, le=24 * 366)]


@router.get("/v1/guard/metrics")
@roles(KeyRole.REVIEWER)
def get_metrics(key: CallerKey, parts: Parts, hours: Hours = 24) -> JsonAnswer:
    """Precision, recall and false-rejection rate from labelled samples, each with its n and interval; null with a reason."""
    return JsonAnswer(guard_metrics(parts.container, key, hours))


@router.get("/v1/guard/guardrails")
@roles(KeyRole.REVIEWER)
def get_guardrails(key: CallerKey, parts: Parts, hours: Hours = 24) -> JsonAnswer:
    """Reject, growth, junk and duplicate rate, in all, per layer and per reason."""
    container = parts.container
    return JsonAnswer(Guardrails(store=container.store, audit=container.audit).measure(key.scope, now=container.clock.now(), hours=hours))
