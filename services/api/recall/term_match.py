"""Which terms of a question each candidate holds, and how much each term says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.api.recall.question import Question
from shared.domain.relevance import Hit

Matrix = NDArray[np.float64]

PRIOR_DOCUMENTS = 100
RARE_SHARE = 0.004
"""The share of documents that is expected to hold a term of which nothing is known."""
ALTERNATE_COVERS = 0.7
"""A synonym covers a term this much."""


@dataclass(frozen=True, slots=True)
class TermMatch:
    """Which terms of the question each candidate holds: `covered` (n, terms) 0..1, `idf` and `weight` (terms).

    1 is the term itself, `ALTERNATE_COVERS` a synonym. `document_terms` (n) counts the different terms of each text.
    """

    covered: Matrix
    idf: Matrix
    weight: Matrix
    document_terms: Matrix

    @property
    def mass(self) -> Matrix:
        """What each term is worth (terms)."""
        return self.weight * self.idf


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
