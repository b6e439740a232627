"""The five dimensions and the importance that follows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.candidate import Category, Layer
from shared.domain.decision import GuardStage, Quality
from shared.domain.quality import WEIGHTS, importance_of
from tests.unit.guard_worker.scenes import LIMITS, action_of, beside, judged, ruled, settle, stored

UNIT = st.floats(0, 1)


def test_the_weights_are_those_of_the_specification() -> None:
    assert WEIGHTS == {"evidence": 0.30, "specificity": 0.20, "novelty": 0.20, "actionability": 0.15, "durability": 0.15}


@pytest.mark.parametrize(
    ("values", "importance"),
    [
        ((1, 1, 1, 1, 1), 1.0),
        ((0, 0, 0, 0, 0), 0.0),
        ((1, 0, 0, 0, 0), 0.3),
        ((0.5, 0.4, 0.3, 0.2, 0.1), 0.335),
        ((0.9, 0.5, 0.7, 0.6, 0.8), 0.72),
    ],
)
def test_importance_is_the_weighted_sum(values: tuple[float, ...], importance: float) -> None:
    assert importance_of(Quality(*values)) == pytest.approx(importance)


@given(st.tuples(UNIT, UNIT, UNIT, UNIT, UNIT))
def test_importance_stays_in_its_range(values: tuple[float, float, float, float, float]) -> None:
    assert 0 <= importance_of(Quality(*values)) <= 1


def measured(text: str = "I own two cats", **fields: object) -> Quality:
    case = settle(beside(ruled(text, **fields)), is_offline=True)[0][0]
    assert case.quality is not None
    return case.quality


def test_names_numbers_and_times_make_it_specific() -> None:
    assert measured("I own cats").specificity < measured("I own two cats").specificity
    assert measured("I own two cats").specificity < measured("I bought two cats in Berlin on May 3").specificity


def test_a_near_neighbour_makes_it_less_new() -> None:
    known = stored("I own a dog")
    case = settle(beside(ruled("I own two cats"), (known, 0.7)), known=[known], is_offline=True)[0][0]
    assert case.quality is not None
    assert case.quality.novelty == pytest.approx(0.3)


def test_use_and_life_follow_category_layer_and_importance() -> None:
    assert measured(category=Category.PREFERENCE).actionability > measured(category=Category.OTHER).actionability
    assert measured(importance=1.0).durability > measured(importance=0.0).durability
    assert measured(layer=Layer.REALTIME_ENV).durability < measured().durability


def test_what_a_judge_gave_beats_what_is_measured_and_the_trace_says_which() -> None:
    weak = Quality(0.1, 0.1, 0.1, 0.1, 0.1)
    decided = settle(beside(ruled("I own two cats"), judgement=judged(quality=weak)))[0][0]
    assert action_of(decided) == ("REJECT", "low_quality")
    assert decided.verdicts[-1].seen["said_by"] == "judge"
    unasked = settle(beside(ruled("I own two cats"), judgement=judged(quality=None)))[0][0]
    assert unasked.verdicts[-1].seen["said_by"] == "measured"


@pytest.mark.parametrize(("threshold", "action"), [(0.5, "WRITE"), (0.5001, "REJECT")])
def test_the_threshold_is_met_at_equality_and_decides(threshold: float, action: str) -> None:
    case = beside(ruled("I own two cats"), judgement=judged(quality=Quality(0.5, 0.5, 0.5, 0.5, 0.5)))
    decided = settle(case, limits=replace(LIMITS, importance_threshold=threshold))[0][0]
    assert action_of(decided)[0] == action


def test_importance_comes_from_here_alone() -> None:
    decided, board = settle(beside(ruled("I own two cats", importance=0.99), judgement=judged(quality=Quality(1, 0, 0, 0, 1))))
    assert decided[0].decision is not None
    assert decided[0].decision.stage is GuardStage.WRITING
    assert board.changes[0].inserts[0].importance == decided[0].decision.importance == pytest.approx(0.45)
