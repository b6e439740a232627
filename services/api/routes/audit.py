"""GET /v1/audit: who did what, in a chain of hashes."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from services.api.answers import JsonAnswer, listed
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, roles
from services.api.pages import Cursor, Limit, page_of
from services.api.schemas.fields import Moment
from shared.ports.audit_log import AuditLine
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["administration"])
ALL_LINES = 10**9
"""`total` is exact, so the lines are counted by reading them."""


@router.get("/v1/audit")
@roles(KeyRole.ADMIN)
def get_audit(
    key: CallerKey,
    parts: Parts,
    since: Annotated[Moment | None, Query()] = None,
    action: Annotated[str | None, Query(max_length=100)] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> JsonAnswer:
    """Oldest first."""
    lines = parts.container.audit.lines(key.tenant_id, limit=ALL_LINES, since=since, action=action)
    page = page_of(lines, limit=limit, cursor=cursor)
    return JsonAnswer(listed([_shown(line) for line in page.items], page.next_cursor, page.total))


@router.get("/v1/audit/verify")
@roles(KeyRole.ADMIN)
def get_verification(key: CallerKey, parts: Parts) -> JsonAnswer:
    """Whether every hash follows from the line before, through the files of old lines that this process reaches."""
    check = parts.container.audit.verify(key.tenant_id)
    return JsonAnswer({"valid": check.valid, "lines": check.lines, "in_files": check.in_files, "from_the_first": check.is_whole})


def _shown(line: AuditLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "at": line.at,
        "action": line.action,
        "actor": line.actor,
        "subject_ids": list(line.subject_ids),
        "reason": line.reason,
        "detail": dict(line.detail),
        "hash": line.hash,
    }
