"""The order of a recall, readable from top to bottom: `STAGES`. What is switched off is left out of the list.

No stage asks whether it is on. The pure ones among them run between the engine's answer and the fetch of payloads.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial, reduce

from services.api.recall.diversity import diversify
from services.api.recall.fusion import fuse
from services.api.recall.gate import drop_unsure, gate
from services.api.recall.nudges import order_by_life
from services.api.recall.question import Question
from services.api.recall.ranking import Ranked, Ranking, Stage
from services.api.recall.relevance import RelevanceModel, score
from shared.domain.forgetting import AgePolicy
from shared.domain.relevance import Hit
from shared.settings import RecallSettings

STAGES = (
    ("ask", "the query, what the session said before, cleaned and redacted (question.py)"),
    ("expand", "words that may stand for those of the query (synonyms.py)"),
    ("search", "one vector, one batch query of both arms (gathering.py)"),
    ("fuse", "reciprocal rank fusion (fusion.py)"),
    ("score", "calibrated relevance 0..1 (relevance.py)"),
    ("rerank", "the remote reranker has half a say (rerank.py)"),
    ("confidence", "what is surely about something else (gate.py)"),
    ("life", "retention stage, age, use, importance: bounded (nudges.py)"),
    ("mmr", "repetitions step back (diversity.py)"),
    ("gate", "what may enter the context (gate.py)"),
    ("pending", "messages that nobody has judged yet (pending.py)"),
    ("present", "payloads of the few, noise left out, redacted again (assembly.py)"),
    ("compress", "cut at sentence ends (compression.py)"),
    ("context", "escaped, within the token budget (context_block.py)"),
)

ARM_WEIGHTS = {"zh": (0.6, 0.4), "en": (0.3, 0.7)}
"""(dense, sparse): English leans on words, Chinese on vectors."""
OTHER_ARM_WEIGHTS = (0.5, 0.5)


def stages_of(settings: RecallSettings, *, reranks: bool) -> tuple[str, ...]:
    """The names of the stages that run under these settings, in order."""
    switched = {
        "expand": settings.query_expansion_enabled,
        "rerank": reranks,
        "confidence": settings.confidence_threshold_enabled and settings.confidence_threshold > 0.0,
        "mmr": settings.mmr_enabled and settings.mmr_lambda < 1.0,
        "compress": settings.compression_enabled and settings.compression_characters > 0,
        "pending": settings.max_pending > 0,
    }
    return tuple(name for name, _ in STAGES if switched.get(name, True))


def relevance_stages(*, question: Question, model: RelevanceModel) -> tuple[Stage, ...]:
    """From the engine's candidates to their relevance."""
    return (
        partial(fuse, weights=ARM_WEIGHTS.get(question.language, OTHER_ARM_WEIGHTS)),
        partial(score, question=question, model=model),
    )


def ordering_stages(
    names: Sequence[str],
    *,
    question: Question,
    now: datetime,
    min_score: float,
    confidence: float,
    mmr_lambda: float,
    age_policy: AgePolicy = AgePolicy.BOUNDED,
) -> tuple[Stage, ...]:
    """What follows once relevance is known, of the stages named."""
    known: dict[str, Stage] = {
        "confidence": partial(drop_unsure, threshold=min(confidence, min_score)),
        "life": partial(order_by_life, now=now, policy=age_policy),
        "mmr": partial(diversify, asked_terms=question.term_ids, lambda_=mmr_lambda),
        "gate": partial(gate, min_score=min_score),
    }
    return tuple(known[name] for name in names if name in known)


def ranking_stages(
    *, question: Question, model: RelevanceModel, now: datetime, min_score: float, confidence: float, mmr_lambda: float
) -> tuple[Stage, ...]:
    """All pure stages in a row, without a reranker: `confidence` 0 and `mmr_lambda` 1 leave their stage out."""
    settings = RecallSettings(confidence_threshold=confidence, mmr_lambda=mmr_lambda)
    ordering = ordering_stages(
        stages_of(settings, reranks=False),
        question=question,
        now=now,
        min_score=min_score,
        confidence=confidence,
        mmr_lambda=mmr_lambda,
    )
    return (*relevance_stages(question=question, model=model), *ordering)


def rank(hits: Sequence[Hit], stages: Sequence[Stage]) -> Ranking:
    """Run the stages over the engine's candidates."""
    return run(Ranking(tuple(Ranked(hit) for hit in hits)), stages)


def run(ranking: Ranking, stages: Sequence[Stage]) -> Ranking:
    """Run the stages in a row."""
    return reduce(lambda reached, stage: stage(reached), stages, ranking)
