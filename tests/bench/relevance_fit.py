"""Fitting the two models of relevance on trials, cross-validated, and placing the gates by the size of the store."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from services.api.recall.answerability import answer_features
from services.api.recall.features import WORDS
from services.api.recall.relevance import Coefficients, Gates
from services.api.recall.term_match import Matrix
from tests.bench.boosting import fit_trees
from tests.bench.conditional_logit import fit_order
from tests.bench.logistic import fit
from tests.bench.relevance_trials import FOLDS, Trial, View

ORDER_WEIGHT = {1: 0.0, 3: 0.05, 10: 0.1, 30: 0.2, 100: 0.5, 2000: 1.0}
"""What a trial counts for the order, by the size of its store: the order of few candidates is easily right."""
RIDGE_ANSWER = 2.0
BEHIND = 0.75
WITHIN_TIME, MOST_FOR_TIME = WORDS.index("within_time"), 2.0
"""Every question of the data that names a day means the day it was said. Elsewhere it may be the day something is to happen:
it helps, and must not decide alone."""
LIMITS = (0.02, 0.05)
"""On-topic questions may lose two points at the gate, off-topic ones may inject something five times in a hundred."""
UNANSWERED = frozenset({"general", "personal"})
REACH = {1: 4.0, 3: 4.0, 10: 4.0, 30: 5.0, 100: 5.5, 2000: 6.5}
"""By the size of the store: so far behind the best stand answers among the first five but for two to five in a thousand questions.
In the largest stores more, because the data's are of one kind of talk."""
CONFIDENCE_SHARE = 0.4
LEAST_BETWEEN = 1.0
TOP = 5

ViewOf = Callable[[Trial], View]
OPEN_GATES = Gates(np.array([1.0, 2.0]), np.zeros(2), np.full(2, -1.0), np.full(2, np.inf))


@dataclass(frozen=True, slots=True)
class Fitted:
    """Coefficients from all trials, and the raw log odds of every trial's candidates by models that have not seen it."""

    coefficients: Coefficients
    raw: list[Matrix]


def fit_relevance(trials: Sequence[Trial], view: ViewOf, groups: Sequence[Sequence[int]]) -> Fitted:
    """Both models, and the gates by groups of store sizes."""
    raw: list[Matrix] = [np.zeros(0)] * len(trials)
    for fold in range(FOLDS):
        model = _train([trial for trial in trials if trial.asked.fold != fold], view)
        for at, trial in enumerate(trials):
            if trial.asked.fold == fold:
                raw[at] = raw_scores(model, trial, view)
    whole = _train(trials, view)
    gates = place_gates(trials, raw, view, groups)
    return Fitted(replace(whole, gates=gates), raw)


def raw_scores(model: Coefficients, trial: Trial, view: ViewOf) -> Matrix:
    """Empty where the trial has no candidates."""
    field = view(trial).field
    return model.raw(field, trial.question) if len(field.features) else np.zeros(0)


def _train(trials: Sequence[Trial], view: ViewOf) -> Coefficients:
    views = [view(trial) for trial in trials]
    weights = [ORDER_WEIGHT[trial.size] for trial in trials]
    order = fit_order([seen.features for seen in views], [seen.answers for seen in views], weights)
    order[WITHIN_TIME] = min(order[WITHIN_TIME], MOST_FOR_TIME)
    rows, labels, kinds = [], [], []
    for trial, seen in zip(trials, views, strict=True):
        if not len(seen.features):
            continue
        scores = seen.features @ order
        found = is_found(scores, seen)
        if found or trial.asked.kind != "on_topic":
            rows.append(answer_features(seen.field, scores, trial.question))
            labels.append(float(found))
            kinds.append((trial.size, trial.asked.kind != "on_topic"))
    shares = Counter(kinds)
    total = len(kinds) / len(shares)
    table, marks, counts = np.vstack(rows), np.array(labels), np.array([total / shares[kind] for kind in kinds])
    answer, bias = fit(table, marks, counts, ridge=RIDGE_ANSWER)
    trees = fit_trees(table, marks, counts, table @ answer + bias)
    return Coefficients(order, answer, bias, trees, BEHIND, OPEN_GATES)


def is_found(scores: Matrix, seen: View) -> bool:
    """An answer is among the first five."""
    return bool(seen.answers[np.argsort(-scores, kind="stable")[:TOP]].max(initial=0.0) > 0)


def best_answer(raw: Matrix, seen: View) -> float:
    """The raw log odds of the best answer where it is among the first five, else minus infinity."""
    first = np.argsort(-raw, kind="stable")[:TOP]
    found = raw[first][seen.answers[first] > 0]
    return float(found.max()) if len(found) else float("-inf")


def is_gauged(trial: Trial) -> bool:
    """Gates are placed by questions in the language of their answer; across languages more is lost, and reported."""
    return trial.asked.kind == "on_topic" and not trial.is_across


def place_gates(trials: Sequence[Trial], raw: Sequence[Matrix], view: ViewOf, groups: Sequence[Sequence[int]]) -> Gates:
    """For each group of store sizes, the raw log odds where both errors stand in the ratio of their limits (`LIMITS`).

    Below .3 lies what loses `CONFIDENCE_SHARE` of that share of answers.
    """
    rows: dict[float, tuple[float, float, float]] = {}
    pairs = list(zip(trials, raw, strict=True))
    for sizes in groups:
        asked = [(trial, found) for trial, found in pairs if trial.size in sizes and is_gauged(trial)]
        off = np.array([found.max(initial=-np.inf) for trial, found in pairs if trial.size in sizes and trial.asked.kind in UNANSWERED])
        answers = sorted(best for trial, found in asked if (best := best_answer(found, view(trial))) > float("-inf"))
        place = next(at for at, value in enumerate(answers) if at / len(asked) * LIMITS[1] >= float(np.mean(off >= value)) * LIMITS[0])
        upper = answers[place]
        lower = min(answers[int(CONFIDENCE_SHARE * place)], upper - LEAST_BETWEEN)
        rows.setdefault(
            float(np.median([max(1, len(found)) for _, found in asked])), (upper, lower, REACH[sizes[0]] if len(sizes) == 1 else np.inf)
        )
    ordered = sorted(rows.items())
    return Gates(
        sizes=np.array([candidates for candidates, _ in ordered]),
        at_gate=np.array([upper for _, (upper, _, _) in ordered]),
        at_confidence=np.array([lower for _, (_, lower, _) in ordered]),
        reach=np.array([reach for _, (_, _, reach) in ordered]),
    )
