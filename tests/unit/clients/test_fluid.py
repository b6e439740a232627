"""The verbs of fluid memory and `tiercel forget`, against a stand-in."""

import pytest

from tests.unit.clients.stand_in import StandIn
from tiercel.cli import main
from tiercel.compat import fluid_forget, fluid_recall, fluid_remember, fluid_status

ITEM = {"id": "m1", "text": "我喜欢[茉莉]茶", "score": 0.83, "outcome": "archived", "reason": None}
FORGOTTEN = {"matched": 1, "archived": 1, "erased": 0, "dry_run": False, "items": [ITEM]}


def service():
    return StandIn({
        ("POST", "/v1/memories"): (201, {"action": "WRITE"}),
        ("POST", "/v1/recall"): {"memories": [{"id": "m1"}]},
        ("POST", "/v1/forget"): FORGOTTEN,
        ("GET", "/v1/status"): {"version": "1"},
    })  # fmt: skip


def test_the_verbs_are_calls_of_the_service_and_forgetting_archives():
    stand_in = service()
    client = stand_in.client()
    assert fluid_remember("I like jasmine tea", client=client, user_id="ann")["action"] == "WRITE"
    assert fluid_recall("tea", limit=3, client=client) == [{"id": "m1"}]
    assert fluid_forget("tea", client=client, mode="erase")["archived"] == 1
    assert fluid_status(client=client) == {"version": "1"}
    bodies = [body for _, _, body in stand_in.requests]
    assert bodies[1] == {"query": "tea", "top_k": 3}
    assert bodies[2] == {"query": "tea", "min_score": 0.6, "dry_run": False, "mode": "archive"}


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
