"""The order of a recall, readable from top to bottom.

    ask                the query, what the session said before, cleaned and redacted        question.py
    (embed, search)    one vector, one batch query of both arms, at the edge                recaller.py
    fuse               reciprocal rank fusion                                               fusion.py
    score              calibrated relevance 0..1                                            relevance.py
    drop_unsure        what is surely about something else                                  gate.py
    order_by_life      retention stage, age, use, importance: bounded                       nudges.py
    diversify          repetitions step back                                                diversity.py
    gate               what may enter the context                                           gate.py
    rank_pending       messages that nobody has judged yet                                  pending.py
    present            payloads of the few, noise left out, redacted again                  assembly.py
    build_context      cut at sentence ends, escaped, within the token budget               context_block.py

A stage that is switched off is left out of the list; no stage asks whether it is on.
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
from shared.domain.relevance import Hit

ARM_WEIGHTS = {"zh": (0.6, 0.4), "en": (0.3, 0.7)}
"""(dense, sparse): English leans on words, Chinese on vectors."""
OTHER_ARM_WEIGHTS = (0.5, 0.5)


def ranking_stages(
    *, question: Question, model: RelevanceModel, now: datetime, min_score: float, confidence: float, mmr_lambda: float
) -> tuple[Stage, ...]:
    """The pure stages between the engine's answer and the fetch of payloads."""
    stages: list[Stage] = [
        partial(fuse, weights=ARM_WEIGHTS.get(question.language, OTHER_ARM_WEIGHTS)),
        partial(score, question=question, model=model),
        partial(order_by_life, now=now),
    ]
    if confidence > 0.0:
        stages.insert(2, partial(drop_unsure, threshold=min(confidence, min_score)))
    if mmr_lambda < 1.0:
        stages.append(partial(diversify, asked_terms=question.term_ids, lambda_=mmr_lambda))
    stages.append(partial(gate, min_score=min_score))
    return tuple(stages)


def rank(hits: Sequence[Hit], stages: Sequence[Stage]) -> Ranking:
    """Run the stages over the engine's candidates."""
    start = Ranking(tuple(Ranked(hit) for hit in hits))
    return reduce(lambda ranking, stage: stage(ranking), stages, start)
