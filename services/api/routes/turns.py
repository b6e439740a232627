"""POST /v1/turns and its batch."""

from typing import Annotated, Any

from fastapi import APIRouter, Header
from pydantic import ValidationError

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.errors import Refusal, error_body
from services.api.intake import receive_turn, receive_turns, with_idempotency_key
from services.api.json_body import check_tenant_claim
from services.api.keyed_route import KeyedRoute, roles
from services.api.schemas.turn import TurnAnswer, TurnBatchBody, TurnBody
from services.api.turn_draft import TurnDraft
from services.api.validation import refusal_of_validation
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["writing"])
IdempotencyKey = Annotated[str | None, Header(alias="Idempotency-Key")]


@router.post("/v1/turns", responses={202: {"model": TurnAnswer}}, status_code=202)
@roles(KeyRole.WRITER)
def post_turn(body: TurnBody, key: CallerKey, parts: Parts, idempotency_key: IdempotencyKey = None) -> JsonAnswer:
    """Capture one exchange. Answers before anything is extracted; the same turn again changes nothing."""
    draft = with_idempotency_key(body.draft(), idempotency_key)
    return JsonAnswer(receive_turn(parts.container, key, draft), status_code=202)


@router.post("/v1/turns/batch", status_code=202)
@roles(KeyRole.WRITER)
def post_turns(body: TurnBatchBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Capture up to 500 exchanges; each has its own answer or error, in order."""
    drafts = [_draft(raw, position, key.tenant_id) for position, raw in enumerate(body.turns)]
    answers = receive_turns(parts.container, key, drafts)
    return JsonAnswer({"items": [_item(answer) for answer in answers]}, status_code=202)


def _draft(raw: Any, position: int, tenant_id: str) -> TurnDraft | Refusal:
    try:
        if isinstance(raw, dict):
            check_tenant_claim(raw.get("tenant_id"), tenant_id, f"turns[{position}].tenant_id")
        return TurnBody.model_validate(raw).draft()
    except ValidationError as fault:
        return refusal_of_validation(fault.errors(include_url=False), f"turns[{position}].")
    except Refusal as refusal:
        return refusal


def _item(answer: dict[str, Any] | Refusal) -> dict[str, Any]:
    return error_body(answer) if isinstance(answer, Refusal) else answer
