"""One fact by every way in is one memory; and what is written while a judge thinks is not lost."""

from typing import Any

import pytest

from shared.domain.candidate import Category
from tests.factories import make_turn
from tests.fakes.language_model import ScriptedModel
from tests.unit.api.test_undo import Both
from tests.unit.guard_worker.scenes import proposed
from tests.unit.guard_worker.test_corrections import contradicting

FACTS = ["Ann works at Acme in Berlin", "用户在杭州的阿里巴巴工作"]


@pytest.fixture
def both() -> Both:
    return Both()


def spoken(both: Both, text: str) -> None:
    assert both.say(text).action.value in {"WRITE", "NOOP"}


def explicit(both: Both, text: str) -> None:
    assert both.api.post("/v1/memories", {"text": text, "user_id": "ann"}).json()["action"] in {"WRITE", "NOOP"}


def imported(both: Both, text: str) -> None:
    assert both.api.post("/v1/import", {"text": text, "user_id": "ann"}).status_code == 200


def reviewed(both: Both, text: str) -> None:
    """Refused first, then brought back and approved by a person."""
    refused = both.say(f"maybe {text}", category=Category.PREFERENCE)
    review_id = both.undo(refused)["review_id"]
    both.tick()
    assert both.api.post(f"/v1/reviews/{review_id}", {"decision": "edit", "text": text}).status_code == 200


WAYS: dict[str, Any] = {"spoken": spoken, "explicit": explicit, "imported": imported, "reviewed": reviewed}


@pytest.mark.parametrize("text", FACTS)
@pytest.mark.parametrize("first", WAYS)
def test_d2_the_same_fact_by_every_way_in_is_one_memory(both: Both, first: str, text: str) -> None:
    for name in [first, *(name for name in WAYS if name != first)]:
        both.tick()
        WAYS[name](both, text)
    assert both.texts() == [text]
    assert len(both.api.store.points) == 1


@pytest.mark.parametrize("text", FACTS)
def test_d12_one_statement_as_fact_and_as_preference_is_one_memory(both: Both, text: str) -> None:
    assert both.say(text, category=Category.FACT).action.value == "WRITE"
    assert both.say(text, category=Category.PREFERENCE).action.value == "NOOP"
    assert both.api.post("/v1/memories", {"text": text, "category": "decision", "user_id": "ann"}).json()["action"] == "NOOP"
    assert both.texts() == [text]


def test_d14_facts_written_while_a_judge_thinks_survive_its_answer() -> None:
    both = Both()
    known = both.api.remember("I live in Berlin", user_id="ann")

    def slow(request: Any) -> Any:
        if not request.document["neighbours"]:
            return contradicting(request)
        if both.api.get(f"/v1/memories/{known['id']}").json()["version"] == 1:
            both.api.patch(f"/v1/memories/{known['id']}", {"text": "I live in Berlin Mitte", "if_version": 1})
            for thing in ("bike", "car", "boat", "desk", "lamp"):
                both.api.remember(f"I own a red {thing}", user_id="ann")
        return contradicting(request)

    both.pipeline.judge = ScriptedModel(slow)
    both.tick()
    at = both.api.clock.time
    turn = make_turn("I moved to Munich", turn_id="slow", occurred_at=at, received_at=at)
    both.pipeline.propose(turn, proposed("I moved to Munich", at=at))
    texts = both.texts()
    assert {f"I own a red {thing}" for thing in ("bike", "car", "boat", "desk", "lamp")} <= set(texts)
    history = both.history(known["id"])
    assert [version for _, version, _, _ in history] == list(range(1, len(history) + 1))
    assert "I live in Berlin Mitte" in [text for text, *_ in history]
