"""The table of the forgetting formula, and what the nudge may do."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.forgetting import AGE_NUDGE, age_nudge, forgetting_score, idle_days

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("similarity", "days", "count", "expected"),
    [
        (1, 0, 0, 1.000000),
        (0.8, 13.862944, 0, 0.400000),
        (0.8, 10, 0, 0.485225),
        (0.8, 30, 5, 0.536856),
        (0.5, 14, 3, 0.525552),
        (0.8, 55, 0, 0.051142),
        (0.8, 56, 0, 0.048648),
        (1, 37, 0, 0.157237),
        (1, 38, 0, 0.149569),
        (1, 89, 1, 0.150308),
        (1, 90, 1, 0.149738),
    ],
)
def test_the_forgetting_score_has_the_values_of_its_table(similarity: float, days: float, count: int, expected: float) -> None:
    assert forgetting_score(similarity, days, count) == pytest.approx(expected, abs=5e-7)


def test_a_time_in_the_future_counts_as_now() -> None:
    assert forgetting_score(1, -3, 0) == 1.0
    assert idle_days(NOW, last_accessed_at=NOW + timedelta(days=2), observed_at=NOW) == 0.0


def test_idle_days_are_fractional_and_begin_at_the_last_use() -> None:
    observed = NOW - timedelta(days=10)
    assert idle_days(NOW, last_accessed_at=None, observed_at=observed) == 10.0
    assert idle_days(NOW, last_accessed_at=NOW - timedelta(hours=36), observed_at=observed) == 1.5


@given(st.floats(0, 1e5), st.integers(0, 10**6))
def test_the_age_nudge_stays_within_its_bounds_and_falls_with_idle_time(days: float, count: int) -> None:
    factor = age_nudge(days, count)
    assert 1 - AGE_NUDGE <= factor <= 1 + AGE_NUDGE
    assert age_nudge(days + 1, count) <= factor
