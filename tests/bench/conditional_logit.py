"""Which of several candidates answers: the conditional logit (McFadden 1974), in numpy by Adam."""

from collections.abc import Sequence

import numpy as np

from tests.bench.logistic import Matrix

RATE, MOMENTUM, DAMPING = 0.05, (0.9, 0.999), 1e-8


def fit_order(
    groups: Sequence[Matrix], answers: Sequence[Matrix], weights: Sequence[float], *, ridge: float = 0.01, rounds: int = 400
) -> Matrix:
    """Coefficients that make the answers of each group likely among its rows: `p = exp(score) / sum of exp(score)`.

    Groups without an answer say nothing. Columns are scaled inside, so that the penalty treats them alike.
    """
    kept = [at for at, marks in enumerate(answers) if marks.any() and len(marks) > 1]
    rows = np.vstack([groups[at] for at in kept])
    spread = rows.std(axis=0)
    spread[spread < 1e-9] = 1.0
    rows = (rows - rows.mean(axis=0)) / spread
    sizes = np.array([len(answers[at]) for at in kept])
    starts, group = np.r_[0, np.cumsum(sizes)[:-1]], np.repeat(np.arange(len(kept)), sizes)
    wanted = np.concatenate([answers[at] / answers[at].sum() for at in kept])
    share = np.array([weights[at] for at in kept])
    share = (share / share.sum())[group]
    beta = np.zeros(rows.shape[1])
    first, second = np.zeros_like(beta), np.zeros_like(beta)
    for step in range(1, rounds + 1):
        scores = rows @ beta
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        chances = powers / np.add.reduceat(powers, starts)[group]
        slope = rows.T @ ((chances - wanted) * share) + ridge * beta
        first = MOMENTUM[0] * first + (1 - MOMENTUM[0]) * slope
        second = MOMENTUM[1] * second + (1 - MOMENTUM[1]) * slope**2
        beta -= RATE * (first / (1 - MOMENTUM[0] ** step)) / (np.sqrt(second / (1 - MOMENTUM[1] ** step)) + DAMPING)
    return beta / spread
