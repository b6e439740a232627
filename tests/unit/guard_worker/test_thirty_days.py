"""J1: thirty days of sessions, a boot prompt in every one and one true fact a day, through both drains."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from shared.domain.candidate import Evidence, Role, SourceMessage
from shared.domain.memory import Memory
from shared.domain.turn import Turn, TurnMessage
from shared.text.similarity import cosine_of
from tests.bench.guard_quality import always_write
from tests.factories import NOW, make_candidate, make_turn
from tests.fakes.language_model import ScriptedModel
from tests.pipeline import Pipeline

BOOT = "You are Alfred, a helpful assistant. Formal tone. Timezone EST"
FACTS = (
    "I live in Graz.", "我对花生过敏。", "I work as a nurse at the Riverside clinic.", "我女儿叫小雨。", "My dog is called Bruno.",
    "我每周四晚上去游泳。", "I prefer tea over coffee.", "我们的测试服务器部署在阿里云杭州节点。", "My birthday is on 14 March.",
    "我正在学葡萄牙语。", "We use GitLab for code review.", "我喜欢攀岩和徒步。", "I drive an old Volvo estate.",
    "项目的截止日期是6月30日。", "My sister Greta lives in Malmö.", "我毕业于武汉大学。", "I play the cello in an amateur orchestra.",
    "我讨厌早上九点之前接电话。", "The payment service listens on port 8443.", "我妈妈是退休药剂师。",
    "I am learning Portuguese for a trip.", "我家的猫叫团子。", "Our team meets every Tuesday at 10:00.", "我上周买了一辆电动自行车。",
    "I like short answers without emojis.", "我最喜欢的颜色是墨绿色。", "I finished my first marathon in Valencia.", "我会说粤语。",
    "We decided to use SQLite for the mobile app.", "我老家在绍兴。",
)  # fmt: skip
SMALL_TALK = (
    "ok thanks", "好的", "What is the capital of Portugal?", "今天好累", "you never remember ANYTHING", "你怎么又忘了",
    "Maybe I will move to Denmark.", "我可能会学钢琴。", "Thank you, I really appreciate your help.", "我们下次再聊,再见。",
)  # fmt: skip

Line = tuple[str, str]


def turn_of(lines: list[Line], day: int, number: int) -> Turn:
    at = NOW + timedelta(days=day, minutes=number)
    spoken = tuple(TurnMessage(message_id=f"m{place}", role=Role(role), text=text) for place, (role, text) in enumerate(lines))
    return make_turn(
        turn_id=f"d{day}t{number}", session_id=f"day-{day}", messages=spoken, occurred_at=at, received_at=at, content_key=f"{day}.{number}"
    )


def thirty_days() -> Iterator[Turn]:
    """Each day a boot prompt (as system and as user), its fact, an old fact said again, the assistant's echo of it, small talk."""
    for day, fact in enumerate(FACTS):
        old = FACTS[max(0, day - 3)]
        yield turn_of([("system", BOOT), ("user", BOOT), ("assistant", "Good morning.")], day, 0)
        yield turn_of([("user", fact), ("assistant", f"As you said: {fact}")], day, 1)
        yield turn_of([("user", old), ("assistant", "You told me before.")], day, 2)
        yield turn_of([("system", f"<memory id=m1>{old}</memory>"), ("user", SMALL_TALK[day % len(SMALL_TALK)])], day, 3)


def facts_of(memories: list[Memory]) -> set[str]:
    return {fact for fact in FACTS if any(memory.text in fact for memory in memories)}


def near_pairs(pipeline: Pipeline) -> list[tuple[str, str]]:
    alive = pipeline.live()
    points = [point for point in pipeline.store.points.values() if point.memory in alive and point.dense is not None]
    return [
        (one.memory.text, other.memory.text)
        for one, other in combinations(points, 2)
        if cosine_of(*(np.frombuffer(point.dense or b"", dtype="<f4").tolist() for point in (one, other))) > 0.95
    ]


@pytest.fixture(scope="module")
def by_rules() -> Pipeline:
    pipeline = Pipeline()
    pipeline.play(thirty_days())
    return pipeline


