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
        ("双十一投放方案目标ROI 3.0，实际达成3.4，主要因为提前预热", TriggerType.STRATEGY_EXECUTION),
        ("The spring campaign had a target CPA of 40 and achieved 35 thanks to lookalike audiences", TriggerType.STRATEGY_EXECUTION),
        ("执行夜间加价策略后，目标转化500单，实际完成620单", TriggerType.STRATEGY_EXECUTION),
        ("We ran the retargeting strategy for 14 days: goal 200 signups, actual 240", TriggerType.STRATEGY_EXECUTION),
        ("Our bidding plan reached 1,200 leads against a goal of 1,000", TriggerType.STRATEGY_EXECUTION),
        ("品牌C的拉新计划用了两周，目标是1000人，完成了1150人", TriggerType.STRATEGY_EXECUTION),
        ("抖音从12月1日起上调信息流底价", TriggerType.ENVIRONMENT_CHANGE),
        ("竞争对手X上周把会员价降到99元", TriggerType.ENVIRONMENT_CHANGE),
        ("The platform changed its ranking algorithm on 3 March", TriggerType.ENVIRONMENT_CHANGE),
        ("Competitor Y entered the Berlin market in October", TriggerType.ENVIRONMENT_CHANGE),
        ("Google raised the minimum bid for health keywords last week", TriggerType.ENVIRONMENT_CHANGE),
        ("618大促即将开始，流量成本上涨", TriggerType.ENVIRONMENT_CHANGE),
        ("供应商涨价10%，从下月起执行", TriggerType.ENVIRONMENT_CHANGE),
        ("公司规定所有医疗类素材必须经法务审核", TriggerType.RULE_UPDATE),
        ("From January, alcohol ads are not allowed before 9 pm under the new regulation", TriggerType.RULE_UPDATE),
        ("新广告法要求不得使用“最佳”等绝对化用语", TriggerType.RULE_UPDATE),
        ("Policy update: every landing page must show a privacy notice", TriggerType.RULE_UPDATE),
        ("All budgets above 5000 need a second approval from now on", TriggerType.RULE_UPDATE),
        ("平台新规：直播带货禁止虚构原价", TriggerType.RULE_UPDATE),
        ("周三CTR突然跌到0.5%，平时是2%", TriggerType.ANOMALY_PATTERN),
        ("CPC spiked from 1.2 to 3.4 on three Mondays", TriggerType.ANOMALY_PATTERN),
        ("昨天的退款量异常偏高，达到120单，平均只有40单", TriggerType.ANOMALY_PATTERN),
        ("Refunds jumped to 90 per day, three times the usual level", TriggerType.ANOMALY_PATTERN),
        ("转化率骤降60%", TriggerType.ANOMALY_PATTERN),
        ("Unusually low impressions: 10k instead of 80k", TriggerType.ANOMALY_PATTERN),
        ("把标题改成疑问句后，点击率从1.2%提高到1.9%", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("Switching to video creatives cut CPA from 50 to 32", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("优化落地页加载速度后转化率提升了18%", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("Open rate went from 12% to 19% after we shortened the subject line", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("通过调整出价时段，成本降低了25%", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("Reducing the form to 3 fields increased sign-ups by 22%", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("气温和冰饮销量呈正相关，相关系数0.82", TriggerType.CROSS_DOMAIN_CORRELATION),
        ("There is a correlation of 0.7 between rainfall and delivery orders", TriggerType.CROSS_DOMAIN_CORRELATION),
        ("股市下跌时奢侈品广告的点击率同步下降，相关系数为0.6", TriggerType.CROSS_DOMAIN_CORRELATION),
        ("Search volume and store visits are correlated (r = 0.64, n = 60)", TriggerType.CROSS_DOMAIN_CORRELATION),
        ("每周五晚8点到10点是下单高峰", TriggerType.PERIODIC_PATTERN),
        ("每月25日之后转化率走低", TriggerType.PERIODIC_PATTERN),
        ("Every Monday morning click costs are the highest of the week", TriggerType.PERIODIC_PATTERN),
        ("每逢节假日前三天搜索量都会上升", TriggerType.PERIODIC_PATTERN),
        ("Weekends always have lower conversion than weekdays", TriggerType.PERIODIC_PATTERN),
        ("客户反馈视频前三秒太慢，要求直接展示产品", TriggerType.USER_FEEDBACK),
        ("The client asked us to never use red backgrounds", TriggerType.USER_FEEDBACK),
        ("用户投诉客服回复太慢，希望5分钟内响应", TriggerType.USER_FEEDBACK),
        ("Customers complained that the coupon is hard to find", TriggerType.USER_FEEDBACK),
        ("广告主不喜欢卡通风格的素材", TriggerType.USER_FEEDBACK),
        ("今天开了个会", None),
        ("We met at the office on Tuesday", None),
        ("天气不错，适合出门", None),
        ("The report is attached, 3 pages", None),
        ("我们讨论了预算", None),
        ("下周三下午3点开评审会", None),
        ("他说可能会改", None),
        ("Please send me the file", None),
        ("服务器部署在腾讯云", None),
        ("I had 2 coffees this morning", None),
        ("项目代号是蓝鲸", None),
        ("The price of the coffee is 3 euros", None),
        ("直播带货策略目标成交800单，实际成交950单", TriggerType.STRATEGY_EXECUTION),
        ("The loyalty plan achieved 4,300 sign-ups; the target was 4,000", TriggerType.STRATEGY_EXECUTION),
        ("小红书下调了商家佣金，11月15日生效", TriggerType.ENVIRONMENT_CHANGE),
        ("A new competitor launched a free tier in May", TriggerType.ENVIRONMENT_CHANGE),
        ("美元汇率上周更新到7.3", TriggerType.ENVIRONMENT_CHANGE),
        ("根据新规，食品广告不得宣称疗效", TriggerType.RULE_UPDATE),
        ("Compliance rule: customer emails must not be exported", TriggerType.RULE_UPDATE),
        ("Support tickets surged to 400 on Tuesday because of the outage", TriggerType.ANOMALY_PATTERN),
        ("缩短视频时长后，完播率从35%提升到52%", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("CTR improved from 0.8% to 1.3% after we replaced the hero image", TriggerType.PERFORMANCE_OPTIMIZATION),
        ("空气质量与口罩销量负相关，r为-0.7", TriggerType.CROSS_DOMAIN_CORRELATION),
        ("Correlation between exchange rate and hotel bookings is 0.55", TriggerType.CROSS_DOMAIN_CORRELATION),
        ("每个季度末的成交量都会走高", TriggerType.PERIODIC_PATTERN),
        ("Every winter heating searches rise before demand falls", TriggerType.PERIODIC_PATTERN),
        ("买家投诉包装容易破", TriggerType.USER_FEEDBACK),
        ("Subscribers requested a dark theme", TriggerType.USER_FEEDBACK),
        ("我家的猫叫小黑", None),
        ("We hired 3 people in June", None),
        ("会议改到下午四点", None),
        ("The new policy document is 12 pages long", None),
        ("平台有三个入口", None),
        ("我从北京搬到了上海", None),
        ("I moved from Berlin to Paris after the wedding", None),
        ("She jumped over the fence", None),
        ("他的银行账号变了", None),
        ("我们调整了座位，多了2张桌子", None),
        ("Adding salt made it better", None),
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


@pytest.mark.parametrize(
    ("text", "trigger", "action", "reason"),
    [
        ("改用智能出价后，ROI从1.2提升到1.8", "performance_optimization", None, ""),
        ("改用智能出价后，点击率从1.20提升到1.21", "performance_optimization", "REJECT", "gain_beyond_noise"),
        ("Open rate went from 12% to 12.1% after we shortened the subject line", "performance_optimization", "REJECT", "gain_beyond_noise"),
        ("CPC spiked from 1.2 to 1.3 on three Mondays", "anomaly_pattern", "REJECT", "beyond_threshold"),
        ("CPC spiked from 1.2 to 3.4 on three Mondays", "anomaly_pattern", None, ""),
        ("气温和冰饮销量的相关系数0.12", "cross_domain_correlation", "REJECT", "statistical_support"),
        ("The new policy takes effect in May: alcohol ads are prohibited", "rule_update", None, ""),
        ("听说新规要求医疗广告必须附资质", "rule_update", "REJECT", "authoritative_source"),
    ],
)
def test_numbers_of_a_free_text_decide_its_criteria(text: str, trigger: str, action: str | None, reason: str) -> None:
    proposal = propose(text=text, ingested=True)
    assert proposal.candidate.trigger_type == trigger
    decided = proposal.decided
    assert (action, reason) == ((None, "") if decided is None else (decided.action.value, decided.reason))


def test_what_a_free_text_does_not_tell_is_left_open_for_a_person() -> None:
    criteria = propose(text="改用智能出价后，ROI从1.2提升到1.8", ingested=True).candidate.criteria
    assert [(criterion.holds, criterion.is_certain) for criterion in criteria] == [(True, True), (True, True), (True, False)]
