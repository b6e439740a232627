"""Fact-checking tools: when they are asked, in which order, and that they beat the judge and never a rule."""

from datetime import timedelta
from typing import Any

import pytest

from services.guard_worker.factuality import claim_of, wants_tools
from services.guard_worker.judge_prompt import judge_document
from shared.adapters.bounded_verifier import BoundedVerifier
from shared.adapters.default_verifier import DefaultVerifier
from shared.domain.candidate import Attribution, Candidate, Role
from shared.domain.factuality import FactVerdict, Tool
from shared.domain.trigger import TriggerType
from tests.factories import NOW
from tests.fakes.language_model import ScriptedModel
from tests.fakes.small_doors import FakeMetrics
from tests.fakes.text_model import ScriptedTextModel
from tests.fakes.verifier import ScriptedVerifier
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import LIMITS, beside, proposed, ruled, stored
from tests.unit.guard_worker.test_drain import always_write, put
from tests.unit.guard_worker.test_local_judge import says


def event(text: str, data: dict[str, Any], **fields: Any) -> Candidate:
    """What a host reported as an event: one tool message, its data beside it."""
    return proposed(
        text, [("tool", text)], data=data, attribution=Attribution.SYSTEM_EVENT,
        trigger_type=TriggerType.PERFORMANCE_OPTIMIZATION, subject="campaign", **fields,
    )  # fmt: skip


def reject_all(request: Any) -> dict[str, Any]:
    answer = always_write(request)
    for judgement in answer["judgements"]:
        judgement |= {"action": "REJECT", "grounding": "unsupported"}
    return answer


def decided(rig: Rig, candidate: Candidate) -> tuple[str, str]:
    turn = rig.propose(candidate)
    rig.drain().drain()
    (outcome,) = rig.outcomes(turn)
    return outcome.action.value, outcome.reason


@pytest.mark.parametrize(
    ("text", "is_wanted"),
    [
        ("I own 3 cats", True),
        ("我养了三只猫", True),
        ("We open on 2026-03-05", True),
        ("The new landing page improved conversion", True),
        ("新落地页提升了转化率", True),
        ("The latest build is on staging", True),
        ("当前主力渠道是抖音", True),
        ("I like green tea", False),
        ("我喜欢喝茶", False),
    ],
)
def test_a_number_an_effect_word_or_a_freshness_word_asks_for_tools(text: str, is_wanted: bool) -> None:
    assert wants_tools(ruled(text), LIMITS) is is_wanted


def test_so_do_related_memories_in_scope() -> None:
    case = ruled("I like green tea", slot="drink")
    assert wants_tools(beside(case, (stored("I like black tea"), 0.85)), LIMITS)
    assert wants_tools(beside(case, (stored("I drink coffee", slot="drink"), 0.1)), LIMITS)
    assert not wants_tools(beside(case, (stored("I own two cats"), 0.3)), LIMITS)


def test_tools_are_tried_in_order_until_one_has_data() -> None:
    for first in Tool:
        verifier = ScriptedVerifier({first: FactVerdict.AGREES_REPEATEDLY})
        decided(Rig(judge=ScriptedModel(always_write), verifier=verifier), proposed("I own 3 cats"))
        assert [tool for tool, _ in verifier.asked] == list(Tool)[: list(Tool).index(first) + 1]


def test_what_needs_no_tool_costs_none() -> None:
    verifier = ScriptedVerifier({Tool.CAMPAIGN_ANALYSIS: FactVerdict.DISAGREES})
    assert decided(Rig(judge=ScriptedModel(always_write), verifier=verifier), proposed("My sister plays chess"))[0] == "WRITE"
    assert verifier.asked == []


@pytest.mark.parametrize("tool", list(Tool))
@pytest.mark.parametrize(
    ("verdict", "judge", "becomes"),
    [
        (FactVerdict.DISAGREES, always_write, ("REJECT", "unsupported")),
        (FactVerdict.AGREES_ONCE, always_write, ("PENDING_REVIEW", "high_risk")),
        (FactVerdict.AGREES_REPEATEDLY, always_write, ("WRITE", "new")),
        (FactVerdict.AGREES_REPEATEDLY, reject_all, ("WRITE", "new")),
        (FactVerdict.AGREES_ONCE, reject_all, ("PENDING_REVIEW", "high_risk")),
        (FactVerdict.NO_DATA, always_write, ("WRITE", "new")),
        (FactVerdict.NO_DATA, reject_all, ("REJECT", "unsupported")),
    ],
)
def test_the_tool_beats_the_judge(tool: Tool, verdict: FactVerdict, judge: Any, becomes: tuple[str, str]) -> None:
    rig = Rig(judge=ScriptedModel(judge), verifier=ScriptedVerifier({tool: verdict}))
    assert decided(rig, proposed("My budget is 500 euros")) == becomes


