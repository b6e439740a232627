"""`ingest`, `trigger` and `extract` against a stand-in: what is sent, what is printed, what is wrong usage."""

import io
import json

import pytest

from shared.domain.trigger import TriggerType
from tests.unit.clients.stand_in import StandIn
from tiercel import EVENT_TYPES
from tiercel.cli import main

TAKEN = (202, {"capture_id": "c1", "turn_id": "t1", "duplicate": False, "status": "accepted"})
WAITS = {"action": "PENDING_REVIEW", "text": "t", "stage": "judge", "reason": "value_undecided", "review_id": "r1"}
REFUSED = {"action": "REJECT", "text": "t", "stage": "value", "reason": "beyond_threshold", "review_id": None}


def service(status="done", outcomes=(REFUSED,), taken=TAKEN):
    return StandIn({
        ("POST", "/v1/ingest"): taken,
        ("POST", "/v1/events"): taken,
        ("GET", "/v1/captures/c1"): {"capture_id": "c1", "status": status, "outcomes": list(outcomes)},
    })  # fmt: skip


@pytest.fixture
def run(monkeypatch, capsys):
    """A function: (stand-in, arguments, standard input) -> (exit code, output, errors)."""

    def call(stand_in, *arguments, said=""):
        monkeypatch.setattr("tiercel.client.Tiercel.local", stand_in.client)
        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        monkeypatch.setenv("COLUMNS", "400")
        with pytest.raises(SystemExit) as left:
            main(arguments)
        captured = capsys.readouterr()
        return left.value.code, captured.out, captured.err

    return call


def test_the_client_knows_the_eight_types():
    assert tuple(TriggerType) == EVENT_TYPES


def test_ingest_sends_its_options_and_prints_the_outcomes(run):
    stand_in = service(outcomes=[REFUSED, WAITS])
    options = ["--advertiser", "A", "--business-line", "search", "--label", "region=华北", "--label", "x=a=b", "--user", "ann"]
    code, out, _ = run(stand_in, "ingest", "周三点击率异常", *options, "--ttl", "12h")
    assert code == 0
    labels = {"region": "华北", "x": "a=b", "advertiser": "A", "business_line": "search"}
    assert stand_in.requests[0][2] == {"description": "周三点击率异常", "labels": labels, "user_id": "ann", "ttl_seconds": 43_200}
    assert "REJECT t (value: beyond_threshold)" in out
    assert "waits in review r1" in out


def test_trigger_sends_type_summary_data_and_times(run):
    stand_in = service()
    options = ["--observed-at", "2026-11-30T09:00:00+08:00", "--ttl", "0", "--source", "ads", "--idempotency-key", "k", "--no-wait"]
    code, out, _ = run(stand_in, "trigger", "anomaly-pattern", "--summary", "s", "--data", '{"expected": 1}', *options)
    assert (code, out) == (0, "accepted: tiercel capture c1\n")
    assert stand_in.requests == [
        (
            "POST",
            "/v1/events",
            {
                "event_type": "anomaly_pattern",
                "summary": "s",
                "data": {"expected": 1},
                "source": "ads",
                "observed_at": "2026-11-30T09:00:00+08:00",
                "ttl_seconds": 0,
                "idempotency_key": "k",
            },
        )
    ]


@pytest.mark.parametrize("place", ["file", "standard input"])
def test_data_come_from_a_file_or_from_standard_input(run, tmp_path, place):
    content = '{"规则": "不得"}'
    (tmp_path / "data.json").write_text("\ufeff" + content, encoding="utf-8")
    stand_in = service()
    written = f"@{tmp_path / 'data.json'}" if place == "file" else "@-"
    assert run(stand_in, "trigger", "rule_update", "--summary", "s", "--data", written, said=content)[0] == 0
    assert stand_in.requests[0][2]["data"] == {"规则": "不得"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["birthday", "--summary", "s"], ("birthday", *EVENT_TYPES)),
        (["rule_update", "--summary", "s", "--data", "{not json"], ("--data", "not JSON")),
        (["rule_update", "--summary", "s", "--data", "[1]"], ("must be a JSON object",)),
        (["rule_update", "--summary", "s", "--data", '{"a": NaN}'], ("NaN",)),
        (["rule_update", "--summary", "s", "--data", "@/no/such/file.json"], ("/no/such/file.json", "No such file")),
        (["rule_update", "--summary", "s", "--label", "region"], ("region", "key=value")),
        (["rule_update", "--summary", "s", "--ttl", "soon"], ("soon", "12h")),
        (["rule_update"], ("--summary",)),
    ],
)
def test_what_cannot_be_read_is_named_and_nothing_is_sent(run, arguments, words):
    stand_in = service()
    code, _, err = run(stand_in, "trigger", *arguments)
    assert (code, stand_in.requests) == (2, [])
    flat = " ".join(err.replace("│", " ").split())
    assert [word for word in words if word not in flat] == []


