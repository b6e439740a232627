"""GET /openapi.json for any key."""

from fastapi import APIRouter
from starlette.requests import Request

from services.api.answers import JsonAnswer
from services.api.keyed_route import KeyedRoute, roles
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["health"])


@router.get("/openapi.json")
@roles(*KeyRole)
def get_openapi(request: Request) -> JsonAnswer:
    """The API's description, generated from its code."""
    return JsonAnswer(request.app.openapi())
