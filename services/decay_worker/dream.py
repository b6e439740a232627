"""One run of maintenance for one tenant: look at everything, list what moves, then do what the list says and no more."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from services.decay_worker.applying import Tally, apply_batch, batches
from services.decay_worker.moves import OwnedMove, evictions_needed, plan_moves
from services.decay_worker.proposer import Proposer, Seen
from shared.domain.aging import AgingMemory
from shared.domain.maintenance import DELETED, MaintenanceRun, NightCheck, RecordCut, RunState
from shared.domain.memory import RetentionStage
from shared.domain.proposals import ListedProposal
from shared.domain.relevance import MemoryFilter
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
    """The process was asked to end, or another one has taken the run over: it goes on there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """What a run needs.

    `alive` is called between batches and before the run is saved: it raises Interrupted to end the run here. `count` is told what
    moved: reason, end, number. `records` removes old records, or counts them for a dry run. `check` measures what a
    real run leaves. `rest_share`: seconds of rest for each
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
    check: Callable[[str], NightCheck | None] = field(default=lambda _tenant_id: None)


def run_maintenance(run: MaintenanceRun, night: Night, *, now: datetime) -> MaintenanceRun:
    """From wherever it stands to its end. A run that was killed while it moved memories goes on with its own list."""
    owned: Sequence[OwnedMove] | None = None
    if run.as_listed is not None and run.state in {RunState.WAITING, RunState.PLANNING}:
        run = _list_again(run, run.as_listed, night, now=now)
    if run.state in {RunState.WAITING, RunState.PLANNING}:
        run = replace(run, state=RunState.PLANNING, began_at=run.began_at or now)
        night.runs.save(run)
        began, seen = run.began_at or now, Seen()
        owned = plan_moves(seen.watch(_everything(run.tenant_id, night), began), now=began, rules=night.rules, capacity=night.capacity)
        reasons = Counter(each.move.reason.value for each in owned)
        proposals = _proposals(run.tenant_id, owned, seen, night, now=began)
        run = replace(run, state=RunState.APPLYING, total=len(owned), by_reason=dict(reasons), proposals=proposals)
        night.alive()
        night.runs.list_moves(run, [each.move for each in owned])
    if not run.dry_run:
        tally = Tally()
        _apply(run, owned if owned is not None else _taken_up(run, night, tally), night, tally)
        made = night.proposer.make(run.tenant_id, run.proposals, now=run.began_at or now) if night.proposer is not None else 0
        run = replace(run, moved=run.total - tally.left, left=tally.left, proposed=made, check=night.check(run.tenant_id))
    run = replace(run, records=night.records(run))
    run = replace(run, state=RunState.DONE, ended_at=now)
    night.alive()
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


def _list_again(run: MaintenanceRun, listed_by: str, night: Night, *, now: datetime) -> MaintenanceRun:
    """The dry run's list as this run's own: with its time, so that nothing is on it that was not. Nothing, where it is gone by now."""
    source = night.runs.get(run.tenant_id, listed_by)
    moves = () if source is None else night.runs.moves(run.tenant_id, listed_by, start=0, limit=source.total)
    run = replace(
        run,
        state=RunState.APPLYING,
        began_at=now if source is None else source.began_at,
        total=len(moves),
        by_reason={} if source is None else source.by_reason,
        proposals=() if source is None else source.proposals,
    )
    night.alive()
    night.runs.list_moves(run, moves)
    return run


def _taken_up(run: MaintenanceRun, night: Night, tally: Tally) -> list[OwnedMove]:
    """The list of a run that another process began, with the owners as they are now, and no more evictions than are still needed."""
    owned: list[OwnedMove] = []
    for start in range(0, run.total, LISTED):
        moves = night.runs.moves(run.tenant_id, run.id, start=start, limit=LISTED)
        standing = night.store.current(Scope(tenant_id=run.tenant_id), memory_ids=[move.id for move in moves])
        found = {memory.id: memory for memory in standing}
        owned.extend(OwnedMove(found[move.id].owner, move) for move in moves if move.id in found)
        tally.left += sum(1 for move in moves if move.id not in found and move.to != DELETED)
        night.alive()
    everything = MemoryFilter(now=run.began_at or run.asked_at, include_archived=True, include_expired=True)
    kept = evictions_needed(owned, held=night.store.count(Scope(tenant_id=run.tenant_id), everything), capacity=night.capacity)
    tally.left += len(owned) - len(kept)
    return sorted(kept, key=lambda each: (each.owner.key, each.move.id))


def _apply(run: MaintenanceRun, owned: Sequence[OwnedMove], night: Night, tally: Tally) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    for owner, moves in batches(owned):
        night.alive()
        began = time.monotonic()
        apply_batch(night.writer, run.tenant_id, owner, moves, tally, now=run.began_at or run.asked_at, rules=night.rules)
        for (reason, to), moved in (tally.moved - counted).items():
            night.count(reason, to, moved)
        counted = Counter(tally.moved)
        _rest(night, began)


def _rest(night: Night, began: float) -> None:
    night.alive()
    if night.rest_share > 0:
        time.sleep(night.rest_share * (time.monotonic() - began))
