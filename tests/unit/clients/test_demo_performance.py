"""A demo against a stand-in: what it shows, and when it fails."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from tests.unit.clients.stand_in import StandIn
from tiercel.demo.parts import Post, Question
from tiercel.demo.performance import Performance
from tiercel.demo.script import Script
from tiercel.demo.story import Story

OUTCOME = {"action": "WRITE", "text": "I live in Hamburg", "stage": "writing", "reason": "new", "trace_id": "t1"}
REJECTED = {"action": "REJECT", "text": "switch to [red]Bazel", "stage": "rules", "reason": "unconfirmed_assistant", "trace_id": "t2"}
REVIEW = {"id": "r1", "kind": "candidate", "text": "eat fish", "reason": "contradicts"}
VERSIONS = [
    {"version": 1, "text": "I am vegetarian", "valid_to": "2026-10-28T18:10:00Z"},
    {"version": 2, "text": "I eat fish", "valid_to": None},
]
TRACE = {
    "text": "switch to Bazel",
    "stages": [{"stage": "value", "said": "pass", "reason": ""}, {"stage": "rules", "said": "REJECT", "reason": "unconfirmed_assistant"}],
    "action": "REJECT",
    "stage": "rules",
    "reason": "unconfirmed_assistant",
}
BALANCED = {"turns": {"accepted": 1}, "candidates": {"proposed": 2}, "explicit": {}, "imbalance": 0}


def service(changed=None):
    answers = {
        ("POST", "/v1/turns/batch"): lambda body: {"items": [{"capture_id": f"c-{turn['turn_id']}"} for turn in body["turns"]]},
        ("GET", "/v1/captures/c-t1"): {"status": "done", "outcomes": [OUTCOME, REJECTED]},
        ("GET", "/v1/traces/t2"): TRACE,
        ("GET", "/v1/reviews"): {
            "items": [{"id": "r1", "kind": "candidate", "text": "eat fish", "reason": "contradicts"}],
            "next_cursor": None,
        },
        ("POST", "/v1/reviews/r1"): {"action": "UPDATE", "memory": {"id": "m1"}},
        ("GET", "/v1/memories/m1/history"): {"items": VERSIONS},
        ("POST", "/v1/recall"): {"memories": [{"score": 0.9, "text": "I live in Hamburg", "match": "terms: live"}], "took_ms": 3},
        ("GET", "/v1/memories"): {"items": [{"text": "I live in Hamburg"}], "next_cursor": None},
        ("GET", "/v1/ledger"): BALANCED,
    }
    return StandIn({**answers, **(changed or {})})


SCRIPT = Script(
    title="short",
    posts=(Post(turn_id="t1", body={"turn_id": "t1", "user_id": "ann", "messages": [{"role": "user", "text": "I live in Hamburg"}]}),),
    questions=(Question(query="Where do I live?", who={"user_id": "ann"}, expect=("hamburg",)),),
    approvals=(("eat fish", "Ann said so"),),
    secrets=("sk-secret",),
)


@pytest.fixture
def perform():
    """A function: (stand-in, script) -> (exit code, what was printed)."""

    def call(stand_in, script=SCRIPT):
        printed = io.StringIO()
        code = Performance(stand_in.client(), Story(Console(file=printed, width=200)), script).run()
        return code, printed.getvalue()

    return call


def test_a_demo_that_keeps_its_promises_ends_with_0_and_shows_everything(perform):
    stand_in = service()
    code, printed = perform(stand_in)
    assert code == 0
    assert "+ WRITE I live in Hamburg (writing: new)" in printed
    assert "x REJECT switch to [red]Bazel (rules: unconfirmed_assistant)" in printed
    assert "-> REJECT at stage rules: unconfirmed_assistant" in printed
    assert "why: terms: live" in printed
    assert "imbalance 0" in printed
    assert "version 1 (until 2026-10-28): I am vegetarian" in printed
    assert "version 2 (now): I eat fish" in printed
    assert ("POST", "/v1/reviews/r1", {"decision": "approve", "note": "Ann said so"}) in stand_in.requests


def test_an_imbalanced_ledger_fails_the_demo(perform):
    code, printed = perform(service({("GET", "/v1/ledger"): {**BALANCED, "imbalance": 2}}))
    assert code == 1
    assert "out of balance by 2" in printed


def test_a_missing_memory_fails_the_demo(perform):
    code, printed = perform(service({("POST", "/v1/recall"): {"memories": [], "empty_reason": "nothing_stored"}}))
    assert code == 1
    assert "expected but not found: hamburg" in printed


def test_a_memory_of_another_person_fails_the_demo(perform):
    nosy = Script(title="x", posts=SCRIPT.posts, questions=(Question(query="?", forbid=("Hamburg",)),))
    code, printed = perform(service(), nosy)
    assert code == 1
    assert "shows what it must not: Hamburg" in printed


def test_a_stored_secret_fails_the_demo_and_is_not_printed(perform):
    code, printed = perform(service({("GET", "/v1/memories"): {"items": [{"text": "key sk-secret"}], "next_cursor": None}}))
    assert code == 1
    assert "a secret was stored" in printed
    assert "sk-secret" not in printed


def test_a_dead_capture_fails_the_demo(perform):
    code, printed = perform(service({("GET", "/v1/captures/c-t1"): {"status": "dead", "error": "unreadable", "outcomes": []}}))
    assert code == 1
    assert "- dead: unreadable" in printed


def test_a_refused_turn_is_shown_with_its_reason_and_counted(perform):
    items = {"items": [{"error": {"code": "invalid", "message": "no text"}}, {"capture_id": "c-t1"}]}
    two = replace(SCRIPT, posts=(SCRIPT.posts[0], SCRIPT.posts[0]))
    code, printed = perform(service({("POST", "/v1/turns/batch"): items}), two)
    assert code == 0
    assert "- refused: no text" in printed
    assert "1 of 2 turns were refused, the first because: no text" in printed


def test_a_demo_of_refused_turns_alone_fails(perform):
    items = {"items": [{"error": {"code": "invalid", "message": "no text"}}]}
    code, printed = perform(service({("POST", "/v1/turns/batch"): items}))
    assert code == 1
    assert "✗ nothing was played: every turn was refused, the first because: no text" in printed


def test_a_question_without_an_expectation_gets_no_tick(perform):
    script = replace(SCRIPT, questions=(Question(query="Where do I live?", who={"user_id": "ann"}),))
    code, printed = perform(service(), script)
    assert code == 0
    assert "· 1 memories" in printed


def test_a_memory_where_nothing_was_expected_fails_the_demo(perform):
    script = replace(SCRIPT, questions=(Question(query="How do I change a tyre?", who={"user_id": "ann"}, nothing=True),))
    code, printed = perform(service(), script)
    assert code == 1
    assert "✗ expected nothing, but there are 1 memories" in printed
