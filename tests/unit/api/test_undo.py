"""Any decision can be taken back: through the real guard and the real API over the same store."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.candidate import Category, Layer
from shared.domain.decision import Outcome
from shared.domain.turn import Turn
from shared.ports.key_ring import KeyRole
from tests.factories import make_turn
from tests.fakes.language_model import ScriptedModel
from tests.pipeline import Pipeline
from tests.unit.api.system import ApiSystem
from tests.unit.guard_worker.scenes import proposed
from tests.unit.guard_worker.test_corrections import contradicting


@dataclass
class Both:
    """A guard with a judge and an API that share everything."""

    api: ApiSystem = field(default_factory=ApiSystem)
    count: int = 0

    def __post_init__(self) -> None:
        api = self.api
        self.pipeline = Pipeline(
            judge=ScriptedModel(contradicting), doors=api.doors, store=api.store, clock=api.clock, embedder=api.embedder
        )

    def say(self, text: str, **fields: Any) -> Outcome:
        """One turn, a minute after the last one; what became of its one candidate."""
        turn = self._turn(text)
        self.pipeline.propose(turn, proposed(text, at=turn.occurred_at, **fields))
        (outcome,) = self.pipeline.outcomes(turn)
        return outcome

    def again(self, outcome: Outcome) -> Outcome:
        """The same candidate's outcome as its capture shows it now."""
        captures = [record for record in self.api.doors.captures._state.captures.values() if outcome.candidate_id in record.outcomes]
        return captures[0].outcomes[outcome.candidate_id]

    def undo(self, outcome: Outcome, then: str | None = None, status: int = 200) -> Any:
        self.tick()
        answer = self.api.post(f"/v1/traces/{outcome.trace_id}/undo", {"then": then, "note": "a mistake"})
        assert answer.status_code == status, answer.text
        return answer.json() if status == 200 else answer.json()["error"]

    def history(self, memory_id: str | None) -> list[tuple[str, int, str, bool]]:
        items = self.api.get(f"/v1/memories/{memory_id}/history").json()["items"]
        return [(item["text"], item["version"], item["status"], item["valid_from"] == item["valid_to"]) for item in items]

    def texts(self) -> list[str]:
        return sorted(item["text"] for item in self.api.get("/v1/memories").json()["items"])

    def counts(self) -> dict[str, int]:
        view = self.api.doors.ledger.read("acme")
        assert view.imbalance == 0
        return {name: amount for name, amount in view.candidates.items() if amount and name != "proposed"}

    def tick(self) -> None:
        self.api.clock.time += timedelta(minutes=1)

    def _turn(self, text: str) -> Turn:
        self.tick()
        self.count += 1
        at = self.api.clock.time
        return make_turn(text, turn_id=f"t{self.count}", occurred_at=at, received_at=at)


@pytest.fixture
def both() -> Both:
    return Both()


