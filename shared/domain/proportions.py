"""Shares with their uncertainty: Wilson's score interval, and recall from two of them. Pure."""

from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054
"""97.5 % point of the standard normal distribution: intervals hold 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share 0..1 with its 95 % interval; `value` None: there is no label to take it from, `reason` says why."""

    value: float | None
    n: int
    interval: tuple[float, float] | None = None
    reason: str | None = None


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Wilson (1927): (p + z²/2n ± z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n), cut to 0..1. n must be positive."""
    p = hits / n
    middle, width = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def share_of(hits: int, n: int, *, reason: str) -> Share:
    """Hits / n; None with this reason where n is 0."""
    if n == 0:
        return Share(value=None, n=0, reason=reason)
    low, high = wilson(hits, n)
    return Share(value=round(hits / n, 6), n=n, interval=(round(low, 6), round(high, 6)))


def recall_of(precision: Share, miss: Share, *, written: int, rejected: int) -> Share:
    """PW / (pW + qR): of what deserved to be kept, the share that was. The interval takes both ends of p and q together."""
    n = precision.n + miss.n
    for part in (precision, miss):
        if part.value is None or part.interval is None:
            return Share(value=None, n=n, reason=part.reason)
    assert precision.value is not None and miss.value is not None  # noqa: PT018 - told above, for the type checker
    assert precision.interval is not None and miss.interval is not None  # noqa: PT018 - the same
    value = _kept(precision.value, miss.value, written, rejected)
    if value is None:
        return Share(value=None, n=n, reason="nothing deserved to be kept")
    low = _kept(precision.interval[0], miss.interval[1], written, rejected) or 0.0
    high = _kept(precision.interval[1], miss.interval[0], written, rejected) or 0.0
    return Share(value=round(value, 6), n=n, interval=(round(low, 6), round(high, 6)))


def _kept(p: float, q: float, written: int, rejected: int) -> float | None:
    deserved = p * written + q * rejected
    return p * written / deserved if deserved > 0 else None
