"""The route class of the API: each endpoint declares its roles, and they are decided before the body is even read."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from services.api.auth import Principal, authenticate, demand_role
from services.api.dependencies import parts_of
from services.api.json_body import check_string, check_tenant_claim, parse_json
from services.api.request_notes import note_unknown
from shared.ports.key_ring import KeyRole

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
_ROLES = "__tiercel_roles__"
_NAMES_TENANT = "__tiercel_names_tenant__"
OPEN_QUERY_PREFIX = "label."


def roles(*allowed: KeyRole) -> Callable[[Endpoint], Endpoint]:
    """Declare who may call an endpoint."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, _ROLES, frozenset(allowed))
        return endpoint

    return mark


def names_tenant(endpoint: Endpoint) -> Endpoint:
    """Declare that `tenant_id` is an argument here, which the endpoint checks itself (operators)."""
    setattr(endpoint, _NAMES_TENANT, True)
    return endpoint


class ReadRequest(Request):
    """A request whose body was read and parsed already."""

    async def body(self) -> bytes:
        """The raw bytes."""
        raw: bytes = self.scope["state"]["raw_body"]
        return raw

    async def json(self) -> Any:
        """The parsed body."""
        return self.scope["state"]["json_body"]


class KeyedRoute(APIRoute):
    """Key -> roles -> tenant claims -> JSON -> pydantic -> endpoint. TypeError where an endpoint declares no roles."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The steps before FastAPI's own."""
        allowed: frozenset[KeyRole] | None = getattr(self.endpoint, _ROLES, None)
        if allowed is None:
            raise TypeError(f"{self.path}: declare who may call it with @roles(...)")
        answer = super().get_route_handler()
        checks_tenant = not getattr(self.endpoint, _NAMES_TENANT, False)
        known = _query_names(self)
        takes_body = self.body_field is not None

        async def handle(request: Request) -> Response:
            principal = await run_in_threadpool(_admit, request, allowed)
            request.state.principal = principal
            _check_query(request, principal, known, checks_tenant=checks_tenant)
            if not takes_body:
                return await answer(request)
            read = await _read(request)
            if checks_tenant and isinstance(request.state.json_body, dict):
                check_tenant_claim(request.state.json_body.get("tenant_id"), principal.tenant_id)
            return await answer(read)

        return handle


def _query_names(route: APIRoute) -> set[str]:
    """The query parameters that the endpoint reads; a model stands for its fields."""
    names: set[str] = set()
    for field in route.dependant.query_params:
        kind = field.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            names |= set(kind.model_fields)
        else:
            names.add(field.alias)
    return names


def _admit(request: Request, allowed: frozenset[KeyRole]) -> Principal:
    container = parts_of(request).container
    principal = authenticate(container.keys, request.headers.get("authorization"), container.clock.now())
    demand_role(principal, allowed)
    return principal


def _check_query(request: Request, principal: Principal, known: set[str], *, checks_tenant: bool) -> None:
    for name, value in request.query_params.multi_items():
        check_string(name, name)
        check_string(name, value)
        if name == "tenant_id":
            if checks_tenant:
                check_tenant_claim(value, principal.tenant_id)
        elif name not in known and not name.startswith(OPEN_QUERY_PREFIX):
            note_unknown(name)
    for name, value in request.path_params.items():
        check_string(name, str(value))


async def _read(request: Request) -> ReadRequest:
    """The body is JSON whatever its content type says: a forgotten header is no reason to refuse."""
    raw = await request.body()
    request.state.raw_body = raw
    request.state.json_body = parse_json(raw) if raw else None
    headers = [(name, value) for name, value in request.scope["headers"] if name != b"content-type"]
    scope = {**request.scope, "headers": [*headers, (b"content-type", b"application/json")]}
    return ReadRequest(scope, request.receive)
