"""What the relevance model sees of each candidate, as one matrix. Nothing here depends on the size of the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.api.recall.question import Question
from shared.domain.relevance import Hit
from shared.text.lexical import AVERAGE_LENGTH, K1, OTHER_AVERAGE_LENGTH, B

Matrix = NDArray[np.float64]

PRIOR_DOCUMENTS = 100
RARE_SHARE = 0.004
"""The share of documents that is expected to hold a term of which nothing is known."""
ALTERNATE_COVERS = 0.7
"""A synonym covers a term this much."""

LEXICAL = (
    "coverage",
    "focused_coverage",
    "matched_mass",
    "rarest_matched",
    "exact_matched",
    "exact_missed",
    "one_language",
    "chinese",
    "chinese_coverage",
    "question_length",
)
DENSE = (*LEXICAL, "cosine", "cosine_above_others", "cosine_across", "cosine_chinese", "cosine_coverage")

PRIOR_NEIGHBOURS = 20
"""So many imagined candidates of the usual cosine stand beside the real ones, so that one memory alone is no outlier."""


@dataclass(frozen=True, slots=True)
class TermMatch:
    """Which terms of the question each candidate holds: `covered` (n, terms) 0..1, `idf` and `weight` (terms)."""

    covered: Matrix
    idf: Matrix
    weight: Matrix
    document_terms: Matrix


def match_terms(hits: Sequence[Hit], question: Question, usual_shares: Mapping[int, float]) -> TermMatch:
    """Term occupancy, and IDF with pseudo-counts.

    A store of one memory knows nothing about rarity: there every term of it is in every document. So the estimate
    begins with `PRIOR_DOCUMENTS` imagined documents, in which a term is as common as in everyday dialogue
    (`usual_shares`, else `RARE_SHARE`), and real candidates are added to them:
    `idf = ln(1 + (N + N0 - df + .5) / (df + .5))`, df = candidates that hold the term + N0 * share. One memory or
    a hundred then give nearly the same weights. Candidates were chosen by these terms, so in a large store df is
    too high rather than too low; all terms of a question suffer alike.
    """
    held, sizes = _occupancy([hit.term_ids for hit in hits], question)
    shares = np.array([usual_shares.get(term.id, RARE_SHARE) for term in question.terms])
    frequency = (held > 0).sum(axis=0) + PRIOR_DOCUMENTS * shares
    idf = np.log1p((len(hits) + PRIOR_DOCUMENTS - frequency + 0.5) / (frequency + 0.5))
    return TermMatch(held, np.maximum(idf, 0.0), np.array([term.importance for term in question.terms]), sizes)


def _occupancy(term_ids: Sequence[tuple[int, ...]], question: Question) -> tuple[Matrix, Matrix]:
    """Cover of each term in each document, and the documents' numbers of terms: one lookup over all ids at once."""
    sizes = np.array([len(found) for found in term_ids], dtype=np.int64)
    flat = np.fromiter((found for ids in term_ids for found in ids), dtype=np.int64, count=int(sizes.sum()))
    rows = np.repeat(np.arange(len(term_ids)), sizes)
    held = np.zeros((len(term_ids), len(question.terms)))
    wanted: list[tuple[int, int, float]] = []
    for column, term in enumerate(question.terms):
        wanted.append((term.id, column, 1.0))
        wanted.extend((other, column, ALTERNATE_COVERS) for other in term.alternates)
    wanted.sort()
    if not wanted or not len(flat):
        return held, sizes.astype(np.float64)
    keys = np.array([entry[0] for entry in wanted], dtype=np.int64)
    first = np.searchsorted(keys, flat, side="left")
    is_known = (first < len(keys)) & (keys[np.minimum(first, len(keys) - 1)] == flat)
    for row, start in zip(rows[is_known].tolist(), first[is_known].tolist(), strict=True):
        at = start
        while at < len(wanted) and wanted[at][0] == wanted[start][0]:
            held[row, wanted[at][1]] = max(held[row, wanted[at][1]], wanted[at][2])
            at += 1
    return held, sizes.astype(np.float64)


def lexical_features(hits: Sequence[Hit], question: Question, match: TermMatch) -> Matrix:
    """The columns of `LEXICAL`, (n, 10)."""
    mass = match.weight * match.idf
    matched = match.covered @ mass
    total = float(mass.sum())
    coverage = matched / total if total > 0 else np.zeros(len(hits))
    rarest = (match.covered * match.idf).max(axis=1) if match.idf.size else np.zeros(len(hits))
    exact = np.array([term.is_exact for term in question.terms], dtype=bool)
    has_exact = match.covered[:, exact].max(axis=1) if exact.any() else np.zeros(len(hits))
    same_language = np.array([hit.language == question.language for hit in hits], dtype=np.float64)
    chinese = np.full(len(hits), float(question.language == "zh"))
    usual = np.array([AVERAGE_LENGTH.get(hit.language, OTHER_AVERAGE_LENGTH) for hit in hits])
    return np.column_stack(
        [
            coverage,
            coverage * (K1 + 1) / (1 + K1 * (1 - B + B * match.document_terms / usual)),
            np.log1p(matched),
            rarest / 5.0,
            has_exact,
            (1.0 - has_exact) * float(exact.any()),
            same_language,
            chinese,
            chinese * coverage,
            np.full(len(hits), np.log1p(len(question.terms))),
        ]
    )


def dense_features(lexical: Matrix, cosines: Matrix, usual_cosine: float) -> Matrix:
    """The columns of `DENSE`, (n, 15). Cosines are raw: each embedder has coefficients of its own.

    `usual_cosine` is this embedder's mean over questions and texts that have nothing to do with each other.
    """
    coverage, same_language, chinese = lexical[:, 0], lexical[:, 6], lexical[:, 7]
    others = (PRIOR_NEIGHBOURS * usual_cosine + cosines.sum()) / (PRIOR_NEIGHBOURS + len(cosines))
    above = cosines - usual_cosine
    return np.column_stack([lexical, above, cosines - others, (1.0 - same_language) * above, chinese * above, coverage * above])
