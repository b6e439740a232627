"""The read path from request to answer: gather within the deadline, run the pure stages (order.py), answer, then log."""

import time
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from services.api.recall.afterwards import Afterwards
from services.api.recall.answer import Degraded, Dropped, EmptyReason, Explanation, RecallAnswer, RecalledMemory, RecallRequest
from services.api.recall.assembly import Presented, present
from services.api.recall.bounded import Asked as AskedOutside
from services.api.recall.bounded import Missing
from services.api.recall.context_block import ContextBlock, build_context
from services.api.recall.deadline import ENGINE_SHARE, Deadline
from services.api.recall.finding import Finder, Found
from services.api.recall.gathering import Gathering
from services.api.recall.inquiry import Inquiry, limits_of, viewer_of
from services.api.recall.model_source import ModelSource
from services.api.recall.order import ordering_stages, run, stages_of
from services.api.recall.pending import PendingAnswer, pending_messages, rank_pending
from services.api.recall.progress import Progress
from services.api.recall.question import Question, ask
from services.api.recall.ranking import Ranking, drop
from services.api.recall.rerank_source import RerankSource
from services.api.recall.result_cache import ResultCache, Stamps
from services.api.recall.tenant_switches import TenantSwitches
from services.api.recall.term_cache import TermCache
from shared.domain.scope import Scope
from shared.domain.turn import Turn
from shared.ports.captures import Captures
from shared.ports.embedder import Embedder
from shared.ports.job_queue import JobQueue
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.ports.recall_log import RecallLog
from shared.ports.reranker import Reranker
from shared.ports.tenant_settings import TenantSettingsStore
from shared.ports.token_counter import TokenCounter
from shared.ports.write_stamps import WriteStamps
from shared.settings import RecallSettings

SPARE = 4
"""So many more payloads are fetched than are answered with, because a few may fall away (expired, noise)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was looked for, by which stages, and among how many candidates."""

    question: Question
    stages: tuple[str, ...]
    candidates: int