def test_a_tool_beats_no_rule_and_no_layer() -> None:
    verifier = ScriptedVerifier(dict.fromkeys(Tool, FactVerdict.AGREES_REPEATEDLY))
    rig = Rig(judge=ScriptedModel(always_write), verifier=verifier)
    assert decided(rig, proposed("I own 9 dogs", [("user", "I own dogs")])) == ("REJECT", "unsupported_number")
    assert verifier.asked == []
    weak = proposed(
        "用户每天跑步5公里", [("assistant", "建议你每天跑步5公里，药也按时吃"), ("user", "好的")],
        [("m1", "建议你每天跑步5公里"), ("m2", "好的")], slot="health",
    )  # fmt: skip
    turn = rig.propose(weak, turn_id="t2")
    rig.drain().drain()
    verdicts = {verdict.stage.value: verdict for verdict in rig.trace_of(rig.outcomes(turn)[0]).verdicts}
    assert verdicts["rules"].seen["grounding"] == "weakly_grounded"
    assert all(memory.attribution is Attribution.USER_CONFIRMED for memory in rig.current())


def test_findings_reach_the_judge_and_the_trace() -> None:
    judge = ScriptedModel(always_write)
    rig = Rig(judge=judge, verifier=ScriptedVerifier({Tool.MEMORY_SEARCH: FactVerdict.AGREES_ONCE}, note="1 x seen"))
    turn = rig.propose(proposed("My sister plays chess"), proposed("I own 3 cats"))
    rig.drain().drain()
    assert judge.requests[0].document["tool_findings"] == [
        {"ref": 2, "tool": "memory_search", "verdict": "agrees_once", "note": "1 x seen"}
    ]
    seen = [{v.stage.value: v.seen for v in rig.trace_of(outcome).verdicts}["judge"] for outcome in rig.outcomes(turn)]
    assert "tool_findings" not in seen[0]
    assert [(found["tool"], found["verdict"]) for found in seen[1]["tool_findings"]] == [
        ("campaign_analysis", "no_data"), ("memory_search", "agrees_once")
    ]  # fmt: skip


def test_the_local_judge_and_rules_alone_use_no_tools() -> None:
    verifier = ScriptedVerifier(dict.fromkeys(Tool, FactVerdict.DISAGREES))
    assert decided(Rig(local=ScriptedTextModel([says("WRITE")]), verifier=verifier), proposed("I own 3 cats"))[0] == "WRITE"
    assert decided(Rig(verifier=verifier), proposed("I own 3 cats"))[0] == "WRITE"
    assert verifier.asked == []


def test_what_falls_back_to_the_gateway_is_checked_there() -> None:
    verifier = ScriptedVerifier({Tool.CAMPAIGN_ANALYSIS: FactVerdict.DISAGREES})
    rig = Rig(judge=ScriptedModel(always_write), local=ScriptedTextModel(["garbled"]), verifier=verifier)
    assert decided(rig, proposed("I own 3 cats")) == ("REJECT", "unsupported")


def test_a_claim_holds_reported_data_and_never_what_a_model_read() -> None:
    read = ruled("ROI rose to 2.4", data={"roi": 2.4})
    assert claim_of(read, LIMITS).data == {}
    reported = ruled("ROI rose to 2.4", [("tool", "ROI rose to 2.4")], data={"roi": 2.4}, attribution=Attribution.SYSTEM_EVENT)
    assert claim_of(reported, LIMITS).data == {"roi": 2.4}
    assert all(message.role is Role.TOOL for message in reported.candidate.sources)


@pytest.mark.parametrize(
    ("text", "data", "becomes"),
    [
        ("暂停晚间投放后ROI提升到2.4", {"roi": {"before": 2.0, "after": 2.4}}, "WRITE"),
        ("暂停晚间投放后ROI提升到2.4", {"roi": {"before": 2.4, "after": 2.0}}, "REJECT"),
        ("The pause raised ROI to 4.0", {"roi": 3.2}, "REJECT"),
        ("The pause raised ROI to 3.2", {"roi": 3.2, "repetitions": 4}, "WRITE"),
    ],
)
def test_the_built_in_tools_read_the_events_data(text: str, data: dict[str, Any], becomes: str) -> None:
    rig = Rig(judge=ScriptedModel(always_write), verifier=BoundedVerifier(DefaultVerifier(), FakeMetrics()))
    assert decided(rig, event(text, data))[0] == becomes


def test_d9_a_changed_number_is_an_update_and_no_disagreement_of_the_built_in_tools() -> None:
    rig = Rig(judge=ScriptedModel(always_write), verifier=DefaultVerifier())
    put(rig, stored("I have worked 5 years at Google", slot="tenure"))
    later = proposed("I have worked 6 years at Google", slot="tenure", at=NOW + timedelta(days=300))
    assert decided(rig, later) == ("UPDATE", "supersedes")


def test_a_document_without_findings_says_so() -> None:
    assert judge_document((ruled("I own 3 cats"),), {}, {("c1", "m1"): "m1"}, NOW)["tool_findings"] == []
