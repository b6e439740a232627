"""A tenant's own settings, where they differ from the deployment's."""

from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Path

from services.api.answers import JsonAnswer
from services.api.auth import demand_whole_tenant
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, names_tenant, roles
from services.api.reached_tenant import reached_tenant
from services.api.schemas.admin import TenantSettingsBody
from services.api.schemas.fields import Identifier
from shared.domain.write_plan import AuditEntry
from shared.ports.key_ring import KeyRole
from shared.ports.tenant_settings import TenantSettings

router = APIRouter(route_class=KeyedRoute, tags=["administration"])
TenantPath = Annotated[Identifier, Path()]


@router.get("/v1/admin/tenants/{tenant_id}")
@roles(KeyRole.ADMIN, KeyRole.OPERATOR)
@names_tenant
def get_tenant(tenant_id: TenantPath, key: CallerKey, parts: Parts) -> JsonAnswer:
    """What the tenant has set; null where the deployment's setting holds."""
    reached = reached_tenant(parts.container, key, tenant_id)
    return JsonAnswer(_shown(reached, parts.container.tenant_settings.read(reached)))


@router.patch("/v1/admin/tenants/{tenant_id}")
@roles(KeyRole.ADMIN, KeyRole.OPERATOR)
@names_tenant
def patch_tenant(tenant_id: TenantPath, body: TenantSettingsBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Set what is named; null gives a setting back to the deployment. In force within seconds in every process."""
    container = parts.container
    reached = reached_tenant(container, key, tenant_id)
    if reached == key.tenant_id:
        demand_whole_tenant(key)
    before = container.tenant_settings.read(reached)
    recall, forgetting = body.recall.model_dump(exclude_unset=True), body.forgetting.model_dump(exclude_unset=True)
    after = TenantSettings(recall=replace(before.recall, **recall), forgetting=replace(before.forgetting, **forgetting))
    container.tenant_settings.write(reached, after)
    parts.recaller.tenant_changed(reached)
    given = {"recall": recall, "forgetting": forgetting}
    detail = {f"{group}.{name}": value for group, values in given.items() for name, value in values.items()}
    container.audit.append(reached, AuditEntry(action="tenant.change", actor=key.actor, subject_ids=(reached,), detail=detail))
    return JsonAnswer(_shown(reached, after))


def _shown(tenant_id: str, settings: TenantSettings) -> dict[str, Any]:
    return {"tenant_id": tenant_id, "recall": asdict(settings.recall), "forgetting": asdict(settings.forgetting)}
