"""A scripted model from the turn to the memory: languages, what is known, leaks of the prompt; everything between is real."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.candidate import Role
from shared.domain.turn import Turn, TurnMessage
from shared.extraction.prompt_examples import CHINESE_GOOD, ENGLISH_GOOD
from shared.ports.language_model import ModelRequest
from tests.bench.guard_quality import always_write
from tests.factories import NOW, make_turn
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.language_model import Line, ScriptedModel
from tests.pipeline import Pipeline
from tests.unit.capture_worker.test_drain import candidate

SPOKEN = "我在杭州的阿里巴巴工作，同事叫欧阳靖"
ENGLISH = {**candidate("User works at Alibaba in Hangzhou with Ouyang Jing"), "evidence": [{"message_id": "m1", "quote": SPOKEN}]}


def pipeline(*answers: Line, judge: Any = always_write) -> Pipeline:
    return Pipeline(embedder=HashingEmbedder(), extractor=ScriptedModel(list(answers)), judge=ScriptedModel(judge))


def ends(played: Pipeline, turn: Turn) -> list[tuple[str, str]]:
    return [(outcome.action.value, outcome.reason) for outcome in played.outcomes(turn)]


def test_e5_a_translation_is_asked_for_again_and_stored_in_the_language_it_was_said_in_with_the_name_as_written() -> None:
    played, turn = pipeline({"candidates": [ENGLISH]}, {"candidates": [candidate(SPOKEN)]}), make_turn(SPOKEN)
    played.accept(turn)
    (memory,) = played.current()
    assert (memory.text, memory.language) == (SPOKEN, "zh")
    assert "欧阳靖" in memory.text
    assert played.metrics.counts["tiercel_parse_repairs_total", (("kind", "repair_language"),)] == 1


def test_x1_an_answer_that_holds_nothing_but_a_text_ends_as_a_memory() -> None:
    played, turn = pipeline('```json\n{"memories":[{"text":"User moved to Berlin"}]}\n```'), make_turn("I moved to Berlin")
    played.accept(turn)
    assert ends(played, turn) == [("WRITE", "new")]
    assert [(memory.text, memory.subject) for memory in played.current()] == [("User moved to Berlin", "user")]


def test_e5_what_stays_a_translation_is_refused_by_its_name() -> None:
    played, turn = pipeline({"candidates": [ENGLISH]}), make_turn(SPOKEN)
    played.accept(turn)
    assert ends(played, turn) == [("REJECT", "language_mismatch")]
    assert played.current() == []


def test_what_one_turn_wrote_is_known_to_the_next_and_a_correction_under_its_slot_replaces_it() -> None:
    first, second = "I live in Berlin", "I live in Rome now, no longer in Berlin"

    def extract(request: ModelRequest) -> Line:
        own = request.document["turns"][-1]
        named = {name: request.document["known"][0][name] for name in ("subject", "slot")} if request.document["known"] else {}
        return {"candidates": [candidate(own["text"], own["message_id"], **{"subject": "user", "slot": "residence", **named})]}

    def judge(request: ModelRequest) -> Line:
        answer = always_write(request)
        for neighbour in request.document["neighbours"]:
            answer["judgements"][0] |= {"action": "UPDATE", "consistency": "contradicts", "target_ref": neighbour["ref"]}
        return answer

    played = Pipeline(embedder=HashingEmbedder(), extractor=ScriptedModel(extract), judge=ScriptedModel(judge))
    later = NOW + timedelta(days=3)
    played.play([make_turn(first), make_turn(second, turn_id="t2", occurred_at=later, received_at=later, content_key="k2")])
    (memory,) = played.current()
    assert (memory.text, memory.version) == (second, 2)
    assert isinstance(played.extractor, ScriptedModel)
    assert [known["text"] for known in played.extractor.requests[1].document["known"]] == [first]


def test_j2_a_model_that_repeats_what_is_known_writes_nothing() -> None:
    def extract(request: ModelRequest) -> Line:
        known = request.document["known"]
        if not known:
            return {"candidates": [candidate("I like green tea")]}
        return {"candidates": [{**candidate(known[0]["text"]), "evidence": [{"message_id": 1, "quote": known[0]["text"]}]}]}

    played = Pipeline(embedder=HashingEmbedder(), extractor=ScriptedModel(extract), judge=ScriptedModel(always_write))
    again = make_turn("Which green shirt goes with it?", turn_id="t2", content_key="k2")
    played.play([make_turn("I like green tea"), again])
    assert [memory.text for memory in played.current()] == ["I like green tea"]
    assert {action for action, _ in ends(played, again)} <= {"REJECT", "NOOP"}
    assert played.metrics.counts["tiercel_parse_repairs_total", (("kind", "known_cited"),)] == 1


def test_j3_j12_an_example_of_the_prompt_given_back_is_refused_and_a_credulous_judge_is_not_asked() -> None:
    for leak in (ENGLISH_GOOD, CHINESE_GOOD):
        for quote in (leak, "ok thanks"):
            item = {**candidate(leak), "evidence": [{"message_id": "m1", "quote": quote}]}
            played, turn = pipeline({"candidates": [item]}), make_turn("ok thanks")
            played.accept(turn)
            assert ends(played, turn) == [("REJECT", "prompt_leak")]
            assert isinstance(played.judge, ScriptedModel)
            assert played.judge.requests == []


@pytest.mark.parametrize(("answer", "end"), [("对，就这么办", ("WRITE", "new")), ("再说吧", ("REJECT", "unconfirmed_assistant"))])
def test_j5_a_model_that_cites_only_the_proposal_stores_it_with_a_yes_and_not_without(answer: str, end: tuple[str, str]) -> None:
    proposal = "建议你每天跑步5公里"

    def extract(request: ModelRequest) -> Line:
        found = [line for line in request.document["turns"] if line.get("context") and line["text"] == proposal]
        return {
            "candidates": [{**candidate("每天跑步5公里"), "evidence": [{"message_id": found[0]["message_id"], "quote": proposal}]}]
            if found
            else []
        }

    played = Pipeline(embedder=HashingEmbedder(), extractor=ScriptedModel(extract), judge=ScriptedModel(always_write))
    first = (
        TurnMessage(message_id="h0", role=Role.USER, text="怎么锻炼好？"),
        TurnMessage(message_id="h1", role=Role.ASSISTANT, text=proposal),
    )
    later = NOW + timedelta(minutes=5)
    second = make_turn(answer, turn_id="t2", content_key="k2", occurred_at=later, received_at=later)
    played.play([make_turn(messages=first), second])
    assert ends(played, second) == [end]
