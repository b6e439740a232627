"""POST /v1/reflect: look back now."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.auth import narrow_write
from services.api.dependencies import CallerKey, Parts
from services.api.hygiene import demand_owner
from services.api.keyed_route import KeyedRoute, roles
from services.api.schemas.learning import ReflectBody
from services.api.wake import wake_capture
from shared.domain.reflection import OFFLINE
from shared.ports.key_ring import KeyRole
from shared.reflecting import Reflection

router = APIRouter(route_class=KeyedRoute, tags=["learnings"])
NOTES = {
    None: "What it proposes passes the guard; the capture shows the outcome.",
    OFFLINE: "There is no model to look back. The nightly run proposes repeated statements without one.",
}
NOTHING = "Nothing was put right, repeated or learned in the last seven days."


@router.post("/v1/reflect", status_code=202)
@roles(KeyRole.WRITER)
def post_reflect(key: CallerKey, parts: Parts, body: ReflectBody | None = None) -> JsonAnswer:
    """Over one user's records, or without user_id the team's. The same records again are `duplicate`."""
    container = parts.container
    narrowed = narrow_write(key, user_id=body.user_id if body else None, agent_id=None, labels={})
    owner = demand_owner(key, narrowed, None)
    done = Reflection(
        store=container.store,
        reviews=container.reviews,
        learnings=container.learnings,
        intake=container.intake,
        has_model=container.settings.llm_is_on,
    ).reflect(key.tenant_id, owner, now=container.clock.now())
    wake_capture(container, int(done.receipt.needs_wake))
    answer = {"capture_id": done.receipt.capture_id, "duplicate": done.receipt.duplicate, "note": NOTES.get(done.reason, NOTHING)}
    if done.reason is not None:
        answer |= {"status": "skipped", "reason": done.reason}
    else:
        answer |= {"status": done.receipt.state.value}
    return JsonAnswer(answer, status_code=202)
