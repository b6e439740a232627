"""/v1/admin/dead: turns that could not be processed, and their second chance."""

from typing import Annotated, Any

from fastapi import APIRouter, Path

from services.api.answers import JsonAnswer, listed
from services.api.auth import demand_whole_tenant
from services.api.dependencies import CallerKey, Parts
from services.api.errors import not_found, wrong_field
from services.api.keyed_route import KeyedRoute, roles
from services.api.pages import Cursor, Limit
from services.api.schemas.fields import Identifier
from services.api.wake import wake_capture
from shared.domain.turn import CaptureState
from shared.domain.write_plan import AuditEntry
from shared.ports.dead_letters import DeadLetter
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["administration"])


@router.get("/v1/admin/dead")
@roles(KeyRole.ADMIN)
def get_dead_letters(key: CallerKey, parts: Parts, limit: Limit = 50, cursor: Cursor = None) -> JsonAnswer:
    """Oldest first, each with the reason and the model's last (redacted) answer."""
    demand_whole_tenant(key)
    if cursor is not None and not (cursor.isascii() and cursor.isdecimal()):
        raise wrong_field("cursor", "Not a cursor of this list.")
    page = parts.container.dead_letters.list(key.tenant_id, limit=limit, cursor=cursor)
    return JsonAnswer(listed([_shown(letter) for letter in page.items], page.next_cursor, page.total))


@router.post("/v1/admin/dead/{capture_id}/replay", status_code=202)
@roles(KeyRole.ADMIN)
def replay_dead_letter(capture_id: Annotated[Identifier, Path()], key: CallerKey, parts: Parts) -> JsonAnswer:
    """The turn goes back into its session's inbox under its old identity. 404 where no such letter is dead."""
    demand_whole_tenant(key)
    container = parts.container
    entry = AuditEntry(action="turn.replay", actor=key.actor, subject_ids=(capture_id,), reason="request")
    if not container.dead_letters.replay(key.tenant_id, capture_id, audit=entry):
        raise not_found("dead letter")
    wake_capture(container, 1)
    return JsonAnswer({"capture_id": capture_id, "status": CaptureState.ACCEPTED.value}, status_code=202)


def _shown(letter: DeadLetter) -> dict[str, Any]:
    return {
        "capture_id": letter.capture_id,
        "turn_id": letter.turn_id,
        "owner": letter.owner_key,
        "reason": letter.reason,
        "raw": letter.raw,
        "attempts": letter.attempts,
        "at": letter.at,
    }
