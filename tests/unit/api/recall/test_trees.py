"""Small decision trees."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from services.api.recall.trees import Trees, trees_from_json, trees_to_json

STUMP = ((0, 0.5, 1, 2, 0.0), (-1, 0.0, -1, -1, -1.0), (-1, 0.0, -1, -1, 2.0))
DEEPER = (
    (1, 0.0, 1, 2, 0.0),
    (-1, 0.0, -1, -1, 0.25),
    (0, 1.0, 3, 4, 0.0),
    (-1, 0.0, -1, -1, 4.0),
    (-1, 0.0, -1, -1, 8.0),
)
LEAF = ((-1, 0.0, -1, -1, 0.125),)
FOREST = Trees((STUMP, DEEPER, LEAF))


def test_left_is_up_to_the_cut():
    assert FOREST.log_odds([0.5, 0.0]) == -1.0 + 0.25 + 0.125
    assert FOREST.log_odds([1.5, 0.1]) == 2.0 + 8.0 + 0.125


@given(arrays(np.float64, st.tuples(st.integers(0, 6), st.just(2)), elements=st.floats(-2, 2)))
def test_many_rows_at_once_are_judged_as_one_by_one(rows):
    assert FOREST.log_odds_of(rows).tolist() == [FOREST.log_odds(row) for row in rows.tolist()]


def test_a_forest_survives_its_file():
    assert trees_from_json(trees_to_json(FOREST)) == FOREST