class Recaller:
    """One per API process; `recall` is called from many threads at once."""

    def __init__(
        self,
        *,
        store: MemoryStore,
        embedder: Embedder,
        captures: Captures,
        recall_log: RecallLog,
        jobs: JobQueue,
        metrics: Metrics,
        stamps: WriteStamps,
        tenant_settings: TenantSettingsStore,
        settings: RecallSettings,
        tokens: TokenCounter,
        reranker: Reranker | None = None,
        rerank_limit: int = 30,
    ) -> None:
        self._settings = settings
        self._metrics = metrics
        self._tokens = tokens
        self._models = ModelSource(embedder)
        self._reranking = None if reranker is None else RerankSource(reranker)
        self._terms_of = TermCache()
        self._afterwards = Afterwards(recall_log, jobs, metrics)
        self._tenants = TenantSwitches(tenant_settings)
        self._outside = Gathering(
            store=store, embedder=embedder, captures=captures, recall_log=recall_log, stamps=stamps, threads=settings.max_concurrent
        )
        cache = ResultCache(size=settings.cache_size, seconds=settings.cache_seconds)
        self._finder = Finder(self._outside, self._models, self._reranking, rerank_limit=rerank_limit, cache=cache, metrics=metrics)

    def recall(self, request: RecallRequest, scope: Scope, *, now: datetime, arrived: float) -> RecallAnswer:
        """Never raises a TiercelFault: what is late or broken is named in `degraded`.

        `now` is the time of day, `arrived` the time.monotonic() at which the request came in.
        """
        settings = self._tenants.settings_of(scope.tenant_id, self._settings)
        limits = limits_of(request, settings)
        inquiry = Inquiry(
            recall_id=str(uuid4()),
            request=request,
            scope=scope,
            viewer=viewer_of(request, scope),
            settings=settings,
            limits=limits,
            now=now,
            progress=Progress(Deadline(arrived, limits.deadline_ms)),
        )
        if not settings.enabled:
            disabled = EmptyReason.RECALL_DISABLED
            return RecallAnswer(recall_id=inquiry.recall_id, context="", memories=(), took_ms=0.0, empty_reason=disabled)
        return self._carry_out(inquiry)

    def close(self) -> None:
        """Stop the threads; what is to be logged is still logged."""
        self._tenants.close()
        self._outside.close()
        self._afterwards.close()

    def tenant_changed(self, tenant_id: str) -> None:
        """Its settings are read anew at its next recall; other processes take a few seconds."""
        self._tenants.forget(tenant_id)

    def _carry_out(self, inquiry: Inquiry) -> RecallAnswer:
        turns, stamps = self._outside.begin_pending(inquiry), self._finder.begin(inquiry)
        recent = self._outside.recent_queries(inquiry)
        names = stages_of(inquiry.settings, reranks=self._reranking is not None)
        with inquiry.progress.timed("ask"):
            question = ask(inquiry.request.query, recent, now=inquiry.now, timezone=inquiry.request.timezone, expand="expand" in names)
        found, wanted = self._ranked(inquiry, question, names, stamps), inquiry.wanted
        pending = self._rank_pending(inquiry, question, turns)
        if not found.ranking.kept and not pending.found and inquiry.may_look_into_archive:
            found, wanted = self._from_archive(inquiry.into_archive(), question, names, found), inquiry.into_archive().wanted
        ranking = found.ranking
        first = ranking.kept[: inquiry.limits.top_k + SPARE]
        memories = self._finder.full_versions(inquiry, found, first)
        with inquiry.progress.timed("present"):
            shown = present(
                first if memories else (),
                memories,
                pending.found,
                question=question,
                top_k=inquiry.limits.top_k,
                wanted=wanted,
                explain=inquiry.request.explain,
            )
            block = self._context(inquiry, question, shown.shown)
        behind = [drop(ranked, "top_k", f"behind the first {inquiry.limits.top_k}") for ranked in ranking.kept[len(first) :]]
        dropped = (*ranking.dropped, *behind, *pending.dropped, *shown.dropped)
        answer = self._answer(inquiry, Asked(question, names, found.candidates), shown, block, dropped)
        self._afterwards.remember_query(inquiry, question.own)
        entered = shown.shown[: block.entered]
        self._afterwards.reinforce(inquiry, tuple(shown.stored[memory.id] for memory in entered if not memory.pending))
        self._measure(inquiry, answer)
        return answer

    def _ranked(self, inquiry: Inquiry, question: Question, names: tuple[str, ...], stamps: AskedOutside[Stamps] | None) -> Found:
        found = self._finder.find(inquiry, question, stamps)
        with inquiry.progress.timed("order"):
            stages = ordering_stages(
                names,
                question=question,
                now=inquiry.now,
                min_score=inquiry.limits.min_score,
                confidence=inquiry.settings.confidence_threshold,
                mmr_lambda=inquiry.settings.mmr_lambda,
                age_policy=inquiry.settings.age_policy,
            )
            return replace(found, ranking=run(found.ranking, stages))

    def _from_archive(self, inquiry: Inquiry, question: Question, names: tuple[str, ...], live: Found) -> Found:
        """Nothing live reached the gate: what was archived may answer."""
        found = self._ranked(inquiry, question, names, self._finder.begin(inquiry))
        ranking = Ranking(found.ranking.kept, live.ranking.dropped + found.ranking.dropped)
        return Found(ranking, live.candidates + found.candidates, found.memories)

    def _rank_pending(self, inquiry: Inquiry, question: Question, turns: AskedOutside[tuple[Turn, ...]]) -> PendingAnswer:
        found = inquiry.progress.wait(Degraded.PENDING, turns, ENGINE_SHARE)
        if isinstance(found, Missing):
            return PendingAnswer(())
        with inquiry.progress.timed("rank_pending"):
            return rank_pending(
                pending_messages(found, inquiry.request, inquiry.viewer, inquiry.scope),
                question,
                model=self._models.current(),
                terms_of=self._terms_of,
                min_score=inquiry.limits.min_score,
                limit=inquiry.settings.max_pending,
            )

    def _context(self, inquiry: Inquiry, question: Question, shown: tuple[RecalledMemory, ...]) -> ContextBlock:
        return build_context(
            shown,
            language=question.language,
            emoji=inquiry.settings.inject_emoji,
            token_budget=inquiry.limits.token_budget,
            count=self._tokens.count,
            longest=inquiry.settings.compression_characters if inquiry.settings.compression_enabled else 0,
        )

    def _answer(self, inquiry: Inquiry, asked: Asked, shown: Presented, block: ContextBlock, dropped: tuple[Dropped, ...]) -> RecallAnswer:
        empty_reason = None if shown.shown else self._empty_reason(inquiry, asked.candidates)
        progress = inquiry.progress
        left_over = shown.shown[block.entered :]
        over = [Dropped(id=memory.id, stage="budget", reason="the context is full", score=memory.score) for memory in left_over]
        explanation = Explanation(
            asked=asked.question.asked,
            terms=tuple(term.surface for term in asked.question.terms),
            stages=asked.stages,
            model=self._models.current().name,
            candidates=asked.candidates,
            timings_ms={part: round(seconds * 1000, 3) for part, seconds in progress.timings.items()},
            dropped=(*dropped, *over),
            context_tokens=block.tokens,
            tokens_by=self._tokens.name,
            reranker=None if self._reranking is None else self._reranking.reranker.name,
        )
        return RecallAnswer(
            recall_id=inquiry.recall_id,
            context=block.text,
            memories=shown.shown,
            took_ms=round((time.monotonic() - progress.deadline.arrived) * 1000, 3),
            degraded=tuple(progress.degraded),
            empty_reason=empty_reason,
            explain=explanation if inquiry.request.explain else None,
        )

    def _empty_reason(self, inquiry: Inquiry, candidates: int) -> EmptyReason:
        if Degraded.STORE in inquiry.progress.degraded:
            return EmptyReason.UNAVAILABLE
        if candidates or self._outside.has_memories(inquiry):
            return EmptyReason.NOTHING_RELEVANT
        return EmptyReason.NO_MEMORIES

    def _measure(self, inquiry: Inquiry, answer: RecallAnswer) -> None:
        for part, seconds in inquiry.progress.timings.items():
            self._metrics.observe("tiercel_recall_seconds", seconds, stage=part)
        self._metrics.observe("tiercel_recall_seconds", answer.took_ms / 1000, stage="total")
        for missed in answer.degraded:
            self._metrics.count("tiercel_recall_degraded_total", stage=missed.value)
        self._metrics.count("tiercel_recalls_total", result="injected" if answer.context else "empty")
