"""The value criteria of the eight types over an event's data: held, failed or left open."""

from typing import Any

import pytest

from shared.domain.candidate import Criterion
from shared.domain.event_fields import EVENT_FIELDS, fields_of
from shared.domain.trigger import CRITERIA, TriggerType
from shared.extraction.event_readings import Report
from shared.extraction.event_subject import slot_of, subject_of
from shared.extraction.event_value import criteria_of

HOLDS, FAILS, OPEN = "holds", "fails", "open"
FEEDBACK, STRATEGY, CHANGE, RULE = (
    TriggerType.USER_FEEDBACK, TriggerType.STRATEGY_EXECUTION, TriggerType.ENVIRONMENT_CHANGE, TriggerType.RULE_UPDATE,
)  # fmt: skip
ANOMALY, GAIN, CORRELATION, PERIOD = (
    TriggerType.ANOMALY_PATTERN, TriggerType.PERFORMANCE_OPTIMIZATION, TriggerType.CROSS_DOMAIN_CORRELATION, TriggerType.PERIODIC_PATTERN,
)  # fmt: skip

SUMMARIES = {RULE: "Medical advertisements must carry a licence number", CHANGE: "Platform P has another delivery fee"}


def said(criterion: Criterion) -> str:
    return OPEN if not criterion.is_certain else HOLDS if criterion.holds else FAILS


def judged(trigger: TriggerType, name: str, summary: str, data: dict[str, Any], **fields: Any) -> str:
    criteria = criteria_of(Report(trigger=trigger, summary=summary, data=data, **fields))
    return said(criteria[CRITERIA[trigger].index(name)])


