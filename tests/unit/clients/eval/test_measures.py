"""The measures of one ranking."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiercel.eval.measures import any_at, ndcg_at, percentile, recall_at, reciprocal_rank

RANKS = st.lists(st.integers(1, 100), unique=True, max_size=8).map(sorted)


def test_two_of_three_answers_at_the_second_and_fourth_place():
    ranks = (2, 4)
    assert any_at(ranks, 1) == 0.0
    assert any_at(ranks, 2) == 1.0
    assert recall_at(ranks, 3, 5) == pytest.approx(2 / 3)
    assert reciprocal_rank(ranks) == 0.5
    best = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg_at(ranks, 3, 10) == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / best)


def test_nothing_found_is_nothing_gained():
    assert (any_at((), 10), recall_at((), 2, 10), ndcg_at((), 2, 10), reciprocal_rank(())) == (0.0, 0.0, 0.0, 0.0)


@given(RANKS, st.integers(0, 5))
def test_every_measure_is_a_share_and_grows_with_k(ranks, missing):
    answers = max(1, len(ranks) + missing)
    for k in (1, 5, 10):
        assert 0.0 <= ndcg_at(ranks, answers, k) <= 1.0
        assert recall_at(ranks, answers, k) <= recall_at(ranks, answers, k + 5) <= 1.0
        assert any_at(ranks, k) >= recall_at(ranks, answers, k)


@given(RANKS.filter(bool))
def test_answers_in_the_first_places_are_the_ideal(ranks):
    assert ndcg_at(range(1, len(ranks) + 1), len(ranks), 10) == pytest.approx(1.0)


def test_percentiles_are_values_that_were_measured():
    assert percentile([3.0, 1.0, 2.0, 4.0], 0.5) == 2.0
    assert percentile([3.0, 1.0, 2.0, 4.0], 0.95) == 4.0
    assert percentile([], 0.5) == 0.0
