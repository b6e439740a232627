"""API keys: shown once when made, listed without their secret, revoked at once."""

from collections import Counter
from typing import Annotated, Any
from uuid import uuid4

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from services.api.answers import JsonAnswer, listed
from services.api.auth import Principal, is_within, secret_sha256
from services.api.dependencies import CallerKey, Parts
from services.api.errors import not_found, role_denied, scope_denied
from services.api.first_key import new_secret
from services.api.hygiene import redacted_labels
from services.api.keyed_route import KeyedRoute, names_tenant, roles
from services.api.pages import Cursor, Limit, page_of
from services.api.reached_tenant import reached_tenant
from services.api.schemas.admin import KeyBody
from services.api.schemas.fields import Identifier
from shared.domain.write_plan import AuditEntry
from shared.ports.key_ring import ApiKey, KeyRole
from shared.text.redact import redact

router = APIRouter(route_class=KeyedRoute, tags=["administration"])
TenantQuery = Annotated[Identifier | None, Query()]


@router.post("/v1/admin/keys", status_code=201)
@roles(KeyRole.ADMIN, KeyRole.OPERATOR)
@names_tenant
def post_key(body: KeyBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """A new key. Its secret is in this answer and nowhere else."""
    container = parts.container
    tenant_id = reached_tenant(container, key, body.tenant_id)
    _demand_no_wider(key, body, tenant_id)
    made = ApiKey(
        id=f"key-{uuid4().hex[:12]}",
        tenant_id=tenant_id,
        roles=frozenset(body.roles),
        created_at=container.clock.now(),
        name=redact(body.name).text,
        user_ids=None if body.user_ids is None else frozenset(body.user_ids),
        agent_ids=None if body.agent_ids is None else frozenset(body.agent_ids),
        labels=redacted_labels(body.labels, Counter()),
        authority=body.authority,
        expires_at=body.expires_at,
    )
    secret = new_secret()
    container.keys.add(made, secret_sha256(secret))
    container.audit.append(tenant_id, AuditEntry(action="key.create", actor=key.actor, subject_ids=(made.id,)))
    return JsonAnswer({**_shown(made), "key": secret}, status_code=201)


@router.get("/v1/admin/keys")
@roles(KeyRole.ADMIN, KeyRole.OPERATOR)
@names_tenant
def get_keys(key: CallerKey, parts: Parts, tenant_id: TenantQuery = None, limit: Limit = 50, cursor: Cursor = None) -> JsonAnswer:
    """Oldest first, without secrets."""
    reached = reached_tenant(parts.container, key, tenant_id)
    page = page_of(parts.container.keys.keys(reached), limit=limit, cursor=cursor)
    return JsonAnswer(listed([_shown(each) for each in page.items], page.next_cursor, page.total))


@router.delete("/v1/admin/keys/{key_id}", status_code=204)
@roles(KeyRole.ADMIN, KeyRole.OPERATOR)
@names_tenant
def delete_key(key_id: Annotated[Identifier, Path()], key: CallerKey, parts: Parts, tenant_id: TenantQuery = None) -> Response:
    """Refused from the next request on."""
    reached = reached_tenant(parts.container, key, tenant_id)
    if not parts.container.keys.revoke(reached, key_id):
        raise not_found("key")
    parts.container.audit.append(reached, AuditEntry(action="key.revoke", actor=key.actor, subject_ids=(key_id,)))
    return Response(status_code=204)


def _demand_no_wider(key: Principal, body: KeyBody, tenant_id: str) -> None:
    """Nobody hands out more than they have: no operator by an admin, no reach beyond a narrowed key's own."""
    if KeyRole.OPERATOR in body.roles and KeyRole.OPERATOR not in key.roles:
        raise role_denied("Only an operator makes an operator.")
    if body.authority and not key.authority and KeyRole.OPERATOR not in key.roles:
        raise role_denied("Only an admin or a key with authority gives authority.")
    if tenant_id != key.tenant_id:
        return
    if not is_within(body.user_ids, key.scope.user_ids):
        raise scope_denied("The new key would reach more users than this one.", "user_ids")
    if not is_within(body.agent_ids, key.scope.agent_ids):
        raise scope_denied("The new key would reach more agents than this one.", "agent_ids")
    if any(body.labels.get(name) != value for name, value in key.scope.labels.items()):
        raise scope_denied("The new key would reach other labels than this one.", "labels")


def _shown(key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "tenant_id": key.tenant_id,
        "name": key.name,
        "roles": sorted(role.value for role in key.roles),
        "user_ids": None if key.user_ids is None else sorted(key.user_ids),
        "agent_ids": None if key.agent_ids is None else sorted(key.agent_ids),
        "labels": dict(key.labels),
        "authority": key.authority,
        "created_at": key.created_at,
        "expires_at": key.expires_at,
    }
