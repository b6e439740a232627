"""`tiercel dream` against a stand-in: what is asked, awaited and printed."""

import pytest

from tests.unit.clients.stand_in import StandIn
from tiercel import dream_command
from tiercel.cli import main

RUN = {
    "run_id": "r1", "joined": False, "dry_run": True, "state": "done", "total": 3, "moved": 0, "left": 0, "next_cursor": "2",
    "by_reason": {"forgotten": 2, "expired": 1}, "records": [{"kind": "traces", "count": 4}, {"kind": "audit", "count": 0}],
    "moves": [{"id": "m1", "from": "short", "to": "archive", "reason": "forgotten"}, {"id": "m2", "from": "working", "to": "deleted",
               "reason": "expired"}],
}  # fmt: skip


@pytest.fixture
def run(monkeypatch, capsys):
    """A function: (answers, arguments) -> (requests, exit code, output)."""

    def call(answers, *arguments):
        stand_in = StandIn(answers)
        monkeypatch.setattr("tiercel.client.Tiercel.local", stand_in.client)
        monkeypatch.setattr(dream_command, "LOOK_EVERY_SECONDS", 0)
        monkeypatch.setenv("COLUMNS", "400")
        with pytest.raises(SystemExit) as left:
            main(["dream", *arguments])
        return stand_in, left.value.code, capsys.readouterr().out

    return call


def test_a_dry_run_prints_each_move_how_many_more_and_the_sums(run):
    stand_in, code, out = run({("POST", "/v1/admin/maintenance"): RUN}, "--dry-run")
    assert (code, stand_in.requests[0][2]) == (0, {"dry_run": True})
    assert "m1  short -> archive  forgotten" in out
    assert "and 1 more" in out
    assert "Would move 3: expired 1, forgotten 2." in out
    assert "Old records to remove: traces 4." in out


def test_a_run_that_takes_long_is_waited_for_and_says_what_was_left(run):
    done = {**RUN, "dry_run": False, "moved": 2, "left": 1}
    answers = {
        ("POST", "/v1/admin/maintenance"): (202, {**done, "state": "applying", "joined": True}),
        ("GET", "/v1/admin/maintenance/r1"): {name: value for name, value in done.items() if name != "joined"},
    }
    stand_in, code, out = run(answers, "--limit", "7")
    assert (code, stand_in.requests[0][2]) == (0, {"dry_run": False})
    assert stand_in.last.url.params["limit"] == "7"
    assert "Moved 2 of 3" in out
    assert "1 changed meanwhile" in out
    assert "under way already" in out


def test_a_list_says_how_to_carry_out_exactly_this_and_its_run_is_named_to_the_service(run):
    _, _, out = run({("POST", "/v1/admin/maintenance"): RUN}, "--dry-run")
    assert "tiercel dream --as-listed r1" in out
    stand_in, code, _ = run({("POST", "/v1/admin/maintenance"): {**RUN, "dry_run": False}}, "--as-listed", "r1")
    assert (code, stand_in.requests[0][2]) == (0, {"dry_run": False, "as_listed": "r1"})


def test_json_is_the_services_answer(run):
    _, code, out = run({("POST", "/v1/admin/maintenance"): RUN}, "--dry-run", "--json")
    assert code == 0
    assert '"run_id": "r1"' in out


@pytest.mark.parametrize(
    ("imbalance", "rate", "words"),
    [
        (0, 0.125, "The ledger balances. In 24 hours: reject 12.5 %, junk 0.0 %."),
        (2, None, "The ledger does NOT balance: 2 turns or candidates are missing. In 24 hours: junk 0.0 %."),
    ],
)
def test_what_a_run_has_checked_is_said(run, imbalance, rate, words):
    check = {"ledger_imbalance": imbalance, "reject_rate": rate, "growth_rate": None, "junk_rate": 0.0, "duplicate_rate": None}
    _, code, out = run({("POST", "/v1/admin/maintenance"): {**RUN, "dry_run": False, "check": check}})
    assert (code, words in out) == (0, True)


def test_a_refusal_is_exit_code_1(run):
    refusal = (403, {"error": {"code": "role_denied", "message": "no", "request_id": "r"}})
    assert run({("POST", "/v1/admin/maintenance"): refusal})[1] == 1
