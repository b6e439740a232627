"""Whose it is: the owner of a memory, what a key may see, and who is asking.

Ownership, dedup, conflict, forgetting and locks work per (tenant, owner). Agents, sessions and labels
are filters and never part of the owner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class OwnerKind(StrEnum):
    """The three kinds of owner."""

    USER = "user"
    CHAT = "chat"
    TENANT = "tenant"


class Visibility(StrEnum):
    """Who sees a memory besides its owner's own lists."""

    PRIVATE = "private"
    USER = "user"
    TEAM = "team"
    SESSION = "session"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Owner:
    """The person, group chat or tenant that a memory belongs to. `id` is empty for the tenant."""

    kind: OwnerKind
    id: str = ""

    @property
    def key(self) -> str:
        """`user:ann`, `chat:telegram:default:-100`, `tenant`; `parse_owner` reads it back."""
        return OwnerKind.TENANT.value if self.kind is OwnerKind.TENANT else f"{self.kind.value}:{self.id}"


TENANT_OWNER = Owner(OwnerKind.TENANT)


def owner_of(*, user_id: str | None, chat_id: str | None) -> Owner:
    """The person where one is named, else the group chat, else the tenant."""
    if user_id is not None:
        return Owner(OwnerKind.USER, user_id)
    if chat_id is not None:
        return Owner(OwnerKind.CHAT, chat_id)
    return TENANT_OWNER


def parse_owner(key: str) -> Owner:
    """The inverse of `Owner.key`. ValueError for anything that is not one."""
    kind, _, identifier = key.partition(":")
    return Owner(OwnerKind(kind), identifier)


def default_visibility(owner: Owner) -> Visibility:
    """`private` for a person, `chat` for a group, `team` for the tenant."""
    return {
        OwnerKind.USER: Visibility.PRIVATE,
        OwnerKind.CHAT: Visibility.CHAT,
        OwnerKind.TENANT: Visibility.TEAM,
    }[owner.kind]


def scope_label(owner: Owner, agent_id: str | None, visibility: Visibility) -> str:
    """The readable `scope` field of a memory: `team`, `user:ann`, `user:ann/agent:main`."""
    if visibility is Visibility.TEAM:
        return Visibility.TEAM.value
    if visibility is Visibility.PRIVATE and agent_id is not None:
        return f"{owner.key}/agent:{agent_id}"
    return owner.key


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a key, or a worker for the owner it drains, may see and touch.

    `None` in an allow-list means "not narrowed"; an empty set means nothing at all. `labels` are demanded
    on every memory. A scope is made by auth, or by `owner_scope` in a worker, and demanded by every store
    method.
    """

    tenant_id: str
    user_ids: frozenset[str] | None = None
    agent_ids: frozenset[str] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    owner: Owner | None = None

    @property
    def only_user(self) -> str | None:
        """The one user this scope is narrowed to, where it is exactly one."""
        if self.user_ids is not None and len(self.user_ids) == 1:
            return next(iter(self.user_ids))
        return None

    def holds(self, *, owner: Owner, agent_id: str | None, labels: Mapping[str, str]) -> bool:
        """Whether something lies in this scope as its own: no more than seen where it is only shared with the team."""
        if self.owner is not None and owner != self.owner:
            return False
        if self.user_ids is not None and not (owner.kind is OwnerKind.USER and owner.id in self.user_ids):
            return False
        if self.agent_ids is not None and (not self.agent_ids or agent_id not in {None, *self.agent_ids}):
            return False
        return all(labels.get(key) == value for key, value in self.labels.items())


def owner_scope(tenant_id: str, owner: Owner) -> Scope:
    """Exactly one owner of one tenant: what workers and write plans use."""
    return Scope(tenant_id=tenant_id, owner=owner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """On whose behalf a recall looks. Sees the named user's or chat's own memories plus `team`."""

    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    chat_id: str | None = None

    @property
    def owner(self) -> Owner:
        """The owner whose own memories are seen besides the team's."""
        return owner_of(user_id=self.user_id, chat_id=self.chat_id)
