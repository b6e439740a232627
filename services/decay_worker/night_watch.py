"""Which runs of maintenance are due, and carrying out those that wait, one process at a time."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from threading import Event
from uuid import uuid4

from services.decay_worker.checking import check_tenant
from services.decay_worker.dream import Interrupted, Night, run_maintenance
from services.decay_worker.kept_claim import KeptClaim
from services.decay_worker.old_records import cut_times
from services.decay_worker.proposer import Proposer
from services.decay_worker.schedule import dream_is_due, dream_task
from shared.domain.errors import TemporaryFault
from shared.domain.maintenance import MaintenanceRun, RecordCut, RecordKind
from shared.domain.scope import Scope
from shared.forgetting_rules import capacity, retention_rules, timezone
from shared.ports.audit_log import AuditLog
from shared.ports.clock import Clock
from shared.ports.embedder import Embedder
from shared.ports.key_ring import KeyRing
from shared.ports.ledger import Ledger
from shared.ports.maintenance_runs import MaintenanceRuns
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.ports.old_records import OldRecords
from shared.ports.reviews import Reviews
from shared.ports.schedule_log import ScheduleLog
from shared.ports.tenant_settings import TenantSettingsStore
from shared.settings_forgetting import ForgettingSettings, RecordSettings
from shared.writing import Writer

CLAIM_SECONDS = 30.0
"""A killed run is taken up again after this; a live one keeps renewing its claim."""
REST_SHARE = 1.0
"""Seconds of rest for each second of work: a recall beside a run then waits hardly longer than without one."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightWatch:
    """The doors of maintenance. `look_back` is called for a tenant after its real run."""

    settings: ForgettingSettings
    record_settings: RecordSettings
    clock: Clock
    keys: KeyRing
    tenant_settings: TenantSettingsStore
    schedule: ScheduleLog
    runs: MaintenanceRuns
    store: MemoryStore
    old_records: OldRecords
    writer: Writer
    reviews: Reviews
    audit: AuditLog
    ledger: Ledger
    embedder: Embedder
    metrics: Metrics
    worker_id: str
    stopping: Event
    look_back: Callable[[str, datetime], None] = lambda _tenant_id, _now: None

    def is_needed(self) -> bool:
        """Some run has not ended, or some tenant's night has come."""
        return bool(self.runs.open() or self.dreams_due())

    def dreams_due(self) -> tuple[str, ...]:
        """Tenants whose night has come since their last dream."""
        now, last_runs = self.clock.now(), self.schedule.last_runs()
        return tuple(tenant.id for tenant in self.keys.tenants() if self._is_due(tenant.id, last_runs, now))

    def ask_for_dreams(self) -> None:
        """A run for each tenant that is due; one that somebody asked for counts as that."""
        for tenant_id in self.dreams_due():
            self.runs.ask(MaintenanceRun(id=uuid4().hex, tenant_id=tenant_id, dry_run=False, asked_at=self.clock.now()))

    def carry_out(self) -> None:
        """Every open run that no other process is at.

        A run that fails stays open and goes on at the next token; the others are carried out all the same, then its fault is raised.
        """
        faults: list[Exception] = []
        for run in self.runs.open():
            if self.stopping.is_set():
                return
            task = f"maintenance:{run.id}"
            if not self.schedule.claim(task, self.worker_id, seconds=CLAIM_SECONDS):
                log.info("maintenance.joined run=%s worker=%s", run.id, self.worker_id)
                continue
            try:
                with KeptClaim(task, partial(self._renew, task), seconds=CLAIM_SECONDS) as claim:
                    self._carry_out(run, claim)
            except Interrupted:
                log.info("maintenance.interrupted run=%s", run.id)
            except TemporaryFault:
                raise  # what is away for one is away for all
            except Exception as fault:
                log.exception("maintenance.failed run=%s tenant=%s", run.id, run.tenant_id)
                faults.append(fault)
            finally:
                self.schedule.release(task, self.worker_id)
        if faults:
            raise faults[0]

    def _is_due(self, tenant_id: str, last_runs: Mapping[str, datetime], now: datetime) -> bool:
        zone = timezone(self.settings, self.tenant_settings.read(tenant_id).forgetting)
        return dream_is_due(tenant_id, last_runs, now=now, at=self.settings.dream_at, timezone=zone)

    def _carry_out(self, listed: MaintenanceRun, claim: KeptClaim) -> None:
        run = self.runs.get(listed.tenant_id, listed.id)  # another process may have ended it since
        if run is None or run.ended_at is not None:
            return
        now = self.clock.now()
        done = run_maintenance(run, self._night(run.tenant_id, lambda: self._stay(claim)), now=now)
        self.metrics.count("tiercel_maintenance_runs_total", kind="dry" if run.dry_run else "real")
        if not run.dry_run:
            self.schedule.ran(dream_task(run.tenant_id), done.began_at or now)
            self.look_back(run.tenant_id, now)

    def _night(self, tenant_id: str, alive: Callable[[], None]) -> Night:
        return Night(
            store=self.store,
            writer=self.writer,
            runs=self.runs,
            rules=retention_rules(self.settings),
            capacity=capacity(self.settings, self.tenant_settings.read(tenant_id).forgetting),
            rest_share=REST_SHARE,
            proposer=Proposer(
                store=self.store,
                writer=self.writer,
                reviews=self.reviews,
                embedder=self.embedder,
                by_itself=self.settings.auto_promotion,
            ),
            alive=alive,
            records=self._records,
            check=lambda tenant: check_tenant(self.store, self.audit, self.ledger, tenant, now=self.clock.now()),
            count=lambda reason, to, moved: self.metrics.count("tiercel_sweep_moves_total", moved, move=to, reason=reason),
        )

    def _records(self, run: MaintenanceRun) -> tuple[RecordCut, ...]:
        """What is older than it is kept, counted; removed where the run is a real one."""
        cuts = []
        for kind, before in cut_times(self.record_settings, run.began_at or run.asked_at):
            found = self._traces(run, before) if kind is RecordKind.TRACES else self._others(run, kind, before)
            cuts.append(RecordCut(kind, before, found))
            if not run.dry_run:
                self.metrics.count("tiercel_records_removed_total", found, kind=kind.value)
        return tuple(cuts)

    def _traces(self, run: MaintenanceRun, before: datetime) -> int:
        scope = Scope(tenant_id=run.tenant_id)
        found = self.store.old_traces(scope, before=before)
        if found and not run.dry_run:
            self.store.remove_old_traces(scope, before=before)
        return found

    def _others(self, run: MaintenanceRun, kind: RecordKind, before: datetime) -> int:
        go = self.old_records.count if run.dry_run else self.old_records.remove
        try:
            return go(run.tenant_id, kind, before=before)
        except OSError as fault:  # a folder that cannot be written to keeps its lines waiting, not the night
            log.error("records.kept kind=%s tenant=%s fault=%s", kind.value, run.tenant_id, fault.strerror)  # noqa: TRY400
            return 0

    def _renew(self, task: str) -> bool:
        return self.schedule.renew(task, self.worker_id, seconds=CLAIM_SECONDS)

    def _stay(self, claim: KeptClaim) -> None:
        if self.stopping.is_set() or not claim.is_held():
            raise Interrupted
