"""The flow of one owner's inbox: proposals, rules, gathering, a decision under the write lock, acknowledgement."""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from services.guard_worker.case import Case
from services.guard_worker.gathering import Gathered, Sources, gather, limits_of, open_cases, surrender
from services.guard_worker.outage import has_outlasted, wait_seconds
from services.guard_worker.writing import Answer, decide_plan
from shared.contracts.queues import GUARD_DRAIN, JOBS
from shared.domain.errors import LeaseLost, LockBusy, ModelUnavailable, PermanentFault, RequestRefused, TemporaryFault
from shared.domain.memory import Memory
from shared.domain.outage import OutagePause, jittered
from shared.domain.write_plan import WritePlan
from shared.ports.captures import Captures
from shared.ports.clock import Clock
from shared.ports.inboxes import Inboxes, InboxKind, Lease
from shared.ports.plans import Plans
from shared.writing import Writer

log = logging.getLogger(__name__)

WORKER = "guard"
MOST_CRASHES = 5
"""So many lost workers or unforeseen faults in a row, and a candidate goes to a person unjudged."""

TIME_SHARE = 0.5
"""A token stops taking new inboxes after this share of its hard limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardDrain:
    """Drains guard inboxes over these doors. One per process."""

    inboxes: Inboxes
    captures: Captures
    plans: Plans
    writer: Writer
    clock: Clock
    sources: Sources
    worker_id: str
    stopping: threading.Event
    pause: OutagePause = field(default_factory=lambda: OutagePause(first_seconds=2.0, longest_seconds=300.0))

    def drain(self) -> int:
        """Judge what waits until nothing does, the time is up or the process is asked to end. The number of inboxes taken."""
        ends_at = time.monotonic() + JOBS[GUARD_DRAIN].timeout_seconds * TIME_SHARE
        taken = 0
        while not self.stopping.is_set() and time.monotonic() < ends_at and self.drain_one():
            taken += 1
        return taken

    def drain_one(self) -> bool:
        """Take one inbox and settle what is in it. False where none was ready."""
        limit = self.sources.settings.guard.window_candidates
        lease = self.inboxes.take_next(InboxKind.GUARD, worker_id=self.worker_id, limit=limit)
        if lease is None:
            return False
        started = time.perf_counter()
        try:
            if self._leaves_judge_alone(lease):
                return True
            self._settle(lease)
            self.inboxes.release(lease)
        except LeaseLost:
            log.warning("lease.lost inbox=%s fence=%d", lease.inbox_id, lease.fence)
        except TemporaryFault as fault:
            self._put_back(lease, fault)
        except Exception as fault:
            log.exception("drain.crashed inbox=%s fault=%s", lease.inbox_id, type(fault).__name__)
            self._survive(lease, fault)
        else:
            self._count(lease, started)
        return True

    def _leaves_judge_alone(self, lease: Lease) -> bool:
        """The gateway has just failed: until it is asked again no inbox waits for its time-outs."""
        now = self.clock.now()
        wait = self.pause.seconds_left(now) if self.sources.needs_gateway(now) else 0.0
        if wait <= 0 or self._has_outlasted(lease):
            return False
        self.inboxes.defer(lease, seconds=jittered(wait), attempts=lease.attempts, failing_since=lease.failing_since or now)
        return True

    def _has_outlasted(self, lease: Lease) -> bool:
        return has_outlasted(lease.attempts, lease.failing_since, self.clock.now(), self.sources.settings.retry)

    def _settle(self, lease: Lease) -> None:
        """Finish what a lost worker left, then decide what is still in flight."""
        if self.plans.unfinished(lease.tenant_id, lease.owner):
            self.writer.write(lease.tenant_id, lease.owner, lambda _: Answer(plan=None))
        if lease.losses >= MOST_CRASHES:
            self._give_up(lease)
            return
        alone = self._alone(lease) if lease.losses > 1 else lease
        proposals = self.captures.proposals(lease.tenant_id, alone.entry_ids)
        if not proposals:
            return
        cases = open_cases(proposals)
        if not self._decide(lease, cases, may_ask_again=True):
            self._decide(lease, cases, may_ask_again=False)

    def _decide(self, lease: Lease, cases: Sequence[Case], *, may_ask_again: bool) -> bool:
        """Gather, then decide, record and apply under the lock. False where the neighbours changed meanwhile."""
        rests = self.pause.seconds_left(self.clock.now())
        try:
            gathered = gather(self.sources, lease, cases, now=self.clock.now(), gateway_rests=rests)
            if gathered.heard_gateway:
                self.pause.succeeded()
        except ModelUnavailable as fault:
            if not self._has_outlasted(lease):
                if rests <= 0:
                    self.pause.failed(self.clock.now(), retry_after_seconds=fault.retry_after_seconds)
                raise
            gathered = gather(self.sources, lease, cases, now=self.clock.now(), is_judge_away=True)

        def decide(current: tuple[Memory, ...]) -> Answer:
            return decide_plan(gathered, current, lease, may_ask_again=may_ask_again)

        answer = self.writer.write(
            lease.tenant_id,
            lease.owner,
            decide,
            memory_ids=gathered.memory_ids,
            text_keys=gathered.text_keys,
            properties=gathered.properties,
            history_of=gathered.history_ids,
            lease=lease,
        )
        if answer.plan is not None:
            self._report(answer.plan)
        return not answer.is_stale

    def _alone(self, lease: Lease) -> Lease:
        """One candidate of this inbox has cost workers: each goes on by itself, so that only the guilty one stays behind."""
        if len(lease.entry_ids) > 1:
            self.inboxes.set_aside(lease, lease.entry_ids[1:], seconds=0.0, attempts=lease.attempts)
        return replace(lease, entry_ids=lease.entry_ids[:1])

    def _survive(self, lease: Lease, fault: Exception) -> None:
        """An unforeseen fault: try again, each candidate by itself; what keeps crashing waits for a person."""
        try:
            if isinstance(fault, PermanentFault) and not isinstance(fault, RequestRefused):
                self._wait(lease, fault.code, None, attempts=lease.attempts + 1)
            elif len(lease.entry_ids) == 1 and lease.attempts >= MOST_CRASHES:
                self._give_up(lease)
                self.inboxes.release(lease)
            else:
                self._alone(lease)
                self._wait(lease, "crash", None, attempts=lease.attempts + 1)
        except TemporaryFault as second:
            # The lease runs out by itself and the sweeper puts the inbox back.
            log.warning("drain.not_deferred inbox=%s fault=%s", lease.inbox_id, second.code)

    def _give_up(self, lease: Lease) -> None:
        """No stage is asked again: what is in this inbox waits for a person, with nothing lost."""
        given_up = [surrender(proposal) for proposal in self.captures.proposals(lease.tenant_id, lease.entry_ids[:1])]
        limits = limits_of(self.sources, lease.tenant_id, now=self.clock.now())
        gathered = Gathered(cases=tuple(given_up), limits=limits, is_offline=True)
        if given_up:
            self.writer.write(
                lease.tenant_id, lease.owner, lambda current: decide_plan(gathered, current, lease, may_ask_again=False), lease=lease
            )

    def _put_back(self, lease: Lease, fault: TemporaryFault) -> None:
        """Nothing is written instead: the inbox waits, longer with every attempt."""
        attempts = lease.attempts if isinstance(fault, LockBusy) else lease.attempts + 1
        try:
            since = (lease.failing_since or self.clock.now()) if isinstance(fault, ModelUnavailable) else lease.failing_since
            self._wait(lease, fault.code, fault.retry_after_seconds, attempts=attempts, failing_since=since)
        except TemporaryFault:
            # The lease runs out by itself and the sweeper puts the inbox back.
            log.warning("drain.not_deferred inbox=%s fence=%d", lease.inbox_id, lease.fence)

    def _wait(
        self, lease: Lease, code: str, retry_after_seconds: float | None, *, attempts: int, failing_since: datetime | None = None
    ) -> None:
        seconds = wait_seconds(lease.attempts, self.sources.settings.retry, retry_after_seconds=retry_after_seconds)
        log.warning("drain.deferred inbox=%s fault=%s attempts=%d seconds=%.1f", lease.inbox_id, code, attempts, seconds)
        self.sources.metrics.count("tiercel_drain_faults_total", worker=WORKER, fault=code)
        self.inboxes.defer(lease, seconds=seconds, attempts=attempts, failing_since=failing_since)

    def _report(self, plan: WritePlan) -> None:
        for settlement in plan.settlements:
            outcome = settlement.outcome
            self.sources.metrics.count(
                "tiercel_decisions_total", action=outcome.action.value, stage=outcome.stage.value, reason=outcome.reason
            )
        log.info("plan.applied plan=%s candidates=%d versions=%d", plan.id, len(plan.settlements), len(plan.inserts))

    def _count(self, lease: Lease, started: float) -> None:
        self.sources.metrics.count("tiercel_drained_total", len(lease.entry_ids), worker=WORKER)
        self.sources.metrics.observe("tiercel_drain_seconds", time.perf_counter() - started, worker=WORKER)