@pytest.mark.parametrize(
    ("trigger", "name", "summary", "data", "outcome"),
    [
        (FEEDBACK, "definite", "客户要求标题朴素", {}, HOLDS),
        (FEEDBACK, "definite", "The client says the headline is too loud", {}, HOLDS),
        (FEEDBACK, "definite", "客户可能喜欢红色", {}, FAILS),
        (FEEDBACK, "definite", "Is the headline too loud?", {}, FAILS),
        (FEEDBACK, "said_by_user", "I live in Berlin", {}, HOLDS),
        (FEEDBACK, "concrete", "感觉很好", {}, FAILS),
        (FEEDBACK, "concrete", "感觉很好", {"correct_way": "标题用16号字"}, HOLDS),
        (FEEDBACK, "said_by_user", "客户要求标题朴素", {}, OPEN),
        (FEEDBACK, "said_by_user", "我住在杭州", {}, HOLDS),
        (FEEDBACK, "said_by_user", "我住在杭州", {"from_user": False}, FAILS),
        (FEEDBACK, "said_by_user", "客户要求标题朴素", {"from_user": True}, HOLDS),
        (FEEDBACK, "said_by_user", "客户要求标题朴素", {"from_user": False}, FAILS),
        (STRATEGY, "causal_chain", "Bidding by hour met the target", {}, OPEN),
        (STRATEGY, "causal_chain", "Bidding by hour met the target because nights are cheap", {}, HOLDS),
        (STRATEGY, "causal_chain", "分时出价达标", {"mechanism": "夜间点击便宜"}, HOLDS),
        (STRATEGY, "causal_chain", "分时出价可能达标", {"mechanism": "夜间点击便宜"}, FAILS),
        (STRATEGY, "target_against_actual", "s", {"target_metric": 50, "actual_metric": "42元"}, HOLDS),
        (STRATEGY, "target_against_actual", "s", {"target_metric": {"cpa": 50}, "actual_metric": {"cpa": 42, "ctr": 1}}, HOLDS),
        (STRATEGY, "target_against_actual", "s", {"target_metric": {"cpa": 50}, "actual_metric": {"ctr": 1}}, FAILS),
        (STRATEGY, "target_against_actual", "s", {"target": "五十", "actual": "四十二"}, HOLDS),
        (STRATEGY, "target_against_actual", "s", {"target": "high", "actual": 3}, FAILS),
        (STRATEGY, "conditions_of_use", "s", {"business_line": "search"}, HOLDS),
        (STRATEGY, "conditions_of_use", "s", {}, OPEN),
        (CHANGE, "time_bounds", "平台P自11月1日起上调配送费", {}, HOLDS),
        (CHANGE, "time_bounds", "Platform P raised its fee", {"started_at": "2026-11-01"}, HOLDS),
        (CHANGE, "time_bounds", "Platform P raised its fee", {}, OPEN),
        (CHANGE, "objective_observation", "Platform P raised its fee", {}, HOLDS),
        (CHANGE, "objective_observation", "听说平台P要涨价", {}, FAILS),
        (CHANGE, "bears_on_decisions", "平台P涨价", {"impact": "小单重新定价"}, HOLDS),
        (CHANGE, "bears_on_decisions", "平台P涨价", {}, OPEN),
        (RULE, "authoritative_source", "No refunds", {}, OPEN),
        (RULE, "authoritative_source", "No refunds", {"issued_by": "legal"}, HOLDS),
        (RULE, "scope_in_force", "医疗广告必须附资质", {}, OPEN),
        (RULE, "scope_in_force", "医疗广告必须附资质", {"scope": "医疗"}, HOLDS),
        (RULE, "scope_in_force", "From 1 December 2026 alcohol is prohibited", {}, HOLDS),
        (RULE, "hard_constraint", "医疗广告必须附资质", {}, HOLDS),
        (RULE, "hard_constraint", "It is recommended to add a licence", {}, FAILS),
        (RULE, "hard_constraint", "建议附上资质", {}, FAILS),
        (RULE, "hard_constraint", "Licences on medical advertisements", {}, OPEN),
        (RULE, "hard_constraint", "医疗广告必须附资质", {"is_mandatory": False}, FAILS),
        (ANOMALY, "beyond_threshold", "ctr", {"expected": 2.0, "actual": 2.4}, FAILS),
        (ANOMALY, "beyond_threshold", "ctr", {"expected": 2.0, "actual": 1.6}, FAILS),
        (ANOMALY, "beyond_threshold", "ctr", {"expected": 2.0, "actual": 2.41}, HOLDS),
        (ANOMALY, "beyond_threshold", "ctr", {"baseline": 2.0, "current": "3.1 %"}, HOLDS),
        (ANOMALY, "beyond_threshold", "ctr", {"expected": 0, "actual": 0}, FAILS),
        (ANOMALY, "beyond_threshold", "ctr", {"expected": 0, "actual": 4}, HOLDS),
        (ANOMALY, "beyond_threshold", "ctr", {"expected": True, "actual": 4}, OPEN),
        (ANOMALY, "possible_cause", "退款激增，原因是批次缺陷", {}, HOLDS),
        (ANOMALY, "possible_cause", "退款激增", {}, OPEN),
        (ANOMALY, "not_one_off", "退款激增", {"occurrences": 1}, FAILS),
        (ANOMALY, "not_one_off", "退款激增", {"occurrences": 2}, HOLDS),
        (ANOMALY, "not_one_off", "退款激增", {}, OPEN),
        (GAIN, "before_and_after", "s", {"before": 1, "after": 2}, HOLDS),
        (GAIN, "before_and_after", "s", {"after": 2}, OPEN),
        (GAIN, "gain_beyond_noise", "s", {"before": 100, "after": 105}, FAILS),
        (GAIN, "gain_beyond_noise", "s", {"before": 100, "after": 106}, HOLDS),
        (GAIN, "gain_beyond_noise", "s", {"before": 100, "after": 106, "noise": 0.1}, FAILS),
        (GAIN, "gain_beyond_noise", "s", {"before": 100, "after": 80, "higher_is_better": True}, FAILS),
        (GAIN, "gain_beyond_noise", "s", {"before": 100, "after": 80, "higher_is_better": False}, HOLDS),
        (GAIN, "gain_beyond_noise", "s", {"before": 100, "after": 180, "p_value": 0.3}, FAILS),
        (GAIN, "one_variable", "s", {"changed": "headline"}, HOLDS),
        (GAIN, "one_variable", "s", {"changed": ["headline", "price"]}, FAILS),
        (GAIN, "one_variable", "s", {}, OPEN),
        (CORRELATION, "several_domains", "s", {"domains": ["weather", "sales"]}, HOLDS),
        (CORRELATION, "several_domains", "s", {"domains": ["sales", "Sales"]}, FAILS),
        (CORRELATION, "statistical_support", "s", {"correlation": 0.72, "sample_size": 90}, HOLDS),
        (CORRELATION, "statistical_support", "s", {"correlation": 0.72, "sample_size": 5}, FAILS),
        (CORRELATION, "statistical_support", "s", {"correlation": -0.72, "p_value": 0.01}, HOLDS),
        (CORRELATION, "statistical_support", "s", {"correlation": 0.9, "p_value": 0.2}, FAILS),
        (CORRELATION, "statistical_support", "s", {"correlation": 0.1, "sample_size": 9000}, FAILS),
        (CORRELATION, "statistical_support", "s", {"correlation": 0.9}, OPEN),
        (CORRELATION, "statistical_support", "s", {}, OPEN),
        (CORRELATION, "confounders_excluded", "s", {"confounders_excluded": ["price"]}, HOLDS),
        (CORRELATION, "confounders_excluded", "s", {"confounders_excluded": False}, FAILS),
        (CORRELATION, "confounders_excluded", "s", {}, OPEN),
        (PERIOD, "whole_cycle", "s", {"period_days": 7, "observed_days": 6}, FAILS),
        (PERIOD, "whole_cycle", "s", {"period_days": 7, "observed_days": 7}, HOLDS),
        (PERIOD, "whole_cycle", "s", {}, OPEN),
        (PERIOD, "repeated", "s", {"cycles_observed": 1}, FAILS),
        (PERIOD, "repeated", "s", {"cycles_observed": 2}, HOLDS),
        (PERIOD, "repeated", "s", {"period_days": 7, "observed_days": 10, "cycles_observed": 5}, FAILS),
        (PERIOD, "turns_into_advice", "s", {"advice": "周五晚发送"}, HOLDS),
        (PERIOD, "turns_into_advice", "s", {}, OPEN),
    ],
)  # fmt: skip
def test_a_criterion_is_held_failed_or_left_open_by_the_data(
    trigger: TriggerType, name: str, summary: str, data: dict[str, Any], outcome: str
) -> None:
    assert judged(trigger, name, summary, data) == outcome


def test_a_key_with_authority_is_an_authoritative_source() -> None:
    assert judged(RULE, "authoritative_source", "No refunds", {}, authority=True) == HOLDS


@pytest.mark.parametrize("trigger", TriggerType)
def test_the_fields_of_the_table_decide_every_criterion_of_their_type(trigger: TriggerType) -> None:
    data = {field.name: field.example for field in fields_of(trigger)}
    report = Report(trigger=trigger, summary=SUMMARIES.get(trigger, "Done as planned"), data=data)
    assert [said(criterion) for criterion in criteria_of(report)] == [HOLDS] * 3
    assert subject_of(report) == "brand_A"


@pytest.mark.parametrize("trigger", [trigger for trigger in TriggerType if trigger not in {FEEDBACK, RULE}])
def test_a_later_report_of_the_same_thing_has_the_same_slot(trigger: TriggerType) -> None:
    data = {field.name: field.example for field in EVENT_FIELDS[trigger]}
    first, second = (slot_of(Report(trigger=trigger, summary=summary, data=data)) for summary in ("one", "two"))
    assert first is not None
    assert first == second
