"""The verbs of fluid memory and `tiercel forget`, against a stand-in."""

import pytest

from tests.unit.clients.stand_in import StandIn
from tiercel.cli import main
from tiercel.compat import fluid_forget, fluid_increment_summarize, fluid_recall, fluid_remember, fluid_status, memory_summarize

ITEM = {"id": "m1", "text": "我喜欢[茉莉]茶", "score": 0.83, "outcome": "archived", "reason": None}
PART = {"capture_id": "c1", "duplicate": False, "status": "accepted", "visibility": "private", "turns": 2}
SUMMED_UP = {"session_id": "s1", **PART, "note": "read first", "summaries": [PART]}
OUTCOME = {"action": "WRITE", "text": "我喜欢[茉莉]茶", "stage": "writing", "reason": "new"}
SKIPPED = {"session_id": "s1", "capture_id": "c0", "duplicate": False, "status": "skipped", "reason": "session_summary:offline",
           "note": "There is no model.", "summaries": []}  # fmt: skip
FORGOTTEN = {"matched": 1, "archived": 1, "erased": 0, "dry_run": False, "items": [ITEM]}


def service():
    return StandIn({
        ("POST", "/v1/memories"): (201, {"action": "WRITE"}),
        ("POST", "/v1/recall"): {"memories": [{"id": "m1"}]},
        ("POST", "/v1/forget"): FORGOTTEN,
        ("POST", "/v1/summarize"): (202, SUMMED_UP),
        ("GET", "/v1/captures/c1"): {"capture_id": "c1", "status": "done", "outcomes": [OUTCOME]},
        ("GET", "/v1/status"): {"version": "1"},
    })  # fmt: skip


def test_the_verbs_are_calls_of_the_service_and_forgetting_archives():
    stand_in = service()
    client = stand_in.client()
    assert fluid_remember("I like jasmine tea", client=client, user_id="ann")["action"] == "WRITE"
    assert fluid_recall("tea", limit=3, client=client) == [{"id": "m1"}]
    assert fluid_forget("tea", client=client, mode="erase")["archived"] == 1
    assert fluid_status(client=client) == {"version": "1"}
    assert fluid_increment_summarize("s1", client=client, user_id="ann") == SUMMED_UP
    assert memory_summarize is fluid_increment_summarize
    bodies = [body for _, _, body in stand_in.requests]
    assert bodies[1] == {"query": "tea", "top_k": 3}
    assert bodies[2] == {"query": "tea", "min_score": 0.6, "dry_run": False, "mode": "archive"}
    assert bodies[4] == {"session_id": "s1", "user_id": "ann"}


def test_without_a_client_the_service_of_the_environment_is_asked(monkeypatch):
    monkeypatch.setattr("tiercel.compat.fluid.Tiercel.local", service().client)
    assert fluid_status() == {"version": "1"}


@pytest.mark.parametrize(
    ("arguments", "code", "body"),
    [
        (["茶", "--user", "ann", "--dry-run"], 0, {"query": "茶", "user_id": "ann", "dry_run": True}),
        (["--id", "m1", "--erase"], 0, {"ids": ["m1"], "mode": "erase"}),
        ([], 2, None),
        (["tea", "--id", "m1"], 2, None),
    ],
)
def test_the_command_forget_asks_for_words_or_ids(monkeypatch, capsys, arguments, code, body):
    stand_in = service()
    monkeypatch.setattr("tiercel.cli.Tiercel.local", stand_in.client)
    with pytest.raises(SystemExit) as left:
        main(["forget", *arguments])
    assert left.value.code == code
    assert [asked for _, _, asked in stand_in.requests] == ([] if body is None else [body])
    if body is not None:
        assert "我喜欢[茉莉]茶" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answer", "said"),
    [(SUMMED_UP, "我喜欢[茉莉]茶"), (SKIPPED, "skipped: session_summary:offline\nThere is no model.")],
    ids=["made", "skipped"],
)
def test_the_command_summarize_prints_what_became_of_the_summary(monkeypatch, capsys, answer, said):
    stand_in = service()
    stand_in.answers["POST", "/v1/summarize"] = (202, answer)
    monkeypatch.setattr("tiercel.cli.Tiercel.local", stand_in.client)
    with pytest.raises(SystemExit) as left:
        main(["summarize", "s1", "--user", "ann", "--label", "project=x"])
    assert left.value.code == 0
    assert stand_in.requests[0][2] == {"session_id": "s1", "user_id": "ann", "labels": {"project": "x"}}
    assert said in capsys.readouterr().out
