"""Free text and structured events at the door."""

from typing import Any

import pytest

from shared.domain.trigger import TriggerType
from tests.unit.api.pipeline import Pipeline

STRATEGY = {
    "plan_id": "plan-7",
    "strategy_used": "lower the bid by 10 %",
    "target_metric": 2.0,
    "actual_metric": 2.4,
    "advertiser": "brand_A",
}


@pytest.mark.parametrize("text", ["我住在杭州，在阿里巴巴工作", "I live in Hangzhou and work at Alibaba"])
def test_an_ingested_statement_becomes_a_memory_of_its_owner(pipeline: Pipeline, text: str) -> None:
    capture = pipeline.settled(pipeline.post("/v1/ingest", {"description": text, "user_id": "ann", "labels": {"team": "x"}}))
    assert "WRITE" in {outcome["action"] for outcome in capture["outcomes"]}, capture
    memory = pipeline.memories()[0]
    assert (memory["user_id"], memory["labels"]) == ("ann", {"team": "x"})


def test_an_ingested_text_of_no_type_ends_at_the_stage_classify(pipeline: Pipeline) -> None:
    capture = pipeline.settled(pipeline.post("/v1/ingest", {"description": "The weather in the park was rather nice"}))
    assert [(each["action"], each["stage"]) for each in capture["outcomes"]] == [("REJECT", "classify")]


def test_an_event_keeps_its_data_labels_and_source(pipeline: Pipeline) -> None:
    body = {
        "event_type": "strategy_execution",
        "summary": "Lowering the bid by 10 % raised ROI from 2.0 to 2.4",
        "data": STRATEGY,
        "source": "ad-platform",
        "observed_at": "2026-11-01T08:00:00+08:00",
        "idempotency_key": "event-1",
    }
    answer = pipeline.post("/v1/events", body)
    (turn,) = pipeline.doors.captures.turns("acme", [answer.json()["capture_id"]])
    assert (turn.trigger_hint, turn.data, turn.messages[0].name) == (TriggerType.STRATEGY_EXECUTION, STRATEGY, "ad-platform")
    assert turn.occurred_at.isoformat() == "2026-11-01T00:00:00+00:00"
    capture = pipeline.settled(answer)
    (outcome,) = capture["outcomes"]
    assert (capture["status"], outcome["stage"] not in {"classify", "value"}) == ("done", True), outcome
    assert pipeline.post("/v1/events", body).json()["duplicate"]
    assert pipeline.imbalance() == 0


def test_a_wrong_event_type_is_answered_with_all_eight(pipeline: Pipeline) -> None:
    answer = pipeline.post("/v1/events", {"event_type": "birthday", "summary": "x"})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "event_type")
    assert all(kind.value in answer.json()["error"]["message"] for kind in TriggerType)


@pytest.mark.parametrize("name", ["plan_id", "strategy_used", "target_metric", "actual_metric"])
def test_a_missing_field_of_the_type_is_named(pipeline: Pipeline, name: str) -> None:
    data = {field: value for field, value in STRATEGY.items() if field != name}
    answer = pipeline.post("/v1/events", {"event_type": "strategy_execution", "summary": "s", "data": data})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, f"data.{name}")


@pytest.mark.parametrize("authority", [True, False])
def test_only_a_key_with_authority_makes_an_event_a_rule(pipeline: Pipeline, authority: bool) -> None:
    from shared.ports.key_ring import KeyRole  # noqa: PLC0415

    pipeline.add_key("writer", roles=frozenset({KeyRole.WRITER}), authority=authority)
    body = {"event_type": "rule_update", "summary": "From 1 December all budgets above 5000 need a second approval"}
    answer = pipeline.post("/v1/events", body, key="writer")
    (turn,) = pipeline.doors.captures.turns("acme", [answer.json()["capture_id"]])
    assert turn.authority is authority


