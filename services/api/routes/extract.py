"""A look at what would be remembered."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.extract import extract
from services.api.keyed_route import KeyedRoute, roles
from services.api.schemas.extract import ExtractAnswer, ExtractBody
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["writing"])


@router.post("/v1/extract", responses={200: {"model": ExtractAnswer}})
@roles(KeyRole.WRITER)
def post_extract(body: ExtractBody, key: CallerKey, parts: Parts) -> JsonAnswer:
    """The candidates of a text after hygiene; nothing is stored."""
    return JsonAnswer(extract(parts.container, key, body.draft()))
