"""/v1/admin/maintenance: what the nightly dream does to one tenant's memories, now or only listed."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from services.api.answers import JsonAnswer
from services.api.auth import demand_whole_tenant
from services.api.dependencies import CallerKey, Parts
from services.api.errors import not_found, wrong_field
from services.api.keyed_route import KeyedRoute, roles
from services.api.maintenance import ask_for_run, await_end, run_view
from services.api.pages import Cursor
from services.api.schemas.admin import MaintenanceBody
from services.api.schemas.fields import Identifier
from shared.domain.maintenance import RunState
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["administration"])
MovesLimit = Annotated[int, Query(ge=1, le=5000)]


@router.post("/v1/admin/maintenance")
@roles(KeyRole.ADMIN)
def post_maintenance(
    key: CallerKey,
    parts: Parts,
    body: MaintenanceBody | None = None,
    wait_seconds: Annotated[float, Query(ge=0, le=300)] = 60.0,
    limit: MovesLimit = 1000,
) -> JsonAnswer:
    """Run the sweep for the key's tenant, or list what it would do. Joins a run of the same kind that has not ended.

    `as_listed`: the id of a dry run; what it listed is done, as far as it is still true, and nothing else.
    200 when it is through; 202 where it is not within `wait_seconds`: ask for it by its id.
    """
    demand_whole_tenant(key)
    asked = ask_for_run(parts.container, key, body or MaintenanceBody())
    run = await_end(parts.container, asked.run, seconds=wait_seconds)
    view: dict[str, Any] = {**run_view(parts.container, run, start=0, limit=limit), "joined": asked.joined}
    return JsonAnswer(view, status_code=200 if run.state is RunState.DONE else 202)


@router.get("/v1/admin/maintenance/{run_id}")
@roles(KeyRole.ADMIN)
def get_maintenance(
    run_id: Annotated[Identifier, Path()], key: CallerKey, parts: Parts, limit: MovesLimit = 1000, cursor: Cursor = None
) -> JsonAnswer:
    """How far a run has come and what is on its list, page by page; kept for a day. 404 for another tenant's."""
    demand_whole_tenant(key)
    if cursor is not None and not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 12):
        raise wrong_field("cursor", "Not a cursor of this list.")
    run = parts.container.maintenance.get(key.tenant_id, run_id)
    if run is None:
        raise not_found("run")
    return JsonAnswer(run_view(parts.container, run, start=int(cursor or 0), limit=limit))
