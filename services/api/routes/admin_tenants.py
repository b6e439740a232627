"""Tenants: made and listed by operators."""

from typing import Any

from fastapi import APIRouter

from services.api.answers import JsonAnswer, listed
from services.api.dependencies import CallerKey, Parts
from services.api.errors import conflict
from services.api.keyed_route import KeyedRoute, names_tenant, roles
from services.api.pages import Cursor, Limit, page_of
from services.api.schemas.admin import TenantBody
from shared.domain.write_plan import AuditEntry
from shared.ports.key_ring import KeyRole, Tenant
from shared.text.redact import redact

router = APIRouter(route_class=KeyedRoute, tags=["administration"])


@router.post("/v1/admin/tenants", status_code=201)
@roles(KeyRole.OPERATOR)
@names_tenant
def post_tenant(body: TenantBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """A new tenant; 409 where there is one with this id."""
    container = parts.container
    tenant = Tenant(id=body.tenant_id, name=redact(body.name).text, created_at=container.clock.now())
    if not container.keys.add_tenant(tenant):
        raise conflict("tenant_exists", "There is a tenant with this id.", field="tenant_id")
    container.audit.append(tenant.id, AuditEntry(action="tenant.create", actor=key.actor, subject_ids=(tenant.id,)))
    return JsonAnswer(_shown(tenant), status_code=201)


@router.get("/v1/admin/tenants")
@roles(KeyRole.OPERATOR)
def get_tenants(key: CallerKey, parts: Parts, limit: Limit = 50, cursor: Cursor = None) -> JsonAnswer:  # noqa: ARG001 - the key was checked
    """Oldest first."""
    page = page_of(parts.container.keys.tenants(), limit=limit, cursor=cursor)
    return JsonAnswer(listed([_shown(tenant) for tenant in page.items], page.next_cursor, page.total))


def _shown(tenant: Tenant) -> dict[str, Any]:
    return {"tenant_id": tenant.id, "name": tenant.name, "created_at": tenant.created_at}
