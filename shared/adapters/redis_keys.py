"""Names of Redis keys. Parts are percent-encoded, so the join is injective; lua/prelude.lua builds the same names."""

from urllib.parse import quote

from shared.domain.identity import digest
from shared.domain.scope import Owner

PREFIX = "tiercel:"


def encoded(part: str) -> str:
    """One part of a key; never holds a colon."""
    return quote(part, safe="")


def key(*parts: str) -> str:
    """`tiercel:a:b`, each part encoded."""
    return PREFIX + ":".join(encoded(part) for part in parts)


def inbox_id(tenant_id: str, owner: Owner, session_id: str | None) -> str:
    """Session inboxes are keyed by tenant, owner and session, never by the session alone."""
    return digest("inbox", tenant_id, owner.key, session_id)


def guard_inbox_id(tenant_id: str, owner: Owner) -> str:
    """One guard inbox per owner."""
    return digest("guard", tenant_id, owner.key)


def context_key(tenant_id: str, owner: Owner, session_id: str | None) -> str:
    """The last messages of a session."""
    return key("ctx", tenant_id, owner.key, session_id or "")


def plan_key(plan_id: str) -> str:
    """A recorded write plan."""
    return key("plan", plan_id)


def owner_plans_key(tenant_id: str, owner: Owner) -> str:
    """Recorded, unfinished plans of one owner."""
    return key("plans_of", tenant_id, owner.key)


def lock_key(tenant_id: str, owner: Owner) -> str:
    """The owner's write lock."""
    return key("wlock", tenant_id, owner.key)


def review_key(tenant_id: str, review_id: str) -> str:
    """One review."""
    return key("review", tenant_id, review_id)


def stamp_key(tenant_id: str, owner: Owner) -> str:
    """The owner's write stamp."""
    return key("wstamp", tenant_id, owner.key)
