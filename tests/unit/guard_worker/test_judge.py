"""The judge: what it is asked, how its answer is read, and what it cannot do."""

import json
from typing import Any

import pytest

from services.guard_worker.asking import ask_judge
from services.guard_worker.judge import SHOWN_NEIGHBOURS, docket_of, read_judgements
from services.guard_worker.judge_schema import SCHEMA
from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action, Consistency, Grounding
from shared.domain.errors import ContentFault, ModelUnavailable
from tests.factories import NOW
from tests.fakes.language_model import CutOff, ScriptedModel
from tests.fakes.small_doors import FakeMetrics
from tests.unit.guard_worker.scenes import action_of, beside, judged, ruled, settle, stored

FULL = {"evidence": 0.9, "specificity": 0.5, "novelty": 0.9, "actionability": 0.5, "durability": 0.5}
ENTRY: dict[str, Any] = {
    "ref": 1, "action": "WRITE", "source_attribution": "user_stated", "grounding": "grounded",
    "consistency": "consistent", "target_ref": None, "quality": FULL, "reason": "said so",
}  # fmt: skip


def read(*entries: Any, cases: int = 1) -> Any:
    known = stored("I live in Berlin")
    batch = [beside(ruled(f"I own {n} cats", capture_id=f"c{n}"), (known, 0.8)) for n in range(1, cases + 1)]
    return read_judgements(json.dumps({"judgements": list(entries)}), docket_of(batch, NOW)), batch


def test_the_document_holds_references_and_never_ids() -> None:
    known = stored("I live in Berlin", memory_id="11111111-secret")
    case = beside(ruled("I live in Munich", [("assistant", "Where do you live?"), ("user", "I live in Munich")], context=1), (known, 0.8))
    model = ScriptedModel([{"judgements": [ENTRY]}])
    ask_judge(model, [case], now=NOW, max_tokens=100, metrics=FakeMetrics())
    request = model.requests[0]
    assert (request.schema_name, request.schema, request.max_tokens) == ("tiercel_judgement", SCHEMA, 100)
    document = request.document
    assert [turn["message_id"] for turn in document["turns"]] == ["m1", "m2"]
    assert [turn.get("context", False) for turn in document["turns"]] == [True, False]
    assert [candidate["ref"] for candidate in document["candidates"]] == [1]
    assert [neighbour["ref"] for neighbour in document["neighbours"]] == ["n1"]
    assert document["tool_findings"] == []
    text = json.dumps(document)
    assert not any(secret in text for secret in ("11111111-secret", case.candidate.id, case.candidate.capture_id))


def test_a_judge_is_shown_the_nearest_few_and_whatever_is_about_the_same_property() -> None:
    crowd = [(stored(f"I like tea number {n}", memory_id=f"tea-{n}", slot=f"tea {n}"), 0.9 - n / 100) for n in range(10)]
    mate = (stored("I live in Berlin", memory_id="home", slot="residence"), 0.1)
    case = beside(ruled("I live in Munich", slot="residence"), *crowd, mate)
    docket = docket_of([case], NOW)
    assert [memory.id for memory in docket.neighbours.values()] == [*(f"tea-{n}" for n in range(SHOWN_NEIGHBOURS)), "home"]
    hidden = json.dumps({"judgements": [{**ENTRY, "action": "UPDATE", "consistency": "refines", "target_ref": "n8"}]})
    assert read_judgements(hidden, docket).invented == 1


def test_messages_of_different_captures_with_the_same_id_stay_apart() -> None:
    cases = [ruled("I own two cats", capture_id="c1"), ruled("I own two dogs", capture_id="c2")]
    docket = docket_of(cases, NOW)
    assert sorted(docket.references.values()) == ["m1", "m2"]


def test_an_invented_ref_is_ignored_and_counted() -> None:
    judgements, _ = read(ENTRY, {**ENTRY, "ref": 7}, {**ENTRY, "ref": "1"}, "nonsense")
    assert len(judgements.by_candidate) == 1
    assert judgements.invented == 3


def test_an_invented_target_is_ignored_and_counted() -> None:
    judgements, batch = read({**ENTRY, "consistency": "contradicts", "target_ref": "n9"})
    word = judgements.by_candidate[batch[0].candidate.id]
    assert (word.target_id, word.consistency, judgements.invented) == (None, Consistency.UNKNOWN, 1)


@pytest.mark.parametrize(
    "broken",
    [{"action": "KEEP"}, {"action": "NOOP"}, {"action": None}, {"grounding": "very"}, {"consistency": 3}, {"action": ["WRITE"]}],
)
def test_a_malformed_judgement_is_left_out_and_its_candidate_waits(broken: dict[str, Any]) -> None:
    judgements, batch = read({**ENTRY, **broken})
    assert (judgements.by_candidate, judgements.malformed) == ({}, 1)
    assert action_of(settle(batch[0])[0][0]) == ("PENDING_REVIEW", "not_judged")


def test_the_first_of_two_judgements_for_one_candidate_counts() -> None:
    judgements, batch = read({**ENTRY, "action": "REJECT"}, ENTRY)
    assert judgements.by_candidate[batch[0].candidate.id].action is Action.REJECT
    assert judgements.malformed == 1


