"""Tenants and API keys. A key is 256 random bits, shown once, stored as its SHA-256."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class KeyRole(StrEnum):
    """Roles do not imply each other."""

    OPERATOR = "operator"
    ADMIN = "admin"
    REVIEWER = "reviewer"
    WRITER = "writer"
    READER = "reader"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """What is stored of a key. None in an allow-list = not narrowed; an empty set = nothing."""

    id: str
    tenant_id: str
    roles: frozenset[KeyRole]
    created_at: datetime
    name: str = ""
    user_ids: frozenset[str] | None = None
    agent_ids: frozenset[str] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    authority: bool = False
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant:
    """One tenant."""

    id: str
    name: str
    created_at: datetime


class KeyRing(Protocol):
    """Every method may raise QueueUnavailable (keys live in Redis)."""

    def find(self, secret_sha256: str) -> ApiKey | None:
        """The key with this hash, expired ones included."""
        ...

    def add(self, key: ApiKey, secret_sha256: str) -> None:
        """Store a new key."""
        ...

    def keys(self, tenant_id: str) -> tuple[ApiKey, ...]:
        """All keys of a tenant, oldest first."""
        ...

    def revoke(self, tenant_id: str, key_id: str) -> bool:
        """False where the tenant has no such key."""
        ...

    def add_tenant(self, tenant: Tenant) -> bool:
        """False where it exists already."""
        ...

    def tenants(self) -> tuple[Tenant, ...]:
        """All tenants, oldest first."""
        ...
