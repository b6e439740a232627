"""What the relevance model sees of each candidate, as one matrix: words, meaning, speaker, time and surroundings."""

from collections.abc import Sequence

import numpy as np

from services.api.recall.cosine_scale import CosineScale
from services.api.recall.question import Question
from services.api.recall.speakers import named_speakers
from services.api.recall.surroundings import Surroundings, surroundings_of
from services.api.recall.term_match import Matrix, TermMatch
from services.api.recall.time_words import TIME_TERMS
from shared.domain.relevance import Hit
from shared.text.lexical import AVERAGE_LENGTH, K1, OTHER_AVERAGE_LENGTH, B

WORDS = (
    "keyword_score",
    "coverage",
    "coverage_squared",
    "coverage_by_synonyms",
    "focused_coverage",
    "matched_mass",
    "rarest_matched",
    "exact_matched",
    "exact_missed",
    "one_language",
    "chinese_keyword_score",
    "chinese_coverage",
    "speaker_named",
    "another_named",
    "speaker_named_score",
    "speaker_named_coverage",
    "another_named_score",
    "score_before",
    "score_after",
    "score_around",
    "coverage_before",
    "coverage_after",
    "coverage_around",
    "session_best",
    "session_three",
    "length",
    "asks",
    "asks_score",
    "asked_before",
    "asked_before_score",
    "time_words_for_when",
    "within_time",
)
MEANING = ("distance", "cosine", "chinese_distance", "across_cosine", "coverage_cosine")
BOTH = (*WORDS, *MEANING)

DISTANCE_WEIGHT = {"zh": 0.35, "en": 0.2}
OTHER_DISTANCE_WEIGHT = 0.3
"""How much one standard deviation of cosine counts beside the best keyword match, where one score stands for both
arms (neighbours, sessions). English leans on words, Chinese on vectors."""
PRIOR_NEIGHBOURS = 20
"""So many imagined candidates of the usual cosine and spread stand beside the real ones: one memory alone is no outlier."""


def word_features(hits: Sequence[Hit], question: Question, match: TermMatch) -> Matrix:
    """The columns of `WORDS`, (n, len(WORDS)), where there is no query vector."""
    return _features(hits, question, match, None)


def all_features(hits: Sequence[Hit], question: Question, match: TermMatch, cosines: Matrix, scale: CosineScale) -> Matrix:
    """The columns of `BOTH`. `cosines` (n) are on the scale of the embedder that the model was fitted for."""
    distance = distances(cosines, scale)
    words = _features(hits, question, match, distance)
    coverage, one_language, chinese = words[:, 1], words[:, 9], float(question.language == "zh")
    above = (cosines - scale.unrelated) * 10
    return np.column_stack([words, distance, above, chinese * distance, (1.0 - one_language) * above, coverage * above])


def distances(cosines: Matrix, scale: CosineScale) -> Matrix:
    """Standard deviations above the mean of the candidates and of `PRIOR_NEIGHBOURS` imagined unrelated ones."""
    total = PRIOR_NEIGHBOURS + len(cosines)
    mean = (PRIOR_NEIGHBOURS * scale.unrelated + cosines.sum()) / total
    variance = (PRIOR_NEIGHBOURS * scale.spread**2 + ((cosines - mean) ** 2).sum()) / total
    found: Matrix = (cosines - mean) / np.sqrt(variance)
    return found


def keyword_scores(hits: Sequence[Hit], match: TermMatch) -> Matrix:
    """BM25 of the covered terms, each counted once; the same with and without an engine's own score."""
    usual = np.array([AVERAGE_LENGTH.get(hit.language, OTHER_AVERAGE_LENGTH) for hit in hits])
    norm = K1 * (1 - B + B * match.document_terms / usual)
    found: Matrix = (match.covered @ match.mass) * (K1 + 1) / (1 + norm)
    return found


def _features(hits: Sequence[Hit], question: Question, match: TermMatch, distance: Matrix | None) -> Matrix:
    mass = match.mass
    total = max(float(mass.sum()), 1e-9)
    exactly = np.where(match.covered >= 1.0, 1.0, 0.0)
    coverage = exactly @ mass / total
    keyword = keyword_scores(hits, match)
    best = max(float(keyword.max(initial=0.0)), 1e-9)
    relative = keyword / best
    chinese = float(question.language == "zh")
    weight = DISTANCE_WEIGHT.get(question.language, OTHER_DISTANCE_WEIGHT)
    score = relative if distance is None else relative + weight * distance
    exact = np.array([term.is_exact for term in question.terms], dtype=bool)
    has_exact = match.covered[:, exact].max(axis=1) if exact.any() else np.zeros(len(hits))
    rarest = (match.covered * match.idf).max(axis=1) if match.idf.size else np.zeros(len(hits))
    speakers, places = named_speakers(hits, question), surroundings_of(hits)
    return np.column_stack(
        [
            relative,
            coverage,
            coverage**2,
            match.covered @ mass / total - coverage,
            keyword / total,
            np.log1p(match.covered @ mass),
            rarest / 5.0,
            has_exact,
            (1.0 - has_exact) * float(exact.any()),
            np.array([float(hit.language == question.language) for hit in hits]),
            chinese * relative,
            chinese * coverage,
            speakers.named,
            speakers.another,
            speakers.named * score,
            speakers.named * coverage,
            speakers.another * score,
            _around(places, score, coverage),
            np.log1p(match.document_terms),
            _kinds(hits, question, places, score),
        ]
    )


def _around(places: Surroundings, score: Matrix, coverage: Matrix) -> Matrix:
    """Score and coverage before, after and two away; the session's best and its mean of three."""
    scores, covers = places.around(score), places.around(coverage)
    best, three = places.of_session(score)
    far_score, far_cover = scores[:, 2:].max(axis=1, initial=0.0), covers[:, 2:].max(axis=1, initial=0.0)
    return np.column_stack([scores[:, :2], far_score, covers[:, :2], far_cover, best, three])


def _kinds(hits: Sequence[Hit], question: Question, places: Surroundings, score: Matrix) -> Matrix:
    """Questions among the candidates, what was said right after one, words for times, and the time that was asked for."""
    asks = np.array([float(hit.asks) for hit in hits])
    asked_before = places.around(asks)[:, 0]
    when, within = np.zeros(len(hits)), np.zeros(len(hits))
    if question.asks_when:
        when = np.array([float(not TIME_TERMS.isdisjoint(hit.term_ids)) for hit in hits])
    if question.time is not None:
        within = np.array([float(question.time.start <= hit.observed_at < question.time.end) for hit in hits])
    return np.column_stack([asks, asks * score, asked_before, asked_before * places.around(score)[:, 0], when, within])
