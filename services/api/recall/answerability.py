"""Whether anything among the candidates answers the question at all: what the whole field says, as one row of numbers.

Relevance has to mean the same in a store of one memory and in one of a hundred thousand. The best of many strangers
looks better than the best of few, so the size of the field, and how far the best stands above the rest, count here.
"""

import re
from dataclasses import dataclass

import numpy as np

from services.api.recall.features import BOTH, WORDS
from services.api.recall.question import Question
from services.api.recall.term_match import Matrix, TermMatch

AT = {name: place for place, name in enumerate(BOTH)}
OF_BEST = (
    "coverage",
    "coverage_by_synonyms",
    "focused_coverage",
    "matched_mass",
    "rarest_matched",
    "exact_matched",
    "exact_missed",
    "one_language",
    "speaker_named",
    "length",
    "asks",
    "within_time",
)
MOST = ("coverage", "focused_coverage", "rarest_matched", "speaker_named")
MEANING_OF_BEST = ("cosine", "distance")
OF_FIELD = (
    "score", "lead", "lead_over_many", "size", "size_score", "size_coverage", "terms", "chinese", "chinese_coverage", "personal",
    "known", "rarest_unknown", "size_rarest_unknown", "unknown_exact",
)  # fmt: skip
MEANING_OF_FIELD = (
    "most_cosine", "lead_in_cosine", "lead_in_cosine_over_many", "size_cosine", "chinese_cosine", "coverage_cosine", "across_cosine",
    "personal_cosine", "known_cosine",
)  # fmt: skip
WORDS_ANSWER = (*(f"best_{name}" for name in OF_BEST), *(f"most_{name}" for name in MOST), *OF_FIELD)
BOTH_ANSWER = (*WORDS_ANSWER, *(f"best_{name}" for name in MEANING_OF_BEST), *MEANING_OF_FIELD)

FEW, MANY = 5, 20
LARGEST_LEAD, LARGEST_COSINE_LEAD = 6.0, 1.5
"""Where nobody else stands, the best leads by so much."""

_PERSONAL = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours|user|user's)\b|我|咱|用户|俺", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Field:
    """All candidates of one question: their features (n, columns), and how much of the question any of them knows.

    `known` is the share of the question's mass that some candidate holds, `rarest_unknown` the IDF of the rarest term
    that none holds, `unknown_exact` 1 where that is a number or an identifier.
    """

    features: Matrix
    known: float
    rarest_unknown: float
    unknown_exact: float


def field_of(features: Matrix, match: TermMatch, question: Question) -> Field:
    """What the candidates hold together. A rare word of the question that stands nowhere says more than one that the best lacks."""
    if not len(features) or not match.idf.size:
        return Field(features, 0.0, 0.0, 0.0)
    held = match.covered.max(axis=0)
    total = max(float(match.mass.sum()), 1e-9)
    exact = np.array([float(term.is_exact) for term in question.terms])
    whole = (match.weight >= 1.0) * (1.0 - held)
    return Field(features, float(held @ match.mass) / total, float((whole * match.idf).max()), float((whole * exact).max()))


def answer_features(field: Field, scores: Matrix, question: Question) -> Matrix:
    """The row for `WORDS_ANSWER`, or for `BOTH_ANSWER` where the features have the columns of `BOTH`. At least one candidate."""
    features = field.features
    order = np.argsort(-scores, kind="stable")
    best = features[order[0]]
    size, chinese = float(np.log(len(scores))), float(question.language == "zh")
    personal = float(_PERSONAL.search(question.own) is not None)
    score, coverage = float(scores[order[0]]), best[AT["coverage"]]
    row = [best[AT[name]] for name in OF_BEST]
    row += [features[:, AT[name]].max() for name in MOST]
    row += [score, _lead(scores[order], FEW, LARGEST_LEAD), _lead(scores[order], MANY, LARGEST_LEAD)]
    row += [size, size * score, size * coverage]
    row += [np.log1p(len(question.terms)), chinese, chinese * coverage, personal]
    row += [field.known, field.rarest_unknown, size * field.rarest_unknown, field.unknown_exact]
    if features.shape[1] > len(WORDS):
        cosine = best[AT["cosine"]]
        row += [best[AT[name]] for name in MEANING_OF_BEST]
        nearest = -np.sort(-features[:, AT["cosine"]])
        leads = [_lead(nearest, count, LARGEST_COSINE_LEAD) for count in (FEW, MANY)]
        row += [nearest[0], *leads, size * cosine, chinese * cosine, coverage * cosine]
        row += [(1.0 - best[AT["one_language"]]) * cosine, personal * cosine, field.known * cosine]
    return np.array(row, dtype=np.float64)


def _lead(ordered: Matrix, count: int, largest: float) -> float:
    """How far the best stands above the mean of the next ones, at most `largest`; missing ones stand that far behind."""
    behind = np.minimum(ordered[0] - ordered[1:count], largest)
    missing = count - 1 - len(behind)
    return float((behind.sum() + missing * largest) / (count - 1))