def test_a_refused_field_is_named_on_standard_error(run):
    refusal = (422, {"error": {"code": "wrong_field", "message": "It is needed.", "field": "data.plan_id", "request_id": "r"}})
    code, out, err = run(service(taken=refusal), "trigger", "strategy_execution", "--summary", "s")
    assert (code, out, err) == (1, "", "tiercel: It is needed. (data.plan_id)\n")


def test_a_report_that_could_not_be_processed_is_exit_code_1(run):
    assert run(service(status="dead", outcomes=()), "ingest", "t")[0] == 1


def test_a_report_that_is_not_decided_in_time_says_where_to_ask(run):
    code, out, _ = run(service(status="judging", outcomes=()), "ingest", "t")
    assert code == 0
    assert "tiercel capture c1 --wait 30" in out


def test_a_skipped_report_says_why_and_nothing_is_waited_for(run):
    stand_in = service(taken=(202, {"capture_id": "c1", "duplicate": False, "status": "skipped", "reason": "harmful:weapons"}))
    assert run(stand_in, "ingest", "t")[1] == "skipped: harmful:weapons\n"
    assert len(stand_in.requests) == 1


def test_a_report_that_was_sent_before_says_so(run):
    assert "no second effect" in run(service(taken=(202, {**TAKEN[1], "duplicate": True})), "ingest", "t")[1]


EXTRACTED = {
    "candidates": [{"category": "preference", "layer": "L2", "trigger_type": "user_feedback", "text": "I prefer [tea]"}],
    "rejected": [{"text": "maybe", "stage": "value", "reason": "tentative"}],
    "redactions": {},
    "refused": None,
}


def test_extract_shows_candidates_and_what_falls(run):
    stand_in = StandIn({("POST", "/v1/extract"): EXTRACTED})
    code, out, _ = run(stand_in, "extract", said="I prefer [tea]\nmaybe\n")
    assert code == 0
    assert out == "preference L2 user_feedback  I prefer [tea]\nREJECT maybe (value: tentative)\n"
    assert stand_in.requests == [("POST", "/v1/extract", {"text": "I prefer [tea]\nmaybe\n"})]


def test_extract_prints_json(run):
    assert json.loads(run(StandIn({("POST", "/v1/extract"): EXTRACTED}), "extract", "--json", said="x")[1]) == EXTRACTED


def test_extract_of_nothing_is_wrong_usage(run):
    code, _, err = run(StandIn({}), "extract", said=" \n")
    assert code == 2
    assert "standard input is empty" in " ".join(err.replace("│", " ").split())


def test_extract_says_why_nothing_was_read(run):
    refused = {**EXTRACTED, "candidates": [], "rejected": [], "refused": "harmful:weapons"}
    assert run(StandIn({("POST", "/v1/extract"): refused}), "extract", said="x")[1] == "not read: harmful:weapons\n"


def test_extract_of_messages_is_a_call_of_the_sdk():
    stand_in = StandIn({("POST", "/v1/extract"): EXTRACTED})
    with stand_in.client() as client:
        client.extract(messages=[{"role": "user", "text": "x"}], timezone="Asia/Shanghai")
    assert stand_in.requests[0][2] == {"messages": [{"role": "user", "text": "x"}], "timezone": "Asia/Shanghai"}
