"""What recall asks of the outside, each part within the deadline and behind its breaker. At most one batch query."""

from collections.abc import Mapping, Sequence

from services.api.recall.answer import Degraded
from services.api.recall.bounded import Asked, BoundedPart, Missing
from services.api.recall.deadline import EMBEDDING_SHARE, ENGINE_SHARE, RERANK_SHARE, SESSION_SHARE, STAMPS_SHARE
from services.api.recall.inquiry import Inquiry
from services.api.recall.pending import NEWEST_TURNS
from services.api.recall.question import MOST_RECENT, Question, leans_back
from services.api.recall.said_before import said_before
from shared.domain.memory import Memory
from shared.domain.relevance import Hit, HybridQuery, MemoryFilter
from shared.domain.scope import TENANT_OWNER
from shared.domain.turn import Turn
from shared.ports.captures import Captures
from shared.ports.embedder import Embedder
from shared.ports.memory_store import MemoryStore
from shared.ports.recall_log import RecallLog
from shared.ports.reranker import Reranker
from shared.ports.write_stamps import WriteStamps

EMBEDDING_THREADS = 2


class Gathering:
    """Shared by all requests. A part that does not answer is noted in the inquiry's progress and stands for nothing."""

    def __init__(
        self, *, store: MemoryStore, embedder: Embedder, captures: Captures, recall_log: RecallLog, stamps: WriteStamps, threads: int
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._captures = captures
        self._recall_log = recall_log
        self._stamps = stamps
        self._embedding = BoundedPart(Degraded.EMBEDDER.value, threads=EMBEDDING_THREADS)
        self._engine = BoundedPart(Degraded.STORE.value, threads=threads)
        self._reranker = BoundedPart(Degraded.RERANK.value, threads=threads)
        self._waiting = BoundedPart(Degraded.PENDING.value, threads=threads)
        self._session = BoundedPart(Degraded.SESSION.value, threads=threads)

    def recent_queries(self, inquiry: Inquiry) -> tuple[str, ...]:
        """The request's own, else what the same person said in the same session lately, newest first.

        Only a query that leans back needs it, so nobody else waits for it.
        """
        given, session_id = inquiry.request.recent_queries, inquiry.viewer.session_id
        if given is not None:
            return given
        if session_id is None or not leans_back(inquiry.request.query):
            return ()
        asked = self._session.ask(lambda: self._said(inquiry, session_id))
        found = inquiry.progress.wait(Degraded.SESSION, asked, SESSION_SHARE)
        return () if isinstance(found, Missing) else found

    def _said(self, inquiry: Inquiry, session_id: str) -> tuple[str, ...]:
        tenant_id, owner = inquiry.scope.tenant_id, inquiry.owner
        return said_before(
            session_id=session_id,
            asked=self._recall_log.recent_queries(tenant_id, owner, session_id, limit=MOST_RECENT + 1),
            context=self._captures.context(tenant_id, owner, session_id),
            turns=self._captures.pending(tenant_id, owner, limit=NEWEST_TURNS),
            now=inquiry.now,
        )

    def begin_stamps(self, inquiry: Inquiry) -> Asked[tuple[str, ...]]:
        """The write stamps of whom the asker sees: under way while the question is read."""
        tenant_id, owners = inquiry.scope.tenant_id, tuple(dict.fromkeys((inquiry.owner, TENANT_OWNER)))
        return self._session.ask(lambda: self._stamps.read(tenant_id, owners))

    def stamps(self, inquiry: Inquiry, asked: Asked[tuple[str, ...]]) -> tuple[str, ...] | None:
        """Read before the engine is asked; None where they cannot be had."""
        with inquiry.progress.timed("stamps"):
            found = asked.answer(inquiry.progress.seconds_left * STAMPS_SHARE)
        return None if isinstance(found, Missing) else found

    def begin_pending(self, inquiry: Inquiry) -> Asked[tuple[Turn, ...]]:
        """Under way while the engine works."""
        tenant_id, owner = inquiry.scope.tenant_id, inquiry.owner
        return self._waiting.ask(lambda: self._captures.pending(tenant_id, owner, limit=NEWEST_TURNS))

    def hits(self, inquiry: Inquiry, question: Question, *, limit: int) -> tuple[Hit, ...]:
        """Candidates of both arms, of the keyword arm alone where no vector could be had."""
        if inquiry.progress.seconds_left <= 0.0:
            inquiry.progress.miss(Degraded.STORE)
            return ()
        vector = self._vector(inquiry, question)
        query = HybridQuery(dense=vector, sparse=question.sparse, variants=question.variants, limit=limit)
        if query.dense is None and not query.sparse.indices:
            return ()
        wanted = inquiry.wanted
        asked = self._engine.ask(lambda: self._store.search(inquiry.scope, wanted, query))
        found = inquiry.progress.wait(Degraded.STORE, asked, ENGINE_SHARE)
        return () if isinstance(found, Missing) else found

    def _vector(self, inquiry: Inquiry, question: Question) -> Sequence[float] | None:
        if not question.asked.strip():
            return None
        asked = self._embedding.ask(lambda: self._embedder.embed_query(question.asked))
        found = inquiry.progress.wait(Degraded.EMBEDDER, asked, EMBEDDING_SHARE)
        return None if isinstance(found, Missing) else found

    def payloads(self, inquiry: Inquiry, point_ids: Sequence[str]) -> tuple[Memory, ...]:
        """Full versions of the few that are returned."""
        if not point_ids:
            return ()
        asked = self._engine.ask(lambda: self._store.fetch(inquiry.scope, point_ids))
        found = inquiry.progress.wait(Degraded.STORE, asked, ENGINE_SHARE)
        return () if isinstance(found, Missing) else found

    def rerank_scores(self, inquiry: Inquiry, reranker: Reranker, query: str, texts: Mapping[str, str]) -> dict[str, float]:
        """The remote model's score of each text, by its name; empty where it did not answer. Texts are redacted by the caller."""
        if not texts:
            return {}
        asked = self._reranker.ask(lambda: reranker.scores(query, list(texts.values())))
        found = inquiry.progress.wait(Degraded.RERANK, asked, RERANK_SHARE)
        return {} if isinstance(found, Missing) else dict(zip(texts, found, strict=True))

    def has_memories(self, inquiry: Inquiry) -> bool:
        """Whether anything live could be seen at all, whatever the request's filters."""
        visible = MemoryFilter(now=inquiry.now, viewer=inquiry.viewer)
        asked = self._engine.ask(lambda: self._store.count(inquiry.scope, visible))
        found = inquiry.progress.wait(Degraded.STORE, asked, ENGINE_SHARE)
        return isinstance(found, Missing) or found > 0

    def close(self) -> None:
        """Running calls are not waited for."""
        for part in (self._embedding, self._engine, self._reranker, self._waiting, self._session):
            part.close()
