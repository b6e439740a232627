"""What systems report: free text to be classified, and structured events."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.intake import receive_turn, with_idempotency_key
from services.api.keyed_route import KeyedRoute, roles
from services.api.routes.turns import IdempotencyKey
from services.api.schemas.event import EventBody, IngestBody
from services.api.schemas.turn import TurnAnswer
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["writing"])


@router.post("/v1/ingest", status_code=202, responses={202: {"model": TurnAnswer}})
@roles(KeyRole.WRITER)
def post_ingest(body: IngestBody, key: CallerKey, parts: Parts, idempotency_key: IdempotencyKey = None) -> JsonAnswer:
    """Free text: classified into one of the eight trigger types, or refused at the stage `classify`."""
    draft = with_idempotency_key(body.draft(), idempotency_key)
    return JsonAnswer(receive_turn(parts.container, key, draft), status_code=202)


@router.post("/v1/events", status_code=202, responses={202: {"model": TurnAnswer}})
@roles(KeyRole.WRITER)
def post_event(body: EventBody, key: CallerKey, parts: Parts, idempotency_key: IdempotencyKey = None) -> JsonAnswer:
    """A structured event: the classification is skipped, its data are evidence."""
    draft = with_idempotency_key(body.draft(), idempotency_key)
    return JsonAnswer(receive_turn(parts.container, key, draft), status_code=202)
