"""Who asks: a key becomes a Principal, a Principal has a Scope, and a body can narrow it but never widen it."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from services.api.errors import role_denied, scope_denied, unauthorised
from shared.domain.memory import Memory
from shared.domain.scope import Scope
from shared.ports.key_ring import ApiKey, KeyRing, KeyRole


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """The key behind a request. `authority` lets it speak as human_config or rule_update."""

    key_id: str
    scope: Scope
    roles: frozenset[KeyRole]
    authority: bool

    @property
    def tenant_id(self) -> str:
        """The key's tenant."""
        return self.scope.tenant_id

    @property
    def actor(self) -> str:
        """How audit lines and versions name who did it."""
        return f"key:{self.key_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """Whose something is, after the key had its say."""

    user_id: str | None
    agent_id: str | None
    labels: Mapping[str, str]


def secret_sha256(secret: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def bearer_secret(authorization: str | None) -> str:
    """The key in `Authorization: Bearer <key>`. Refusal 401 where there is none."""
    scheme, _, secret = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise unauthorised("Send the key as 'Authorization: Bearer <key>'.")
    return secret.strip()


def authenticate(keys: KeyRing, authorization: str | None, now: datetime) -> Principal:
    """The principal of a request. Refusal 401 for an unknown, revoked or expired key."""
    key = keys.find(secret_sha256(bearer_secret(authorization)))
    if key is None:
        raise unauthorised("The key is not known. Ask an admin for a new one (POST /v1/admin/keys).")
    if key.expires_at is not None and key.expires_at <= now:
        raise unauthorised("The key has expired. Ask an admin for a new one (POST /v1/admin/keys).")
    return principal_of(key)


def principal_of(key: ApiKey) -> Principal:
    """What a stored key may do."""
    scope = Scope(tenant_id=key.tenant_id, user_ids=key.user_ids, agent_ids=key.agent_ids, labels=key.labels)
    return Principal(key_id=key.id, scope=scope, roles=key.roles, authority=key.authority or KeyRole.ADMIN in key.roles)


def demand_role(principal: Principal, allowed: frozenset[KeyRole]) -> None:
    """Refusal 403 where the key has none of these roles; decided before anything is looked up."""
    if principal.roles.isdisjoint(allowed):
        names = " or ".join(sorted(role.value for role in allowed))
        raise role_denied(f"This call needs the role {names}.")


def narrow_write(principal: Principal, *, user_id: str | None, agent_id: str | None, labels: Mapping[str, str]) -> Narrowed:
    """Whose a write is. A key of one user or agent writes as that one; others must be named and allowed."""
    scope = principal.scope
    return Narrowed(
        user_id=_narrow_id(scope.user_ids, user_id, field="user_id", must_name=True),
        agent_id=_narrow_id(scope.agent_ids, agent_id, field="agent_id", must_name=True),
        labels=_narrow_labels(scope.labels, labels),
    )


def narrow_read(principal: Principal, *, user_id: str | None, agent_id: str | None, labels: Mapping[str, str]) -> Narrowed:
    """On whose behalf a read looks. Unnamed stays unnamed, except for a key of exactly one."""
    scope = principal.scope
    return Narrowed(
        user_id=_narrow_id(scope.user_ids, user_id, field="user_id", must_name=False),
        agent_id=_narrow_id(scope.agent_ids, agent_id, field="agent_id", must_name=False),
        labels=_narrow_labels(scope.labels, labels),
    )


def demand_whole_tenant(principal: Principal) -> None:
    """Refusal 403 for a narrowed key: what holds words of anybody in the tenant is for keys that reach everybody."""
    scope = principal.scope
    for field, narrowing in (("user_ids", scope.user_ids), ("agent_ids", scope.agent_ids), ("labels", scope.labels or None)):
        if narrowing is not None:
            raise scope_denied("The key is narrowed and does not reach the whole tenant.", field)


def demand_reach_of_groups(principal: Principal) -> None:
    """Refusal 403 for a key of certain users: what a group says is nobody's, and must never become or meet theirs."""
    if principal.scope.user_ids is not None:
        raise scope_denied("The key is narrowed to certain users and does not reach group chats.", "chat_id")


def _narrow_id(allowed: frozenset[str] | None, named: str | None, *, field: str, must_name: bool) -> str | None:
    if allowed is None:
        return named
    if named is not None:
        if named not in allowed:
            raise scope_denied(f"The key may not speak for this {field}.", field)
        return named
    if len(allowed) == 1:
        return next(iter(allowed))
    if must_name or not allowed:
        raise scope_denied(f"The key is narrowed to certain values of {field}: name one of them.", field)
    return None


def _narrow_labels(demanded: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    for key, value in demanded.items():
        if given.get(key, value) != value:
            raise scope_denied(f"The key is narrowed to another value of the label {key}.", "labels")
    return {**given, **demanded}


def owns_memory(scope: Scope, memory: Memory) -> bool:
    """True where one memory is the key's own: one that is merely shared with the team can be read and not touched."""
    return memory.tenant_id == scope.tenant_id and scope.holds(owner=memory.owner, agent_id=memory.agent_id, labels=memory.labels)


def is_within(inner: Iterable[str] | None, outer: frozenset[str] | None) -> bool:
    """True where an allow-list does not reach beyond another; None reaches everything."""
    return outer is None or (inner is not None and outer.issuperset(inner))
