"""Liveness and readiness; no key needed."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.dependencies import Parts
from services.api.health import readiness
from services.api.version import VERSION

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def get_health() -> JsonAnswer:
    """The process answers. Says nothing about what it needs: that is /readyz."""
    return JsonAnswer({"status": "ok", "version": VERSION})


@router.get("/readyz")
def get_readiness(parts: Parts) -> JsonAnswer:
    """200 where everything it needs works, else 503 with the failed checks and their remedies."""
    found = readiness(parts)
    return JsonAnswer(found, status_code=200 if found["ready"] else 503)
