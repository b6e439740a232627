"""Every example of docs/events.md on the whole system, without a model and with one: its outcome is what the page states."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from shared.domain.trigger import TriggerType
from shared.text.normalise import clean_text
from tests.docs.events_page import Example, examples
from tests.processes.model_gateway import ModelGateway
from tests.processes.system import SystemProcess, running_system
from tiercel import Tiercel
from tiercel.cli import main

WAIT_SECONDS = 30
CURLS, COMMANDS = examples("curl"), examples("tiercel")


def by_type(example: Example) -> str:
    return example.trigger.value


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SystemProcess]:
    with running_system(tmp_path_factory.mktemp("offline")) as system:
        yield system


@pytest.fixture(scope="module")
def with_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SystemProcess]:
    with ModelGateway(answer_as_a_model) as gateway:
        given = {"MEMORY_LLM_BASE_URL": gateway.base_url, "MEMORY_LLM_API_KEY": "key", "TIERCEL_LLM_MODE": "required"}
        with running_system(tmp_path_factory.mktemp("model"), **given) as system:
            yield system


def answer_as_a_model(schema: str, document: dict[str, Any]) -> dict[str, Any]:
    """A model that takes everything for good, and every layer for L2: what it may not decide must be decided all the same."""
    if schema == "tiercel_extraction":
        return {"candidates": [_candidate(turn, document["hint"]) for turn in document["turns"] if not turn.get("context")]}
    same = next((near["ref"] for near in document["neighbours"] if "plan-12" in near["text"]), None)
    stands = {"consistency": "unknown", "target_ref": None} if same is None else {"consistency": "refines", "target_ref": same}
    agreed = {"action": "WRITE" if same is None else "UPDATE", "grounding": "grounded", "reason": "as told", **stands}
    return {"judgements": [{"ref": each["ref"], "source_attribution": None, **agreed} for each in document["candidates"]]}


def _candidate(turn: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    return {
        "text": turn["text"],
        "category": "fact",
        "layer": "L2",
        "trigger_type": hint.get("trigger_type", "user_feedback"),
        "confidence": 0.9 if "trigger_type" in hint else 0.5,
        "criteria": [{"holds": True, "reason": "so it says"}] * 3,
        "importance": 0.7,
        "evidence": [{"message_id": turn["message_id"], "quote": turn["text"]}],
        "source_attribution": "system_event",
        "subject": None,
        "slot": None,
        "language": "en",
    }


def posted(system: SystemProcess, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What curl gets: the receipt."""
    answer = httpx.post(system.url + path, json=body, headers={"Authorization": f"Bearer {system.key}"}, timeout=20)
    assert answer.status_code == 202, answer.text
    receipt: dict[str, Any] = answer.json()
    return receipt


def outcome_of(client: Tiercel, receipt: dict[str, Any]) -> dict[str, Any]:
    """The one outcome of a report."""
    (outcome,) = client.capture(receipt["capture_id"], wait_seconds=WAIT_SECONDS)["outcomes"]
    return dict(outcome)


def said(outcome: dict[str, Any], client: Tiercel) -> tuple[str, str]:
    """The action, and the layer of what was written, else the reason."""
    written = outcome["action"] == "WRITE"
    return outcome["action"], client.memory(outcome["memory_id"])["layer"] if written else outcome["reason"]


def check_recalled(client: Tiercel, example: Example, outcome: dict[str, Any]) -> None:
    """By its label, and not under another's."""
    labels = client.memory(outcome["memory_id"])["labels"]
    assert labels
    asked = {"user_id": example.user_id, "deadline_ms": 5000}
    found = client.recall(example.query, labels=labels, **asked)
    assert outcome["memory_id"] in [memory["id"] for memory in found["memories"]], found
    others = client.recall(example.query, labels=dict.fromkeys(labels, "somebody else"), **asked)
    assert others["memories"] == []


@pytest.mark.parametrize("example", CURLS, ids=by_type)
def test_a_curl_of_the_page_ends_as_the_page_says(offline: SystemProcess, example: Example) -> None:
    with offline.connect() as client:
        outcome = outcome_of(client, posted(offline, "/v1/events", example.body))
        assert said(outcome, client) == (example.action, example.detail), outcome
        check_recalled(client, example, outcome)