def test_an_undone_write_is_gone_from_every_read_and_its_candidate_counts_as_rejected(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    answer = both.undo(written)
    assert (answer["undid"], answer["action"], answer["already"], answer["memory"]) == ("WRITE", "REJECT", False, None)
    assert both.texts() == []
    assert both.api.get(f"/v1/memories/{written.memory_id}").status_code == 404
    assert both.history(written.memory_id) == [("I live in Berlin", 1, "superseded", True)]
    assert both.counts() == {"rejected": 1}
    assert (both.again(written).action.value, both.again(written).reason) == ("REJECT", "undone")
    trace = both.api.get(f"/v1/traces/{written.trace_id}").json()
    assert (trace["stages"][-1]["said"], trace["judged"]["action"]) == ("undo", "WRITE")
    assert [line.action for line in both.api.doors.audit.lines("acme", limit=10)][-1] == "decision.undo"


def test_undoing_twice_changes_nothing(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    both.undo(written)
    before = (dict(both.api.store.points), both.counts())
    assert both.undo(written)["already"] is True
    assert (dict(both.api.store.points), both.counts()) == before


def test_an_undone_write_can_be_brought_back_through_review(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    both.undo(written)
    answer = both.undo(written, then="review")
    assert (answer["undid"], answer["action"]) == ("REJECT", "PENDING_REVIEW")
    assert both.counts() == {"review": 1}
    both.tick()
    approved = both.api.post(f"/v1/reviews/{answer['review_id']}", {"decision": "approve"}).json()
    assert (approved["memory"]["id"], approved["memory"]["version"]) == (written.memory_id, 2)
    assert (both.texts(), both.counts()) == (["I live in Berlin"], {"written": 1})


def test_an_undone_update_leaves_the_earlier_words_current_as_a_new_version(both: Both) -> None:
    both.say("I live in Berlin", slot="residence")
    moved = both.say("I live in Munich", slot="residence")
    answer = both.undo(moved)
    assert (answer["memory"]["text"], answer["memory"]["version"], answer["memory"]["change_reason"]) == (
        "I live in Berlin",
        3,
        "undo:update",
    )
    assert both.history(moved.memory_id) == [
        ("I live in Berlin", 1, "superseded", False),
        ("I live in Munich", 2, "superseded", True),
        ("I live in Berlin", 3, "live", False),
    ]
    assert both.counts() == {"written": 1, "rejected": 1}


def test_decisions_are_undone_from_the_newest_to_the_oldest(both: Both) -> None:
    first, second, third = (both.say(f"I live in {city}", slot="residence") for city in ("Berlin", "Munich", "Hamburg"))
    refused = both.undo(second, status=409)
    assert refused["code"] == "later_changes"
    assert third.trace_id in refused["message"]
    for outcome, left in ((third, ["I live in Munich"]), (second, ["I live in Berlin"]), (first, [])):
        both.undo(outcome)
        assert both.texts() == left
    assert both.counts() == {"rejected": 3}


def test_an_edit_by_a_person_is_not_undone_with_the_decision_before_it(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    both.tick()
    both.api.patch(f"/v1/memories/{written.memory_id}", {"text": "I live in Berlin Mitte", "if_version": 1})
    refused = both.undo(written, status=409)
    assert (refused["code"], "restore version 1" in refused["message"]) == ("later_changes", True)
    both.api.post(f"/v1/memories/{written.memory_id}/restore", {"version": 1})
    both.undo(written)
    assert both.texts() == []


def test_undoing_a_repeat_counts_one_less_and_offers_the_candidate_for_review(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    repeat = both.say("I live in Berlin", slot="residence")
    assert repeat.action.value == "NOOP"
    answer = both.undo(repeat)
    assert answer["action"] == "PENDING_REVIEW"
    assert both.api.get(f"/v1/memories/{written.memory_id}").json()["seen_count"] == 1
    assert both.counts() == {"written": 1, "review": 1}


def test_an_undone_reject_waits_in_review_and_can_be_written(both: Both) -> None:
    refused = both.say("maybe I like tea", category=Category.PREFERENCE)
    assert (refused.action.value, refused.reason) == ("REJECT", "tentative")
    answer = both.undo(refused)
    listed = both.api.get("/v1/reviews?status=pending").json()["items"]
    assert [(review["id"], review["text"]) for review in listed] == [(answer["review_id"], "maybe I like tea")]
    both.tick()
    both.api.post(f"/v1/reviews/{answer['review_id']}", {"decision": "edit", "text": "I like tea"})
    assert (both.texts(), both.counts()) == (["I like tea"], {"written": 1})


def test_late_evidence_that_is_undone_leaves_the_history_as_it_was(both: Both) -> None:
    both.say("I live in Berlin", slot="residence")
    current = both.say("I live in Munich", slot="residence")
    at = both.api.clock.time - timedelta(seconds=30)
    turn = make_turn("I live in Hamburg", turn_id="late", occurred_at=at, received_at=at)
    both.pipeline.propose(turn, proposed("I live in Hamburg", at=at - timedelta(minutes=1), observed_at=at, slot="residence"))
    (late,) = both.pipeline.outcomes(turn)
    assert (late.action.value, late.reason) == ("UPDATE", "late_evidence")
    both.undo(late)
    assert both.history(current.memory_id) == [
        ("I live in Berlin", 1, "superseded", False),
        ("I live in Munich", 2, "live", False),
        ("I live in Hamburg", 3, "superseded", True),
    ]
    first, second, _ = both.api.get(f"/v1/memories/{current.memory_id}/history").json()["items"]
    assert first["valid_to"] == second["valid_from"]


def test_what_waits_in_review_and_what_is_erased_cannot_be_undone(both: Both) -> None:
    waits = both.say("Never bid above 3 EUR", layer=Layer.CORE_RULES)
    assert both.undo(waits, status=409)["code"] == "waits_for_review"
    written = both.say("I live in Berlin", slot="residence")
    both.api.delete(f"/v1/memories/{written.memory_id}")
    assert both.api.post(f"/v1/traces/{written.trace_id}/undo").status_code == 404
    assert both.api.post("/v1/traces/unknown/undo").status_code == 404


def test_what_was_taken_back_can_still_be_erased(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    both.undo(written)
    assert both.api.delete(f"/v1/memories/{written.memory_id}").status_code == 204
    assert both.api.store.points == {}


def test_an_explicit_memory_can_be_undone_and_its_replay_does_not_bring_it_back(both: Both) -> None:
    headers = {"Idempotency-Key": "once"}
    memory = both.api.post("/v1/memories", {"text": "Ann works at Acme in Berlin"}, headers=headers).json()["memory"]
    both.tick()
    assert both.api.post(f"/v1/traces/{memory['trace_id']}/undo").json()["action"] == "REJECT"
    assert {name: n for name, n in both.api.doors.ledger.read("acme").explicit.items() if n} == {"rejected": 1}
    replay = both.api.post("/v1/memories", {"text": "Ann works at Acme in Berlin"}, headers=headers)
    assert (replay.status_code, replay.json()["error"]["reason"]) == (422, "undone")
    assert both.api.post("/v1/memories", {"text": "Ann works at Acme in Berlin"}).status_code == 201


def test_a_core_rule_is_taken_back_only_with_authority(both: Both) -> None:
    rule = both.api.remember("Never bid above 3 EUR for brand A", layer="L1")
    both.api.add_key("reviews", roles=frozenset({KeyRole.REVIEWER}))
    assert both.api.post(f"/v1/traces/{rule['trace_id']}/undo", key="reviews").status_code == 403
    both.tick()
    assert both.api.post(f"/v1/traces/{rule['trace_id']}/undo").status_code == 200


def test_an_interrupted_undo_is_finished_by_whoever_writes_next(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    both.tick()
    both.api.store.apply_faults = [ConnectionError("killed here")]
    assert both.api.post(f"/v1/traces/{written.trace_id}/undo").status_code == 500
    assert both.texts() == ["I live in Berlin"]
    both.say("I own two cats")
    assert (both.texts(), both.counts()) == (["I own two cats"], {"rejected": 1, "written": 1})
    assert both.undo(written)["already"] is True


@pytest.mark.parametrize("decision", ["approve", "reject"])
def test_an_answered_review_waits_again_after_undo(both: Both, decision: str) -> None:
    waits = both.say("Never bid above 3 EUR", layer=Layer.CORE_RULES)
    path = f"/v1/reviews/{waits.review_id}"
    assert both.api.post(f"{path}/undo").json()["status"] == "pending"
    both.tick()
    both.api.post(path, {"decision": decision})
    assert both.texts() == (["Never bid above 3 EUR"] if decision == "approve" else [])
    both.tick()
    for _ in range(2):
        assert both.api.post(f"{path}/undo").json()["status"] == "pending"
    assert (both.texts(), both.counts()) == ([], {"review": 1})
    both.tick()
    assert both.api.post(path, {"decision": "approve"}).json()["memory"]["version"] == (2 if decision == "approve" else 1)
    assert both.counts() == {"written": 1}


@pytest.mark.parametrize("first", [{"decision": "approve"}, {"decision": "edit", "text": "I live in Munich, Germany"}])
@pytest.mark.parametrize("known", [None, "I live in Berlin"])
def test_a_review_can_be_answered_and_taken_back_again_and_again(both: Both, known: str | None, first: dict[str, str]) -> None:
    if known is not None:
        both.say(known, slot="residence")
    undone = both.say("I live in Munich", slot="residence")
    path = f"/v1/reviews/{both.undo(undone, then='review')['review_id']}"
    stood, counted = [known] if known else [], both.counts()
    for answer in (first, {"decision": "approve"}, {"decision": "reject"}, first):
        both.tick()
        assert both.api.post(path, answer).status_code == 200
        assert both.texts() == (stood if answer["decision"] == "reject" else [answer.get("text", "I live in Munich")])
        both.tick()
        reopened = both.api.post(f"{path}/undo")
        assert reopened.json().get("status") == "pending", (answer, reopened.text)
        assert (both.texts(), both.counts()) == (stood, counted)
    both.tick()
    both.api.post(path, {"decision": "approve"})
    assert both.undo(undone)["undid"] == ("UPDATE" if known else "WRITE")
    assert both.texts() == stood


def test_nothing_of_another_tenant_is_undone(both: Both) -> None:
    written = both.say("I live in Berlin", slot="residence")
    assert both.api.post(f"/v1/traces/{written.trace_id}/undo", key="other-key-with-all-roles").status_code == 404
    assert both.texts() == ["I live in Berlin"]
