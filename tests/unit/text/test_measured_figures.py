"""A statement's figures against measured data: agreement, how often, and what speaks against it, in both languages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.text.measured_figures import compare

WEEKS = {"weeks": [{"week": 1, "roi": 3.1}, {"week": 2, "roi": 3.1}, {"week": 3, "roi": 3.4}]}


@pytest.mark.parametrize(
    ("statement", "data", "times"),
    [
        ("ROI was 3.2", {"roi": 3.2}, 1),
        ("ROI was 3.2", {"metric": "ROI 3.2"}, 1),
        ("投资回报率为3.2", {"投资回报率": "3.2"}, 1),
        ("预算150万", {"budget": 1_500_000}, 1),
        ("预算一百五十万", {"预算": "1.5M"}, 1),
        ("CTR was 20 %", {"ctr": 0.2}, 1),
        ("CTR was 20 %", {"ctr": "20%"}, 1),
        ("ROI was 3.1", WEEKS, 2),
        ("ROI averaged 3.2", WEEKS, 3),
        ("ROI was 3.2", {"roi": 3.2, "repetitions": 5}, 5),
        ("ROI为3.2", {"roi": 3.2, "次数": 4}, 4),
        ("ROI rose by 20 %", {"roi": {"before": 2.0, "after": 2.4}}, 1),
        ("ROI提升了20%", {"metric_before": 2.0, "metric_after": 2.4}, 1),
        ("The target was beaten by 20 %", {"target_metric": 2.0, "actual_metric": 2.4}, 1),
        ("ROI rose from 2 to 2.4, well above the 10 % that counts", {"roi": {"before": 2.0, "after": 2.4}}, 1),
        ("The conversion rate rose", {"before": 1.0, "after": 1.4}, 1),
        ("转化率下降", {"before": 1.4, "after": 1.0}, 1),
        ("Signups doubled to 40", {"signups": [20, 40]}, 1),
    ],
)
def test_it_agrees_so_many_times(statement: str, data: dict[str, Any], times: int) -> None:
    comparison = compare(statement, data)
    assert (comparison.times, comparison.disagreement) == (times, "")


@pytest.mark.parametrize(
    ("statement", "data"),
    [
        ("ROI was 4.0", {"roi": 3.2}),
        ("ROI was 4.0 in 7 days", {"roi": 3.2, "duration_days": 7}),
        ("ROI为4.0", {"roi": 3.2}),
        ("点击率为5%", {"点击率": 3}),
        ("ROI averaged 9", WEEKS),
        ("The conversion rate rose", {"before": 1.4, "after": 1.0}),
        ("转化率提升", {"之前": 1.4, "之后": 1.0}),
        ("ROI rose to 2.0", {"roi": {"before": 2.4, "after": 2.0}}),
    ],
)
def test_it_disagrees_where_a_named_thing_was_measured_otherwise_or_went_the_other_way(statement: str, data: dict[str, Any]) -> None:
    assert compare(statement, data).disagreement


@pytest.mark.parametrize(
    ("statement", "data"),
    [
        ("ROI was 4.0", {}),
        ("ROI was 4.0", {"note": "all went well"}),
        ("The team has 12 people", {"roi": 3.2}),
        ("团队有12人", {"roi": 3.2}),
        ("ROI was fine", {"roi": 3.2}),
        ("ROI was 3.25", WEEKS),
        ("ROI was above target", {"target_metric": 2.4, "actual_metric": 2.0}),
        ("ROI was 4.0", {"roi": True}),
        ("ROI was 4.0", {"roi": float("nan")}),
    ],
)
def test_it_says_nothing_where_the_data_say_nothing(statement: str, data: dict[str, Any]) -> None:
    comparison = compare(statement, data)
    assert (comparison.times, comparison.disagreement) == (0, "")


def test_a_very_deep_or_long_event_is_read_as_far_as_it_goes() -> None:
    deep: Any = 3.2
    for _ in range(5000):
        deep = {"roi": deep}
    assert compare("ROI was 3.2", {"roi": deep}).times == 0
    assert compare("ROI was 7", {"roi": list(range(100_000))}).times == 1


@given(st.integers(1, 10**6), st.sampled_from(["roi", "点击率", "signups"]))
def test_what_was_measured_is_never_disagreed_with(value: int, name: str) -> None:
    comparison = compare(f"{name} was {value}", {name: value})
    assert (comparison.times, comparison.disagreement) == (1, "")


@given(st.integers(10, 10**6), st.integers(1, 10**5), st.sampled_from(["roi", "点击率", "signups"]))
def test_another_number_of_a_named_thing_is_never_agreed_with(value: int, more: int, name: str) -> None:
    comparison = compare(f"{name} was {value + more}", {name: value})
    assert (comparison.times, bool(comparison.disagreement)) == (0, True)
