"""The table of the forgetting formula, and what the nudge may do."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.forgetting import age_nudge, forgetting_score, has_faded, idle_days

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


def test_what_was_observed_after_its_last_use_is_idle_since_then() -> None:
    assert idle_days(NOW, last_accessed_at=NOW - timedelta(days=10), observed_at=NOW - timedelta(days=1)) == 1.0


@pytest.mark.parametrize(("score", "faded"), [(0.051142, False), (0.05, False), (0.048648, True), (0.0, True)])
def test_the_cut_of_the_fluid_policy_keeps_what_is_equal(score: float, faded: bool) -> None:
    assert has_faded(score) is faded


@pytest.mark.parametrize(
    ("days", "count", "factor"), [(0, 0, 1.1), (13.862944, 0, 1.0), (1e5, 0, 0.9), (1e5, 1, 0.927726), (30, 5, 1.016296), (1e5, 10**6, 1.1)]
)
def test_the_age_nudge_is_a_tenth_up_or_down_and_use_counts(days: float, count: int, factor: float) -> None:
    assert age_nudge(days, count) == pytest.approx(factor, abs=1e-6)


@given(st.floats(0, 1e5), st.integers(0, 10**6))
def test_l1_the_age_nudge_stays_within_its_bounds_falls_with_idle_time_and_rises_with_use(days: float, count: int) -> None:
    factor = age_nudge(days, count)
    assert 0.9 <= factor <= 1.1
    assert age_nudge(days + 1, count) <= factor <= age_nudge(days, count + 1)
