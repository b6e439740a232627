"""What users of other memory systems reported, row by row: the turn, what a model proposed from it, and what may become of it."""

from typing import Any

import pytest

from shared.domain.candidate import Attribution, Evidence, Role, SourceMessage
from shared.domain.turn import Turn, TurnMessage
from shared.ports.language_model import ModelRequest
from tests.bench.guard_quality import always_write
from tests.factories import NOW, make_candidate, make_turn
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.language_model import Line, ScriptedModel
from tests.pipeline import Pipeline
from tests.unit.capture_worker.test_drain import candidate

Spoken = list[tuple[str, str]]


def turn_of(spoken: Spoken) -> Turn:
    return make_turn(messages=tuple(TurnMessage(message_id=f"m{n}", role=Role(role), text=text) for n, (role, text) in enumerate(spoken)))


def judged(spoken: Spoken, texts: list[str], cites: list[int], **fields: Any) -> tuple[Pipeline, list[tuple[str, str]]]:
    """These statements proposed from these messages, before a judge that says WRITE to everything."""
    played, turn = Pipeline(embedder=HashingEmbedder(), judge=ScriptedModel(always_write)), turn_of(spoken)
    sources = tuple(SourceMessage(message_id=f"m{n}", role=Role(role), text=text, at=NOW) for n, (role, text) in enumerate(spoken))
    evidence = tuple(Evidence(f"m{n}", spoken[n][1]) for n in cites)
    played.propose(turn, *(make_candidate(text, sources=sources, evidence=evidence, observed_at=NOW, **fields) for text in texts))
    return played, [(outcome.action.value, outcome.reason) for outcome in played.outcomes(turn)]


@pytest.mark.parametrize(
    ("statement", "block", "hello"),
    [
        ("User likes tea", "<memory id=m1>User likes tea</memory>", "早"),
        ("User likes tea", "<memory id=m1>User likes tea</memory>", "good morning"),
        ("用户喜欢喝茶", "<memory id=m1>用户喜欢喝茶</memory>", "早"),
    ],
)
@pytest.mark.parametrize("cites", [[0], [1], [0, 1]])
def test_j2a_a_recalled_memory_is_not_stored_again(statement: str, block: str, hello: str, cites: list[int]) -> None:
    played, ends = judged([("system", block), ("user", hello)], [statement], cites)
    assert [action for action, _ in ends] == ["REJECT"]
    assert played.current() == []


@pytest.mark.parametrize(
    ("statement", "spoken"),
    [
        ("User likes tea", [("assistant", "As you like tea, try oolong"), ("user", "ok")]),
        ("User likes tea", [("assistant", "As you like tea, try oolong"), ("user", "what is the weather?")]),
        ("用户喜欢喝茶", [("assistant", "您喜欢喝茶，可以试试乌龙"), ("user", "今天天气怎么样")]),
    ],
)
@pytest.mark.parametrize("cites", [[0], [0, 1]])
def test_j2b_what_only_an_assistant_says_of_the_user_is_not_stored(statement: str, spoken: Spoken, cites: list[int]) -> None:
    played, ends = judged(spoken, [statement], cites)
    assert [action for action, _ in ends] == ["REJECT"]
    assert played.current() == []


@pytest.mark.parametrize(("statement", "kept"), [("用户从明天开始每天跑步5公里", "从明天开始"), ("用户每天跑步5公里", "每天跑步5公里")])
def test_j5_prime_a_yes_with_a_condition_is_the_users_own(statement: str, kept: str) -> None:
    played, ends = judged([("assistant", "建议你每天跑步5公里"), ("user", "好，从明天开始跑")], [statement], [0, 1], subject="user")
    assert ends[0][0] in {"WRITE", "PENDING_REVIEW"}
    for memory in played.current():
        assert memory.attribution is Attribution.USER_CONFIRMED
        assert kept in memory.text


def test_x5_every_candidate_ends_in_a_named_outcome_and_none_in_nothing() -> None:
    said = "I live in Graz. My dog is called Bruno."
    texts = ["User lives in Graz", "User's dog is called Bruno", "User lives in Paris", "User has 3 dogs", "User might move to Rome"]
    played, ends = judged([("user", said)], texts, [0], subject="user")
    assert [action for action, _ in ends] == ["WRITE", "WRITE", "REJECT", "REJECT", "REJECT"]
    assert all(reason for _, reason in ends)
    assert len(played.current()) == 2


SESSION: tuple[tuple[str, str, str], ...] = (
    ("Maren", "Hey Tove! Long time. I finally opened my pottery studio in March.", "Maren opened a pottery studio in March"),
    ("Tove", "Wow, congrats! I've been busy too, I joined a rowing club with my sister.", "Tove joined a rowing club with her sister"),
    ("Maren", "I teach two classes a week now, mostly beginners.", "Maren teaches two classes a week, mostly beginners"),
    ("Tove", "I'd love to come. My son Elias starts school in August.", "Tove's son Elias starts school in August"),
    ("Maren", "We moved to a house near the harbour.", "Maren moved to a house near the harbour"),
    ("Tove", "Nice! I still work night shifts at the hospital.", "Tove works night shifts at the hospital"),
)


def test_x11_a_session_of_two_named_speakers_yields_its_facts() -> None:
    facts = {said: fact for _, said, fact in SESSION}

    def extract(request: ModelRequest) -> Line:
        own = [line for line in request.document["turns"] if not line.get("context")]
        found = [(line, fact) for line in own for said, fact in facts.items() if said in line["text"]]
        return {
            "candidates": [
                {
                    **candidate(fact),
                    "subject": fact.split()[0],
                    "evidence": [{"message_id": line["message_id"], "quote": said_in(line["text"])}],
                }
                for line, fact in found
            ]
        }

    def said_in(text: str) -> str:
        return next(said for said in facts if said in text)

    played = Pipeline(embedder=HashingEmbedder(), extractor=ScriptedModel(extract), judge=ScriptedModel(always_write))
    lines = tuple(TurnMessage(message_id=f"m{n}", role=Role.USER, text=said, name=name) for n, (name, said, _) in enumerate(SESSION))
    played.accept(make_turn(messages=lines))
    assert {memory.text for memory in played.current()} == set(facts.values())
