"""Structured events and ingested text without a model: certain or not at all."""

from typing import Any

import pytest

from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Proposal
from shared.domain.trigger import TriggerType
from shared.extraction.capture import read_batch
from shared.extraction.offline_events import classify_text
from tests.unit.extraction.examples import batch, turn


def propose(**fields: Any) -> Proposal:
    role, text = ("tool", fields.pop("summary")) if "summary" in fields else ("user", fields.pop("text"))
    (consumed,) = read_batch(batch(turn((role, text), **fields)), None, threshold=0.6)
    (proposal,) = consumed.proposals
    return proposal


def test_an_event_is_one_candidate_from_its_summary_with_its_data() -> None:
    data = {"baseline": 2.0, "current": 1.2, "advertiser": "A"}
    proposal = propose(summary="品牌A的点击率从2.0降到1.2", trigger_hint=TriggerType.ANOMALY_PATTERN, data=data)
    candidate = proposal.candidate
    assert proposal.decided is None
    assert (candidate.text, candidate.data, candidate.labels) == ("品牌A的点击率从2.0降到1.2", data, {"advertiser": "A"})
    assert (candidate.attribution, candidate.layer, candidate.confidence) == (Attribution.SYSTEM_EVENT, Layer.REALTIME_ENV, 1.0)
    assert candidate.evidence[0].quote == candidate.text


def test_a_noise_anomaly_is_refused_with_the_criterion_as_its_reason() -> None:
    proposal = propose(summary="ctr moved", trigger_hint=TriggerType.ANOMALY_PATTERN, data={"baseline": 2.0, "current": 2.1})
    assert proposal.decided is not None
    assert proposal.decided.reason == "beyond_threshold"


def test_a_rule_is_core_knowledge_and_whose_it_is_comes_from_the_key() -> None:
    by_key = propose(summary="No refunds after 30 days", trigger_hint=TriggerType.RULE_UPDATE, authority=True).candidate
    by_anyone = propose(summary="No refunds after 30 days", trigger_hint=TriggerType.RULE_UPDATE).candidate
    assert (by_key.layer, by_key.attribution) == (Layer.CORE_RULES, Attribution.RULE_UPDATE)
    assert (by_anyone.layer, by_anyone.attribution) == (Layer.CORE_RULES, Attribution.SYSTEM_EVENT)


@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        ("改用智能出价后，ROI从1.2提升到1.8", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("Conversion rose from 1.2% to 1.8% after we changed the headline", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("周三的点击率异常，只有平时的40%", TriggerType.ANOMALY_PATTERN),
        ("Sudden spike of 300 refunds on Tuesday", TriggerType.ANOMALY_PATTERN),
        ("新规要求医疗广告必须附资质", TriggerType.RULE_UPDATE),
        ("The new policy takes effect in May: alcohol ads are prohibited", TriggerType.RULE_UPDATE),
        ("竞品本周上线了新的会员价", TriggerType.ENVIRONMENT_CHANGE),
        ("每周五晚上流量达到高峰", TriggerType.PERIODIC_PATTERN),
        ("Traffic every friday peaks at 9 pm", TriggerType.PERIODIC_PATTERN),
        ("气温与冰饮点击率的相关系数为0.8", TriggerType.CROSS_DOMAIN_CORRELATION),
        ("春季投放计划目标ROI 2.0，实际达成2.4", TriggerType.STRATEGY_EXECUTION),
        ("客户反馈标题太夸张，要求改得朴素", TriggerType.USER_FEEDBACK),
        ("改用智能出价后ROI有提升", None),
        ("我们去公园走了走", None),
        ("ok thanks", None),
    ],
)
def test_free_text_is_one_type_by_its_words_and_numbers_or_none(text: str, trigger: TriggerType | None) -> None:
    assert classify_text(text) is trigger


def test_free_text_of_no_type_is_refused_at_classify() -> None:
    proposal = propose(text="公园里的那种花", ingested=True)
    assert proposal.decided is not None
    assert (proposal.decided.stage.value, proposal.decided.reason) == ("classify", "no_trigger_type")
    assert [verdict.stage.value for verdict in proposal.verdicts] == ["classify"]


def test_free_text_of_a_certain_type_goes_on() -> None:
    proposal = propose(text="改用智能出价后，ROI从1.2提升到1.8", ingested=True)
    assert proposal.decided is None
    assert proposal.candidate.trigger_type is TriggerType.PERFORMANCE_OPTIMIZATION


def test_free_text_that_doubts_is_refused_by_its_first_criterion() -> None:
    proposal = propose(text="如果改用智能出价，ROI可能从1.2提升到1.8，因为流量更准", ingested=True)
    assert proposal.decided is not None
    assert proposal.decided.stage.value == "value"


def test_a_persons_own_statement_that_was_ingested_is_ordinary_conversation() -> None:
    proposal = propose(text="I prefer dark mode", ingested=True)
    assert proposal.decided is None
    assert (proposal.candidate.trigger_type, proposal.candidate.slot) == (TriggerType.USER_FEEDBACK, "colour_scheme")
