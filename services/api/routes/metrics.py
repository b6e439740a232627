"""GET /metrics in Prometheus text."""

import hmac

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from services.api.auth import bearer_secret
from services.api.dependencies import Parts
from services.api.errors import unauthorised
from services.api.tenant_metrics import collected

router = APIRouter(tags=["health"])
PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/metrics")
def get_metrics(request: Request, parts: Parts) -> Response:
    """Process metrics, then business counts from Redis. Needs TIERCEL_METRICS_TOKEN where one is set; only then are tenants told apart."""
    container = parts.container
    token = container.settings.api.metrics_token
    if token:
        given = bearer_secret(request.headers.get("authorization"))
        if not hmac.compare_digest(given.encode("utf-8", "replace"), token.encode("utf-8", "replace")):
            raise unauthorised("The metrics token is wrong.")
    return Response(container.metrics.exposition() + collected(parts, by_tenant=bool(token)), media_type=PROMETHEUS_TEXT)
