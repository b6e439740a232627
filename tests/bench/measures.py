"""What every benchmark reports with: medians and ratios taken in one run, never single times."""

import statistics
from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` per cent lie (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


def median_ms(values: Sequence[float]) -> float:
    """Milliseconds of a list of seconds."""
    return statistics.median(values) * 1000