@pytest.mark.parametrize("example", COMMANDS, ids=by_type)
def test_a_command_of_the_page_ends_as_the_page_says(
    offline: SystemProcess, example: Example, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TIERCEL_URL", offline.url)
    monkeypatch.setenv("TIERCEL_API_KEY", offline.key)
    with pytest.raises(SystemExit) as left:
        main(example.command[1:])
    printed = capsys.readouterr().out
    assert left.value.code == 0
    text = clean_text(example.command[example.command.index("--summary") + 1])
    assert f"  {example.action} {text} (" in printed
    if example.action == "WRITE":
        with offline.connect() as client:
            (memory,) = client.memories(user_id=example.user_id, q=text)["items"]
            assert memory["layer"] == example.detail
            check_recalled(client, example, {"memory_id": memory["id"]})
    else:
        assert f": {example.detail})" in printed
        assert "waits in review" in printed


@pytest.mark.parametrize("example", CURLS, ids=by_type)
def test_with_a_model_an_event_is_written_in_the_layer_of_its_type(with_model: SystemProcess, example: Example) -> None:
    with with_model.connect() as client:
        outcome = outcome_of(client, posted(with_model, "/v1/events", example.body))
        assert said(outcome, client) == ("WRITE", example.detail), outcome
        check_recalled(client, example, outcome)


PLAN = {"plan_id": "8", "strategy_used": "bid by hour", "target_metric": 1, "actual_metric": 2}
REFUSED: dict[TriggerType, tuple[str, dict[str, Any], str]] = {
    TriggerType.USER_FEEDBACK: ("brand_C 的客户要求标题朴素", {"from_user": False}, "not_from_user"),
    TriggerType.STRATEGY_EXECUTION: ("plan-8 may have met its target", PLAN, "causal_chain"),
    TriggerType.ENVIRONMENT_CHANGE: ("听说平台Q下月涨价", {"impact": "提前备货"}, "objective_observation"),
    TriggerType.RULE_UPDATE: ("It is recommended to add a licence number", {"issued_by": "legal"}, "hard_constraint"),
    TriggerType.ANOMALY_PATTERN: ("brand_C had 24 refunds", {"expected": 20, "actual": 24}, "beyond_threshold"),
    TriggerType.PERFORMANCE_OPTIMIZATION: ("brand_C 换图后成本为 9.8 元", {"before": 10, "after": 9.8}, "gain_beyond_noise"),
    TriggerType.CROSS_DOMAIN_CORRELATION: ("Weather and orders of brand_C go together", {"correlation": 0.1}, "statistical_support"),
    TriggerType.PERIODIC_PATTERN: ("brand_C 周五访问多", {"period_days": 7, "observed_days": 7}, "repeated"),
}  # fmt: skip


@pytest.mark.parametrize("system_name", ["offline", "with_model"])
@pytest.mark.parametrize("trigger", TriggerType)
def test_what_its_data_deny_is_refused_at_value_whatever_a_model_says(
    system_name: str, trigger: TriggerType, request: pytest.FixtureRequest
) -> None:
    system: SystemProcess = request.getfixturevalue(system_name)
    summary, data, criterion = REFUSED[trigger]
    with system.connect() as client:
        outcome = outcome_of(client, client.trigger(trigger.value, summary, data, user_id="ann"))
        assert (outcome["action"], outcome["stage"], outcome["reason"]) == ("REJECT", "value", criterion)
        (verdict,) = [each for each in client.trace(outcome["trace_id"])["stages"] if each["stage"] == "value"]
        assert verdict["said"] == "fails"
        assert not all(answer["holds"] for answer in verdict["seen"].values())


def test_what_its_data_leave_open_waits_in_review(offline: SystemProcess) -> None:
    with offline.connect() as client:
        receipt = client.trigger(
            "performance_optimization", "brand_D 换图后每单成本为 9 元", {"before": 12, "after": 9, "advertiser": "brand_D"}
        )
        outcome = outcome_of(client, receipt)
        assert (outcome["action"], outcome["reason"]) == ("PENDING_REVIEW", "value_undecided")
        assert outcome["review_id"]


@pytest.mark.parametrize("system_name", ["offline", "with_model"])
def test_a_later_report_of_the_same_plan_is_proposed_as_its_update(system_name: str, request: pytest.FixtureRequest) -> None:
    system: SystemProcess = request.getfixturevalue(system_name)
    data = {"plan_id": "plan-12", "strategy_used": "bid by hour", "target_metric": 50, "mechanism": "cheap nights", "business_line": "food"}
    with system.connect() as client:

        def report(cost: int, day: int) -> dict[str, Any]:
            summary = f"plan-12 of brand_F bid by hour and paid {cost} yuan per order against a target of 50"
            fields = {"user_id": "ida", "observed_at": f"2026-11-{day}T00:00:00Z", "labels": {"category": "shoes"}}
            return outcome_of(client, client.trigger("strategy_execution", summary, {**data, "actual_metric": cost}, **fields))

        first, second = report(42, 10), report(39, 20)
        assert (first["action"], second["action"]) == ("WRITE", "PENDING_REVIEW"), second
        memory = client.memory(first["memory_id"])
        assert (memory["subject"], memory["slot"]) == ("food", "strategy_execution: plan-12")
        assert memory["labels"] == {"business_line": "food", "category": "shoes"}
        client.answer_review(second["review_id"], "approve")
        assert "39" in client.memory(first["memory_id"])["text"]
        assert len(client.history(first["memory_id"])["items"]) == 2


@pytest.mark.parametrize("system_name", ["offline", "with_model"])
def test_a_rule_through_a_key_without_authority_waits_in_review(system_name: str, request: pytest.FixtureRequest) -> None:
    system: SystemProcess = request.getfixturevalue(system_name)
    made = httpx.post(
        system.url + "/v1/admin/keys",
        json={"roles": ["writer", "reader"], "name": "reporter"},
        headers={"Authorization": f"Bearer {system.key}"},
        timeout=20,
    )
    assert made.status_code == 201, made.text
    rule = {"issued_by": "legal", "scope": "toys", "is_mandatory": True, "business_line": "toys"}
    with Tiercel(system.url, made.json()["key"]) as reporter:
        outcome = outcome_of(reporter, reporter.trigger("rule_update", "Toys must carry a warning of small parts", rule))
    assert (outcome["action"], outcome["reason"]) == ("PENDING_REVIEW", "layer_l1")


def test_the_same_key_again_has_no_second_effect(offline: SystemProcess) -> None:
    fields = {"labels": {"advertiser": "brand_E"}, "idempotency_key": "report-1", "user_id": "kim"}
    data = {"metric": "calls", "expected": 10, "actual": 30, "cause": "a broken form", "occurrences": 4, "advertiser": "brand_A"}
    with offline.connect() as client:
        first = client.trigger("anomaly_pattern", "brand_E had 30 calls a day instead of 10", data, **fields)
        outcome = outcome_of(client, first)
        second = client.trigger("anomaly_pattern", "brand_E had 30 calls a day instead of 10", data, **fields)
        assert (first["duplicate"], second["duplicate"], second["capture_id"]) == (False, True, first["capture_id"])
        memory = client.memory(outcome["memory_id"])
        assert memory["labels"] == {"advertiser": "brand_E"}
        assert memory["expires_at"] is not None
        assert client.ledger()["imbalance"] == 0


def test_free_text_below_the_threshold_ends_at_classify_and_no_judge_is_asked(with_model: SystemProcess) -> None:
    with with_model.connect() as client:
        outcome = outcome_of(client, client.ingest("The weather in the park was rather nice", user_id="ann"))
        trace = client.trace(outcome["trace_id"])
    assert (outcome["action"], outcome["stage"], outcome["reason"]) == ("REJECT", "classify", "low_confidence")
    assert [verdict["stage"] for verdict in trace["stages"]] == ["classify"]


def test_the_commands_work_as_processes(offline: SystemProcess) -> None:
    environ = {**os.environ, "TIERCEL_URL": offline.url, "TIERCEL_API_KEY": offline.key}

    def run(*arguments: str, said: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "tiercel", *arguments]
        return subprocess.run(command, env=environ, input=said, capture_output=True, text=True, timeout=60, check=False)

    text = "每月 8 日门店客流最低，连续六个月如此"
    report = run("ingest", text, "--business-line", "retail", "--label", "region=north", "--user", "bob")
    assert (report.returncode, clean_text(text) in report.stdout) == (0, True), report.stdout + report.stderr
    looked = run("extract", said="I prefer window seats on night trains.")
    assert "preference L2 user_feedback  I prefer window seats" in looked.stdout
    with offline.connect() as client:
        assert client.memories(q="window seats")["total"] == 0
