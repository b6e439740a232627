"""`tiercel archive`, `restore`, `promote` and `forget --id` against a stand-in: what is asked and printed."""

import json

import pytest

from tests.unit.clients.stand_in import StandIn
from tiercel.cli import main

MEMORY = {"id": "m/1", "status": "archived", "stage": "archive", "layer": "L2", "version": 3, "text": "我对花生过敏"}


@pytest.fixture
def run(monkeypatch, capsys):
    """A function: (answers, arguments) -> (requests, exit code, output)."""

    def call(answers, *arguments):
        stand_in = StandIn(answers)
        monkeypatch.setattr("tiercel.client.Tiercel.local", stand_in.client)
        monkeypatch.setenv("COLUMNS", "400")
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        return stand_in.requests, left.value.code, capsys.readouterr().out

    return call


@pytest.mark.parametrize(
    ("arguments", "body"),
    [
        (("archive", "m/1"), {}),
        (("archive", "m/1", "--note", "old"), {"note": "old"}),
        (("restore", "m/1"), {}),
        (("restore", "m/1", "--version", "2"), {"version": 2}),
        (("promote", "m/1"), {}),
    ],
)
def test_a_memory_is_moved_and_shown_as_it_stands_then(run, arguments, body):
    path = f"/v1/memories/m/1/{arguments[0]}"
    requests, code, out = run({("POST", path): {"memory": MEMORY}}, *arguments)
    assert (code, requests[0][2]) == (0, body)
    assert out.strip() == "m/1  archived in archive, L2, version 3  我对花生过敏"
    _, code, out = run({("POST", path): {"memory": MEMORY}}, *arguments, "--json")
    assert (code, json.loads(out)) == (0, {"memory": MEMORY})


def test_a_version_that_cannot_be_is_refused_before_anything_is_asked(run):
    requests, code, _ = run({}, "restore", "m1", "--version", "0")
    assert (requests, code) == ([], 2)


def test_forgetting_by_ids_names_those_that_are_not_there(run):
    item = {"id": "m1", "text": None, "score": None, "reason": None, "outcome": "erased"}
    answer = {"matched": 1, "archived": 0, "erased": 1, "dry_run": False, "items": [item]}
    _, code, out = run({("POST", "/v1/forget"): answer}, "forget", "--id", "m1", "--id", "nope", "--id", "nope", "--erase")
    assert code == 0
    assert out.count("nope  there is no such memory") == 1
    assert "m1  erased" in out
    assert "None" not in out