def test_j1_little_more_than_the_true_facts_is_stored(by_rules: Pipeline) -> None:
    stored = by_rules.live()
    assert len(facts_of(stored)) >= 0.9 * len(FACTS), set(FACTS) - facts_of(stored)
    assert len(stored) <= 1.5 * len(FACTS)


def test_j1_nothing_is_stored_twice(by_rules: Pipeline) -> None:
    assert [key for key, count in Counter(memory.text_key for memory in by_rules.live()).items() if count > 1] == []
    assert near_pairs(by_rules) == []


def test_j1_no_word_of_the_boot_prompt_is_stored(by_rules: Pipeline) -> None:
    assert [memory.text for memory in by_rules.live() if "Alfred" in memory.text or "EST" in memory.text] == []


def credulous_extraction(turn: Turn) -> list[Any]:
    """What a model that takes everything for a fact would propose: every message whole, in its role's name or the user's."""
    sources = tuple(
        SourceMessage(message_id=message.message_id, role=message.role, text=message.text, at=turn.occurred_at) for message in turn.messages
    )
    return [
        make_candidate(
            source.text, sources=sources, evidence=(Evidence(source.message_id, source.text),), subject="user", observed_at=turn.occurred_at
        )
        for source in sources
    ]


def test_j1_an_extraction_that_proposes_every_message_stores_no_more() -> None:
    pipeline = Pipeline()
    reasons: Counter[str] = Counter()
    for turn in thirty_days():
        pipeline.clock.time = max(pipeline.clock.time, turn.occurred_at)
        pipeline.propose(turn, *credulous_extraction(turn))
        reasons.update(outcome.reason for outcome in pipeline.outcomes(turn))
    stored = pipeline.live()
    assert len(facts_of(stored)) >= 0.9 * len(FACTS)
    assert len(stored) <= 1.5 * len(FACTS)
    assert len({memory.text_key for memory in stored}) == len(stored)
    assert reasons["system_content"] >= 2 * len(FACTS)
    assert reasons["recall_echo"] >= len(FACTS)


JUNK = (
    "User lives in Springfield", "User's favourite editor is Emacs", "The new retrieved facts are mentioned in the triple backticks.",
    "Formal tone. Timezone EST", "User is frustrated with the memory", "用户喜欢蓝色的跑车", "用户住在火星", "You are a helpful assistant.",
)  # fmt: skip


def test_j1_the_same_inventions_day_after_day_never_enter_though_the_judge_believes_them() -> None:
    pipeline = Pipeline(judge=ScriptedModel(always_write))
    for turn in thirty_days():
        pipeline.clock.time = max(pipeline.clock.time, turn.occurred_at)
        proposed = credulous_extraction(turn)
        last = next(candidate for candidate in reversed(proposed) if candidate.evidence)
        pipeline.propose(turn, *proposed, *(replace(last, text=junk) for junk in JUNK))
    stored = pipeline.live()
    assert [memory.text for memory in stored if memory.text in JUNK] == []
    assert len(facts_of(stored)) >= 0.9 * len(FACTS)
    assert len(stored) <= 1.5 * len(FACTS), sorted(memory.text for memory in stored)
    assert len({memory.text_key for memory in stored}) == len(stored)


def test_j2_a_fact_that_only_memory_and_assistant_repeat_is_not_even_counted_as_seen() -> None:
    pipeline = Pipeline()
    first = turn_of([("user", FACTS[0])], 0, 1)
    echo = turn_of(
        [("system", f"<memory id=m1>{FACTS[0]}</memory>"), ("user", "早"), ("assistant", f"As you live in Graz: {FACTS[0]}")], 1, 1
    )
    pipeline.play([first])
    pipeline.clock.time = echo.occurred_at
    pipeline.propose(echo, *[candidate for candidate in credulous_extraction(echo) if candidate.text != "早"])
    (memory,) = pipeline.current()
    assert memory == replace(memory, seen_count=1)
    assert {outcome.action.value for outcome in pipeline.outcomes(echo)} <= {"REJECT", "NOOP"}
