"""GET /v1/ledger: where every turn and candidate went."""

from fastapi import APIRouter

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, roles
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["administration"])


@router.get("/v1/ledger")
@roles(KeyRole.READER)
def get_ledger(key: CallerKey, parts: Parts) -> JsonAnswer:
    """Both balances of the key's tenant; `imbalance` 0 = nothing was lost."""
    view = parts.container.ledger.read(key.tenant_id)
    return JsonAnswer(
        {
            "captured": view.captured,
            "turns": dict(view.turns),
            "candidates": dict(view.candidates),
            "explicit": dict(view.explicit),
            "imbalance": view.imbalance,
            "oldest_pending_seconds": round(view.oldest_pending_seconds, 3),
        }
    )
