"""Which tenant an administrator's call is about."""

from services.api.auth import Principal
from services.api.dependencies import Container
from services.api.errors import not_found, scope_denied
from shared.ports.key_ring import KeyRole


def reached_tenant(container: Container, key: Principal, named: str | None) -> str:
    """The key's own tenant, or for an operator the one named. Refusal 403, 404."""
    if named is None or named == key.tenant_id:
        return key.tenant_id
    if KeyRole.OPERATOR not in key.roles:
        raise scope_denied("Another tenant needs the role operator.", "tenant_id")
    if not any(tenant.id == named for tenant in container.keys.tenants()):
        raise not_found("tenant")
    return named
