"""From a question to scored candidates: kept ones, or the engine's answer, the learned model and the remote reranker."""

import time
from dataclasses import dataclass

from services.api.recall.answer import Degraded
from services.api.recall.bounded import Asked
from services.api.recall.gathering import Gathering
from services.api.recall.inquiry import Inquiry
from services.api.recall.model_source import ModelSource
from services.api.recall.order import rank, relevance_stages
from services.api.recall.question import Question
from services.api.recall.ranking import Ranked, Ranking
from services.api.recall.rerank import apply_scores
from services.api.recall.rerank_source import RerankSource
from services.api.recall.result_cache import ResultCache, Stamps
from services.api.recall.result_key import result_key
from shared.domain.identity import point_id
from shared.domain.memory import Memory
from shared.ports.metrics import Metrics
from shared.text.redact import redact

PARTS_OF_A_SEARCH = frozenset({Degraded.EMBEDDER, Degraded.STORE, Degraded.RERANK, Degraded.DEADLINE})


@dataclass(frozen=True, slots=True)
class Found:
    """Candidates, best first; how many the engine gave; the full versions that were read on the way."""

    ranking: Ranking
    candidates: int
    memories: tuple[Memory, ...] = ()


class Finder:
    """Shared by all requests."""

    def __init__(
        self,
        outside: Gathering,
        models: ModelSource,
        reranking: RerankSource | None,
        *,
        rerank_limit: int,
        cache: ResultCache,
        metrics: Metrics,
    ) -> None:
        self._outside = outside
        self._models = models
        self._reranking = reranking
        self._rerank_limit = rerank_limit
        self._cache = cache
        self._metrics = metrics

    def begin(self, inquiry: Inquiry) -> Asked[Stamps] | None:
        """Ask for the write stamps, beside everything else. Who wants an explanation gets everything done anew: None."""
        return self._outside.begin_stamps(inquiry) if self._cache.is_on and not inquiry.request.explain else None

    def find(self, inquiry: Inquiry, question: Question, asked: Asked[Stamps] | None) -> Found:
        """Kept candidates where nothing was written since."""
        stamps = None if asked is None else self._outside.stamps(inquiry, asked)
        if stamps is None:
            return self._search(inquiry, question)
        reranks = self._reranking is not None and self._reranking.scale is not None
        key = result_key(inquiry, question, model=self._models.current().name, reranks=reranks)
        kept = self._cache.get(key, stamps=stamps, at=time.monotonic())
        self._metrics.count("tiercel_recall_cache_total", result="miss" if kept is None else "hit")
        if kept is not None:
            return Found(kept.ranking, kept.candidates)
        found = self._search(inquiry, question)
        if inquiry.progress.degraded.keys().isdisjoint(PARTS_OF_A_SEARCH):
            self._cache.put(key, found.ranking, candidates=found.candidates, stamps=stamps, at=time.monotonic())
        return found

    def _search(self, inquiry: Inquiry, question: Question) -> Found:
        """At most one batch query; one more read, and one call to the reranker, where one is set."""
        hits = self._outside.hits(inquiry, question, limit=inquiry.settings.arm_limit)
        with inquiry.progress.timed("score"):
            ranking = rank(hits, relevance_stages(question=question, model=self._models.current()))
        if self._reranking is None or not ranking.kept:
            return Found(ranking, len(hits))
        return self._reranked(inquiry, question, ranking, self._reranking)

    def _reranked(self, inquiry: Inquiry, question: Question, ranking: Ranking, source: RerankSource) -> Found:
        """The learned model's ranking where the reranker's scale is not known yet, or where it does not answer."""
        scale, candidates = source.scale, len(ranking.kept)
        if scale is None:
            return Found(ranking, candidates)
        memories = self._outside.payloads(inquiry, [ranked.hit.point_id for ranked in ranking.kept[: self._rerank_limit]])
        texts = {point_id(memory.id, memory.version): redact(memory.text).text for memory in memories}
        scores = self._outside.rerank_scores(inquiry, source.reranker, question.asked, texts)
        return Found(apply_scores(ranking, scores=scores, scale=scale) if scores else ranking, candidates, memories)

    def full_versions(self, inquiry: Inquiry, found: Found, wanted: tuple[Ranked, ...]) -> tuple[Memory, ...]:
        """Those of `wanted`; read only where they were not read before."""
        known = {point_id(memory.id, memory.version): memory for memory in found.memories}
        missing = [ranked.hit.point_id for ranked in wanted if ranked.hit.point_id not in known]
        return (*found.memories, *self._outside.payloads(inquiry, missing))
