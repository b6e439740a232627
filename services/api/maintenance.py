"""Asking the decay worker for a run of maintenance, waiting for it and showing it."""

import time
from dataclasses import asdict, dataclass
from typing import Any
from uuid import uuid4

from services.api.auth import Principal
from services.api.dependencies import Container
from services.api.errors import conflict, not_found, wrong_field
from services.api.schemas.admin import MaintenanceBody
from shared.contracts.queues import DECAY_SWEEP
from shared.domain.maintenance import MaintenanceRun, Move, RunState
from shared.domain.write_plan import AuditEntry

LOOK_EVERY_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class AskedRun:
    """`joined`: it was under way or waiting before."""

    run: MaintenanceRun
    joined: bool


def ask_for_run(container: Container, principal: Principal, body: MaintenanceBody) -> AskedRun:
    """One run of this kind at a time for each tenant; on record with who asked.

    Refusal 404 and 422 for a list that is none, 409 where a run with another list is under way.
    """
    dry_run, as_listed = body.dry_run, body.as_listed
    if as_listed is not None:
        _demand_list(container, principal, body)
    wanted = MaintenanceRun(
        id=uuid4().hex, tenant_id=principal.tenant_id, dry_run=dry_run, asked_at=container.clock.now(), as_listed=as_listed
    )
    run = container.maintenance.ask(wanted)
    joined = run.id != wanted.id
    if as_listed is not None and run.as_listed != as_listed:
        raise conflict("run_under_way", f"Run {run.id} is under way with a list of its own. Wait for its end and list anew.")
    entry = AuditEntry(
        action="maintenance.asked", actor=principal.actor, subject_ids=(run.id,), detail={"dry_run": dry_run, "joined": joined}
    )
    container.audit.append(principal.tenant_id, entry)
    container.jobs.wake(DECAY_SWEEP)
    return AskedRun(run, joined)


def _demand_list(container: Container, principal: Principal, body: MaintenanceBody) -> None:
    if body.dry_run:
        raise wrong_field("as_listed", "A dry run makes a list of its own; only a real run carries one out.")
    listed = container.maintenance.get(principal.tenant_id, body.as_listed or "")
    if listed is None:
        raise not_found("run")
    if not listed.dry_run or listed.state is not RunState.DONE:
        raise wrong_field("as_listed", "This is no dry run that has ended.")


def await_end(container: Container, run: MaintenanceRun, *, seconds: float) -> MaintenanceRun:
    """The run when it is through, or as it stands after `seconds`."""
    deadline = time.monotonic() + seconds
    while run.state is not RunState.DONE:
        run = container.maintenance.get(run.tenant_id, run.id) or run
        if time.monotonic() >= deadline or container.stopping.is_set():
            break
        if run.state is not RunState.DONE:
            time.sleep(LOOK_EVERY_SECONDS)
    return run


def run_view(container: Container, run: MaintenanceRun, *, start: int, limit: int) -> dict[str, Any]:
    """The run with part of its list. `total` is exact; `next_cursor` null at the list's end."""
    moves = container.maintenance.moves(run.tenant_id, run.id, start=start, limit=limit)
    seen = start + len(moves)
    return {
        "run_id": run.id,
        "dry_run": run.dry_run,
        "state": run.state.value,
        "asked_at": run.asked_at,
        "began_at": run.began_at,
        "ended_at": run.ended_at,
        "moves": [_move_view(move) for move in moves],
        "total": run.total,
        "next_cursor": str(seen) if moves and seen < run.total else None,
        "by_reason": dict(run.by_reason),
        "moved": run.moved,
        "left": run.left,
        "proposals": [{**asdict(each), "kind": each.kind.value} for each in run.proposals],
        "proposed": run.proposed,
        "records": [asdict(cut) for cut in run.records],
        "check": None if run.check is None else asdict(run.check),
    }


def _move_view(move: Move) -> dict[str, Any]:
    view: dict[str, Any] = {"id": move.id, "from": move.origin, "to": move.to, "reason": move.reason.value}
    return view if move.retention is None else {**view, "retention": move.retention}
