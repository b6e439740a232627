"""Logistic regression in numpy: weighted, ridge-penalised, by Newton's method."""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def fit(rows: Matrix, labels: Matrix, weights: Matrix, *, ridge: float = 1.0, rounds: int = 50) -> tuple[Matrix, float]:
    """Coefficients for the columns as given (scaled inside, so that the penalty treats them alike) and the bias."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    spread[spread < 1e-9] = 1.0
    scaled = np.column_stack([(rows - mean) / spread, np.ones(len(rows))])
    penalty = np.full(scaled.shape[1], ridge)
    penalty[-1] = 0.0
    beta = np.zeros(scaled.shape[1])
    for _ in range(rounds):
        chance = probability(scaled @ beta)
        gradient = scaled.T @ (weights * (labels - chance)) - penalty * beta
        curvature = (scaled * (weights * chance * (1 - chance))[:, None]).T @ scaled + np.diag(penalty + 1e-9)
        step = np.linalg.solve(curvature, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    coefficients = beta[:-1] / spread
    return coefficients, float(beta[-1] - coefficients @ mean)


def probability(logits: Matrix) -> Matrix:
    """1 / (1 + exp(-x)) without overflow."""
    return np.exp(-np.logaddexp(0.0, -logits))
