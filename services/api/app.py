"""The application: routes, error answers and the request edge around one container."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from services.api.answers import refused
from services.api.dependencies import Container, make_parts, parts_of
from services.api.errors import Refusal, refusal_of
from services.api.request_edge import EdgeLimits, RequestEdge, welcome_hosts
from services.api.routes import ROUTERS
from services.api.validation import refusal_of_validation
from services.api.version import VERSION
from shared.domain.errors import TiercelFault
from shared.domain.write_plan import AuditEntry

HTTP_ANSWERS = {
    404: ("not_found", "There is no such route. GET /openapi.json lists them."),
    405: ("method_not_allowed", "This route has other methods. GET /openapi.json lists them."),
}


def create_app(container: Container) -> FastAPI:
    """The API over these doors to the outside. Tests pass a container of fakes."""
    parts = make_parts(container)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        parts.close()

    app = FastAPI(title="Tiercel", version=VERSION, openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.parts = parts
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(Refusal, _answer_refusal)
    app.add_exception_handler(TiercelFault, _answer_fault)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http)
    settings = container.settings.api
    limits = EdgeLimits(settings.max_body_bytes, welcome_hosts(settings.host, settings.allowed_hosts), settings.max_import_bytes)
    app.add_middleware(RequestEdge, limits=limits, metrics=container.metrics)
    return app


def _request_id(request: Request) -> str:
    return str(request.state.request_id)


async def _answer_refusal(request: Request, refusal: Exception) -> Response:
    if not isinstance(refusal, Refusal):
        raise refusal
    if refusal.code == "scope_denied":
        await run_in_threadpool(_audit_denial, request, refusal)
    return refused(refusal, _request_id(request))


async def _answer_fault(request: Request, fault: Exception) -> Response:
    if not isinstance(fault, TiercelFault):
        raise fault
    return refused(refusal_of(fault), _request_id(request))


async def _answer_invalid(request: Request, fault: Exception) -> Response:
    if not isinstance(fault, RequestValidationError):
        raise fault
    return refused(refusal_of_validation(fault.errors()), _request_id(request))


async def _answer_http(request: Request, fault: Exception) -> Response:
    if not isinstance(fault, HTTPException):
        raise fault
    code, message = HTTP_ANSWERS.get(fault.status_code, ("malformed", "The request could not be read."))
    return refused(Refusal(fault.status_code, code, message), _request_id(request))


def _audit_denial(request: Request, refusal: Refusal) -> None:
    """Whoever reaches for another tenant or person leaves a line in the log of their own tenant."""
    principal = request.state.principal
    detail = {"field": refusal.field or "", "route": getattr(request.scope.get("route"), "path", "")}
    entry = AuditEntry(action="scope.deny", actor=principal.actor, reason=refusal.code, detail=detail)
    parts_of(request).container.audit.append(principal.tenant_id, entry)
