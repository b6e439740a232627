"""Drains session inboxes: leases, windows, commits, and what becomes of faults."""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from services.capture_worker.dead_lesson import lesson_of_dead
from shared.contracts.queues import GUARD_DRAIN
from shared.domain.candidate import SourceMessage
from shared.domain.errors import ContentFault, LeaseLost, ModelUnavailable, StageCrashed, TemporaryFault, TiercelFault
from shared.domain.outage import OutagePause, jittered
from shared.domain.turn import Turn
from shared.extraction.asking import Asking
from shared.extraction.capture import read_batch
from shared.extraction.recollection import Recollection
from shared.extraction.second_look import redacted_again, redacted_context
from shared.extraction.windows import Batch, batches, next_context
from shared.ports.captures import Captures, ConsumedTurn
from shared.ports.clock import Clock
from shared.ports.inboxes import Inboxes, InboxKind, Lease
from shared.ports.job_queue import JobQueue
from shared.ports.language_model import LanguageModel
from shared.ports.learnings import Learnings
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.settings import Settings
from shared.text.redact import redact

log = logging.getLogger(__name__)

WORKER = "capture"
# One token works at most this long, so that a stop or a restart never waits for a full queue.
LONGEST_TOKEN_SECONDS = 120.0
# A worker that died this often over one inbox leaves its first turn as a dead letter.
MOST_LOSSES = 5
LONGEST_RAW_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureDrain:
    """Everything a drain needs. `model` is None in offline mode."""

    inboxes: Inboxes
    captures: Captures
    jobs: JobQueue
    metrics: Metrics
    clock: Clock
    store: MemoryStore
    model: LanguageModel | None
    settings: Settings
    pause: OutagePause
    worker_id: str
    stopping: threading.Event
    learnings: Learnings | None = None

    def drain(self) -> int:
        """Work until no inbox is ready, the time is up or the process is asked to end. The number of drained inboxes."""
        began, drained = time.monotonic(), 0
        while not self.stopping.is_set() and time.monotonic() - began < LONGEST_TOKEN_SECONDS:
            lease = self.inboxes.take_next(InboxKind.CAPTURE, worker_id=self.worker_id, limit=self.settings.capture.window_turns)
            if lease is None:
                break
            drained += 1
            window_began = time.monotonic()
            try:
                self._drain_lease(lease)
            except LeaseLost:
                log.warning("lease.lost inbox=%s fence=%d", lease.inbox_id, lease.fence)
            except TemporaryFault as fault:
                self._put_back(lease, fault)
            self.metrics.observe("tiercel_drain_seconds", time.monotonic() - window_began, worker=WORKER)
        return drained

    def _drain_lease(self, lease: Lease) -> None:
        now = self.clock.now()
        wait = self.pause.seconds_left(now)
        if wait > 0:
            since = lease.failing_since or now
            self.inboxes.defer(lease, seconds=jittered(wait), attempts=lease.attempts, failing_since=since)
            return
        if lease.losses >= MOST_LOSSES:
            self._bury(lease, lease.entry_ids[0], reason="crash", raw="")
            self.inboxes.release(lease)
            return
        self.captures.begin_extraction(lease)
        turns = [redacted_again(turn) for turn in self.captures.turns(lease.tenant_id, lease.entry_ids)]
        self._drop_finished(lease, turns)
        context = redacted_context(self.captures.context(lease.tenant_id, lease.owner, lease.session_id))
        if self._consume_all(lease, turns, context):
            self.inboxes.release(lease)

    def _drop_finished(self, lease: Lease, turns: Sequence[Turn]) -> None:
        """Entries without a turn were finished or erased in the meantime: they leave the inbox."""
        alive = {turn.capture_id for turn in turns}
        gone = [ConsumedTurn(capture_id=entry, proposals=()) for entry in lease.entry_ids if entry not in alive]
        if gone:
            self.captures.commit_extraction(lease, gone, ())

    def _consume_all(self, lease: Lease, turns: Sequence[Turn], context: tuple[SourceMessage, ...]) -> bool:
        """False where the lease was given back on the way: deferred, not to be released. A process that ends leaves the rest."""
        for batch in self._batches(turns, context, singly=lease.losses > 1):
            if self.stopping.is_set():
                return True
            try:
                context = self._consume(lease, batch, context)
            except ModelUnavailable as fault:
                return self._wait_out(lease, turns, fault)
            except ContentFault as fault:
                if len(batch.turns) == 1:
                    if not self._set_back(lease, batch.turns[0], fault):
                        return False
                elif not self._consume_singly(lease, batch.turns, context):
                    return False
                context = next_context(context, batch.turns, limit=self.settings.capture.context_messages)
        return True

    def _consume_singly(self, lease: Lease, turns: Sequence[Turn], context: tuple[SourceMessage, ...]) -> bool:
        """The window could not be read: turn by turn only the guilty one fails."""
        log.info("window.split inbox=%s turns=%d", lease.inbox_id, len(turns))
        for turn in turns:
            if not self._consume_all(lease, (turn,), context):
                return False
            context = next_context(context, (turn,), limit=self.settings.capture.context_messages)
        return True

    def _batches(self, turns: Sequence[Turn], context: tuple[SourceMessage, ...], *, singly: bool) -> tuple[Batch, ...]:
        capture = self.settings.capture
        groups = [(turn,) for turn in turns] if singly else [tuple(turns)]
        made: list[Batch] = []
        for group in groups:
            made += batches(group, context, characters=capture.window_characters, context_messages=capture.context_messages)
            context = next_context(context, group, limit=capture.context_messages)
        return tuple(made)

    def _consume(self, lease: Lease, batch: Batch, context: tuple[SourceMessage, ...]) -> tuple[SourceMessage, ...]:
        """Read, commit in one script, wake the guard. The session's context afterwards."""
        consumed = self._read(lease, batch)
        self._note_answer()
        after = next_context(context, batch.turns, limit=self.settings.capture.context_messages)
        self.captures.commit_extraction(lease, consumed, after)
        self.metrics.count("tiercel_drained_total", len(consumed), worker=WORKER)
        if any(turn.proposals for turn in consumed):
            self.jobs.wake(GUARD_DRAIN)
        return after

    def _read(self, lease: Lease, batch: Batch) -> tuple[ConsumedTurn, ...]:
        try:
            capture = self.settings.capture
            known = partial(self._recollection().near, now=self.clock.now())
            asking = self._asking(lease)
            return read_batch(batch, asking, threshold=capture.classify_threshold, most=capture.max_chunks, known=known)
        except TiercelFault:
            raise
        except Exception as fault:
            # Whatever nobody foresaw is isolated as an unreadable answer is: those behind it go on.
            log.exception("extraction.crashed inbox=%s fault=%s", lease.inbox_id, type(fault).__name__)
            raise StageCrashed("extraction failed on this window", raw="") from fault

    def _asking(self, lease: Lease) -> Asking | None:
        if self.model is None:
            return None
        return Asking(
            model=self.model,
            metrics=self.metrics,
            max_tokens=self.settings.model.max_tokens,
            now=self.clock.now(),
            attempts=lease.attempts,
            recollection=self._recollection(),
        )

    def _recollection(self) -> Recollection:
        return Recollection(self.store, most=self.settings.capture.known_memories)

    def _wait_out(self, lease: Lease, turns: Sequence[Turn], fault: ModelUnavailable) -> bool:
        """An outage costs no attempt: the whole inbox waits, and what has waited too long is a dead letter."""
        now = self.clock.now()
        self.metrics.count("tiercel_drain_faults_total", worker=WORKER, fault=fault.code)
        longest = timedelta(hours=self.settings.retry.outage_hours)
        since = lease.failing_since or now
        for turn in turns:
            # What waited for other reasons, a stopped worker say, has not waited for the gateway.
            if now - max(turn.received_at, since) > longest:
                self._bury(lease, turn.capture_id, reason="outage", raw="")
        seconds = self.pause.failed(now, retry_after_seconds=fault.retry_after_seconds)
        self.jobs.note_model(waits_seconds=seconds)
        log.warning("extraction.deferred inbox=%s seconds=%.1f cause=%s", lease.inbox_id, seconds, fault)
        self.inboxes.defer(lease, seconds=seconds, attempts=lease.attempts, failing_since=since)
        return False

    def _note_answer(self) -> None:
        if self.pause.is_on:
            self.pause.succeeded()
            self.jobs.note_model(waits_seconds=None)

    def _put_back(self, lease: Lease, fault: TemporaryFault) -> None:
        """Redis was away or full: the worker was not lost, so this counts as nothing."""
        seconds = fault.retry_after_seconds or self.settings.retry.outage_first_seconds
        log.warning("drain.deferred inbox=%s fault=%s seconds=%.1f", lease.inbox_id, fault.code, seconds)
        self.metrics.count("tiercel_drain_faults_total", worker=WORKER, fault=fault.code)
        try:
            self.inboxes.defer(lease, seconds=seconds, attempts=lease.attempts, failing_since=lease.failing_since)
        except TemporaryFault as second:
            # The lease runs out by itself and the sweeper puts the inbox back.
            log.warning("drain.not_deferred inbox=%s fault=%s", lease.inbox_id, second.code)

    def _set_back(self, lease: Lease, turn: Turn, fault: ContentFault) -> bool:
        """The written intervals, one attempt each; after the last the turn is a dead letter. False: the lease was given back."""
        self.metrics.count("tiercel_drain_faults_total", worker=WORKER, fault=fault.code)
        intervals = [float(seconds) for seconds in self.settings.retry.content_seconds.split(",")]
        attempts = lease.attempts + 1
        log.warning("extraction.failed capture=%s attempt=%d", turn.capture_id, attempts)
        if attempts >= len(intervals):
            self._bury(lease, turn.capture_id, reason=reason_of(fault), raw=fault.raw)
            return True
        seconds = intervals[attempts - 1]
        if lease.attempts:  # this inbox already holds nothing but this turn
            self.inboxes.defer(lease, seconds=seconds, attempts=attempts)
            return False
        self.inboxes.set_aside(lease, [turn.capture_id], seconds=seconds, attempts=attempts)
        return True

    def _bury(self, lease: Lease, capture_id: str, *, reason: str, raw: str) -> None:
        log.error("capture.dead capture=%s reason=%s", capture_id, reason)
        self.captures.bury(lease, capture_id, reason=reason, raw=redact(raw).text[:LONGEST_RAW_CHARACTERS])
        if self.learnings is not None:
            self.learnings.note(lesson_of_dead(lease, capture_id, reason, self.clock.now()))


def reason_of(fault: ContentFault) -> str:
    """Why a turn is dead, as its letter says."""
    if isinstance(fault, StageCrashed):
        return "crash"
    return "cut_off" if fault.cut_off else "unreadable"