@pytest.mark.parametrize("quality", [None, {}, {**FULL, "novelty": "high"}, {**FULL, "novelty": float("nan")}, {**FULL, "evidence": True}])
def test_incomplete_quality_is_measured_instead(quality: Any) -> None:
    judgements, batch = read({**ENTRY, "quality": quality})
    assert judgements.by_candidate[batch[0].candidate.id].quality is None


def test_quality_is_clamped() -> None:
    judgements, batch = read({**ENTRY, "quality": {**FULL, "novelty": 7, "evidence": -1}})
    quality = judgements.by_candidate[batch[0].candidate.id].quality
    assert quality is not None
    assert (quality.novelty, quality.evidence) == (1.0, 0.0)


GOOD = json.dumps({"judgements": [ENTRY]})


@pytest.mark.parametrize(
    "text",
    [GOOD, f"```json\n{GOOD}\n```", f"Sure:\n{GOOD}\nDone.", f"<think>{{'a':1}}</think>{GOOD}", "\ufeff" + GOOD, json.dumps([ENTRY])],
)
def test_fences_prose_thoughts_and_a_root_list_are_read(text: str) -> None:
    case = ruled("I own 1 cats")
    assert len(read_judgements(text, docket_of([case], NOW)).by_candidate) == 1


@pytest.mark.parametrize(
    "text", ["", "I cannot judge this", '{"judgements": [', '{"judgements": {}}', "<think>unfinished", "null", "[" * 5000]
)
def test_an_unreadable_answer_is_a_content_fault(text: str) -> None:
    with pytest.raises(ContentFault):
        read_judgements(text, docket_of([ruled("I own 1 cats")], NOW))


def test_an_unreadable_or_cut_off_answer_is_repaired_once_with_more_room() -> None:
    model = ScriptedModel([CutOff(GOOD), GOOD])
    hearing = ask_judge(model, [ruled("I own 1 cats")], now=NOW, max_tokens=100, metrics=FakeMetrics())
    assert (hearing.fault, len(hearing.judgements.by_candidate)) == ("", 1)
    assert [request.max_tokens for request in model.requests] == [100, 200]
    assert model.requests[1].instructions.startswith(model.requests[0].instructions)


def test_an_answer_that_stays_unreadable_is_no_judgement() -> None:
    model = ScriptedModel(["nonsense"])
    hearing = ask_judge(model, [ruled("I own 1 cats")], now=NOW, max_tokens=100, metrics=FakeMetrics())
    assert (hearing.fault, hearing.judgements.by_candidate, len(model.requests)) == ("judge_unreadable", {}, 2)


def test_an_outage_is_passed_on() -> None:
    with pytest.raises(ModelUnavailable):
        ask_judge(ScriptedModel([ModelUnavailable("429")]), [ruled("I own 1 cats")], now=NOW, max_tokens=100, metrics=FakeMetrics())


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        (judged(), ("WRITE", "new")),
        (judged(Action.REJECT), ("REJECT", "judge_rejected")),
        (judged(Action.PENDING_REVIEW), ("PENDING_REVIEW", "judge_unsure")),
        (judged(grounding=Grounding.UNSUPPORTED), ("REJECT", "unsupported")),
        (judged(attribution=Attribution.AGENT_INFERENCE), ("PENDING_REVIEW", "attribution_disputed")),
        (judged(attribution=Attribution.ASSISTANT_SUGGESTION), ("PENDING_REVIEW", "attribution_disputed")),
        (None, ("PENDING_REVIEW", "not_judged")),
    ],
)
def test_a_judge_can_refuse_and_doubt(word: Any, outcome: tuple[str, str]) -> None:
    assert action_of(settle(beside(ruled("I own two cats"), judgement=word))[0][0]) == outcome


def test_a_judge_cannot_raise_what_the_rules_have_capped() -> None:
    lines = [("assistant", "建议你把预算调到5万"), ("user", "好的")]
    case = beside(ruled("用户把预算调到5万", lines, [("m1", "把预算调到5万")]), judgement=judged())
    assert action_of(settle(case)[0][0]) == ("PENDING_REVIEW", "high_risk")


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"layer": Layer.CORE_RULES}, ("PENDING_REVIEW", "layer_l1")),
        ({"layer": Layer.SKILL_TEMPLATE}, ("REJECT", "layer_l4_external")),
        ({"layer": Layer.STRATEGY_EXP, "subject": None}, ("PENDING_REVIEW", "layer_l2")),
        ({"layer": Layer.REALTIME_ENV, "attribution": Attribution.AGENT_INFERENCE}, ("REJECT", "layer_l3_source")),
    ],
)
def test_layers_outrank_a_judge_that_always_says_write(fields: dict[str, Any], outcome: tuple[str, str]) -> None:
    assert action_of(settle(beside(ruled("The office door code changes daily", **fields), judgement=judged()))[0][0]) == outcome


def test_a_risky_statement_that_is_only_implied_waits() -> None:
    case = beside(ruled("I am allergic to peanuts"), judgement=judged(grounding=Grounding.WEAKLY_GROUNDED))
    assert action_of(settle(case)[0][0]) == ("PENDING_REVIEW", "high_risk")
    assert action_of(settle(beside(ruled("I am allergic to peanuts"), judgement=judged()))[0][0])[0] == "WRITE"
