"""What routes may use: the container, the executors, and who asks. Besides main the only file that sees wiring."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Annotated

from anyio import CapacityLimiter
from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from services.api.auth import Principal
from services.api.embedder_probe import EmbedderProbe
from services.api.ledger_cache import LedgerCache
from services.api.recall import RecallAnswer, Recaller, RecallRequest
from shared.domain.scope import Scope
from shared.wiring import Container

__all__ = ["ApiParts", "CallerKey", "Container", "Parts", "make_parts", "parts_of"]

POLL_THREADS = 8


@dataclass(slots=True)
class Waiting:
    """How many long polls wait right now."""

    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiParts:
    """One per app. `embedding` belongs to explicit writes: recall has its own, so neither starves the other."""

    container: Container
    recaller: Recaller
    embedding: ThreadPoolExecutor
    probes: ThreadPoolExecutor
    poll_limiter: CapacityLimiter
    recall_limiter: CapacityLimiter
    embedder_probe: EmbedderProbe = field(default_factory=EmbedderProbe)
    ledger_cache: LedgerCache = field(default_factory=LedgerCache)
    waiting: Waiting = field(default_factory=Waiting)
    stopping: Event = field(default_factory=Event)

    def recall(self, request: RecallRequest, scope: Scope, arrived: float) -> RecallAnswer:
        """Blocks until the answer or its deadline; `arrived` is the request's time.monotonic()."""
        return self.recaller.recall(request, scope, now=self.container.clock.now(), arrived=arrived)

    def close(self) -> None:
        """Let threads end."""
        self.stopping.set()
        self.recaller.close()
        for executor in (self.embedding, self.probes):
            executor.shutdown(wait=False, cancel_futures=True)


def make_parts(container: Container) -> ApiParts:
    """The executors and limiters around one container."""
    recaller = Recaller(
        store=container.store,
        embedder=container.embedder,
        captures=container.captures,
        recall_log=container.recall_log,
        jobs=container.jobs,
        metrics=container.metrics,
        stamps=container.stamps,
        tenant_settings=container.tenant_settings,
        tokens=container.tokens,
        settings=container.settings.recall,
        reranker=container.reranker,
        rerank_limit=container.settings.rerank.candidates,
    )
    return ApiParts(
        container=container,
        recaller=recaller,
        embedding=ThreadPoolExecutor(1, "embed-write"),
        probes=ThreadPoolExecutor(4, "probe"),
        poll_limiter=CapacityLimiter(POLL_THREADS),
        recall_limiter=CapacityLimiter(container.settings.recall.max_concurrent),
    )


def parts_of(request: HTTPConnection) -> ApiParts:
    """The parts of the app that serves this request."""
    parts: ApiParts = request.app.state.parts
    return parts


async def _parts(request: Request) -> ApiParts:
    return parts_of(request)


async def _caller(request: Request) -> Principal:
    principal: Principal = request.state.principal
    return principal


Parts = Annotated[ApiParts, Depends(_parts)]
CallerKey = Annotated[Principal, Depends(_caller)]