def test_times_of_a_report_are_kept_and_must_be_in_order(pipeline: Pipeline) -> None:
    times: dict[str, Any] = {"valid_from": "2026-11-01T00:00:00Z", "valid_to": "2026-12-01T00:00:00Z"}
    pipeline.settled(pipeline.post("/v1/ingest", {"description": "I live in Hangzhou", "user_id": "ann", **times}))
    (memory,) = pipeline.memories()
    assert (memory["valid_from"], memory["valid_to"]) == (times["valid_from"], times["valid_to"])
    swapped = {"valid_from": times["valid_to"], "valid_to": times["valid_from"]}
    answer = pipeline.post("/v1/ingest", {"description": "I live in Hangzhou", **swapped})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "valid_to")


@pytest.mark.parametrize(
    ("event_type", "name", "value"),
    [
        ("strategy_execution", "target_metric", "high"),
        ("strategy_execution", "duration_days", 0),
        ("strategy_execution", "business_line", ["search"]),
        ("strategy_execution", "advertiser", "x" * 1001),
        ("user_feedback", "from_user", "yes"),
        ("environment_change", "started_at", "soon"),
        ("rule_update", "scope", 7),
        ("anomaly_pattern", "occurrences", 1.5),
        ("performance_optimization", "noise", 8),
        ("performance_optimization", "before", True),
        ("cross_domain_correlation", "correlation", 72),
        ("cross_domain_correlation", "confounders_excluded", 1),
        ("periodic_pattern", "period_days", -7),
    ],
)
def test_a_field_of_another_kind_is_named_with_the_kind_it_must_be(pipeline: Pipeline, event_type: str, name: str, value: Any) -> None:
    needed = STRATEGY if event_type == "strategy_execution" else {}
    answer = pipeline.post("/v1/events", {"event_type": event_type, "summary": "s", "data": {**needed, name: value}})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, f"data.{name}")
    assert "Must be" in answer.json()["error"]["message"]


@pytest.mark.parametrize("value", [None, "", [], {}])
def test_an_empty_field_is_as_good_as_none(pipeline: Pipeline, value: Any) -> None:
    answer = pipeline.post("/v1/events", {"event_type": "strategy_execution", "summary": "s", "data": {**STRATEGY, "plan_id": value}})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "data.plan_id")
    assert "strategy_execution" in answer.json()["error"]["message"]


def test_fields_that_stand_in_no_table_are_kept(pipeline: Pipeline) -> None:
    data = {"rule": "no refunds", "ticket": {"id": 7, "tags": ["x"]}, "客户": "甲"}
    answer = pipeline.post("/v1/events", {"event_type": "rule_update", "summary": "No refunds after 30 days", "data": data})
    (turn,) = pipeline.doors.captures.turns("acme", [answer.json()["capture_id"]])
    assert turn.data == data


@pytest.mark.parametrize("path", ["/v1/ingest", "/v1/events"])
def test_visibility_and_time_to_live_of_a_report_are_those_of_its_memory(pipeline: Pipeline, path: str) -> None:
    text = "Platform P raised its delivery fee from 3 to 5 yuan on 1 November 2026"
    event = {"event_type": "environment_change", "summary": text, "data": {"impact": "small orders", "business_line": "food"}}
    said = {"description": "I live in Hangzhou"} if path == "/v1/ingest" else event
    fields = {
        "user_id": "ann",
        "visibility": "team",
        "ttl_seconds": 60,
        "observed_at": "2026-03-01T08:00:00Z",
        "labels": {"category": "own"},
    }
    pipeline.settled(pipeline.post(path, {**said, **fields}))
    (memory,) = pipeline.memories()
    assert (memory["visibility"], memory["observed_at"]) == ("team", "2026-03-01T08:00:00Z")
    assert memory["expires_at"] is not None
    assert memory["labels"] == ({"category": "own"} if path == "/v1/ingest" else {"category": "own", "business_line": "food"})
