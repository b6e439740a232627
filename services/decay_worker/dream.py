"""One run of maintenance for one tenant: look at everything, list what moves, then do what the list says and no more."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from services.decay_worker.applying import Tally, apply_batch, batches
from services.decay_worker.moves import OwnedMove, plan_moves
from services.decay_worker.proposer import Proposer, Seen
from shared.domain.aging import AgingMemory
from shared.domain.maintenance import DELETED, MaintenanceRun, Move, RecordCut, RunState
from shared.domain.memory import RetentionStage
from shared.domain.proposals import ListedProposal
from shared.domain.retention import RetentionRules
from shared.domain.scope import Scope
from shared.ports.maintenance_runs import MaintenanceRuns
from shared.ports.memory_store import MemoryStore
from shared.writing import Writer

SCANNED = 250
"""Memories in one page: what a reader may have to wait for."""
LISTED = 500
log = logging.getLogger(__name__)


class Interrupted(Exception):
    """The process was asked to end; the run goes on in the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """What a run needs.

    `alive` is called between batches: it keeps the claim and raises Interrupted to end the run. `count` is told what moved:
    reason, end, number. `records` removes old records, or counts them for a dry run. `rest_share`: seconds of rest for each
    second of work, so that readers find the engine free in between.
    """

    store: MemoryStore
    writer: Writer
    runs: MaintenanceRuns
    rules: RetentionRules
    capacity: int = 0
    rest_share: float = 0.0
    proposer: Proposer | None = None
    alive: Callable[[], None] = field(default=lambda: None)
    count: Callable[[str, str, int], None] = field(default=lambda _reason, _to, _moved: None)
    records: Callable[[MaintenanceRun], tuple[RecordCut, ...]] = field(default=lambda _run: ())


def run_maintenance(run: MaintenanceRun, night: Night, *, now: datetime) -> MaintenanceRun:
    """From wherever it stands to its end. A run that was killed while it moved memories goes on with its own list."""
    owned: Sequence[OwnedMove] | None = None
    if run.state in {RunState.WAITING, RunState.PLANNING}:
        run = replace(run, state=RunState.PLANNING, began_at=run.began_at or now)
        night.runs.save(run)
        began, seen = run.began_at or now, Seen()
        owned = plan_moves(seen.watch(_everything(run.tenant_id, night), began), now=began, rules=night.rules, capacity=night.capacity)
        reasons = Counter(each.move.reason.value for each in owned)
        proposals = _proposals(run.tenant_id, owned, seen, night, now=began)
        run = replace(run, state=RunState.APPLYING, total=len(owned), by_reason=dict(reasons), proposals=proposals)
        night.runs.list_moves(run, [each.move for each in owned])
    if not run.dry_run:
        tally = _apply(run, owned if owned is not None else _listed(run, night), night)
        made = night.proposer.make(run.tenant_id, run.proposals, now=run.began_at or now) if night.proposer is not None else 0
        run = replace(run, moved=run.total - tally.left, left=tally.left, proposed=made)
    run = replace(run, records=night.records(run))
    run = replace(run, state=RunState.DONE, ended_at=now)
    night.runs.save(run)
    log.info(
        "maintenance.done run=%s tenant=%s dry_run=%s total=%d moved=%d left=%d proposed=%d",
        run.id, run.tenant_id, run.dry_run, run.total, run.moved, run.left, run.proposed,
    )  # fmt: skip
    return run


def _proposals(tenant_id: str, owned: Sequence[OwnedMove], seen: Seen, night: Night, *, now: datetime) -> tuple[ListedProposal, ...]:
    if night.proposer is None:
        return ()
    gone = {each.move.id for each in owned if each.move.to in {DELETED, RetentionStage.ARCHIVE}}
    return tuple(each.listed for each in night.proposer.plan(tenant_id, seen.without(gone), now=now))


def _everything(tenant_id: str, night: Night) -> Iterator[AgingMemory]:
    """Each current memory once, also where one moved within the engine while the pages were read."""
    seen: set[str] = set()
    after: str | None = None
    while True:
        began = time.monotonic()
        page = night.store.aging(Scope(tenant_id=tenant_id), after=after, limit=SCANNED)
        for memory in page.items:
            if memory.id not in seen:
                seen.add(memory.id)
                yield memory
        if page.following is None:
            return
        after = page.following
        _rest(night, began)


def _listed(run: MaintenanceRun, night: Night) -> Iterator[OwnedMove]:
    """The list of a run that another process began, with the owners as they are now; what is gone is left out."""
    for start in range(0, run.total, LISTED):
        moves = night.runs.moves(run.tenant_id, run.id, start=start, limit=LISTED)
        by_id: dict[str, Move] = {move.id: move for move in moves}
        found = night.store.current(Scope(tenant_id=run.tenant_id), memory_ids=list(by_id))
        yield from sorted(
            (OwnedMove(memory.owner, by_id[memory.id]) for memory in found), key=lambda owned: (owned.owner.key, owned.move.id)
        )


def _apply(run: MaintenanceRun, owned: Sequence[OwnedMove] | Iterator[OwnedMove], night: Night) -> Tally:
    tally = Tally()
    for owner, moves in batches(owned):
        began = time.monotonic()
        apply_batch(night.writer, run.tenant_id, owner, moves, tally, now=run.began_at or run.asked_at, rules=night.rules)
        _rest(night, began)
    for (reason, to), moved in tally.moved.items():
        night.count(reason, to, moved)
    return tally


def _rest(night: Night, began: float) -> None:
    night.alive()
    if night.rest_share > 0:
        time.sleep(night.rest_share * (time.monotonic() - began))
