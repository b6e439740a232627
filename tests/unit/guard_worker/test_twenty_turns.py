"""Twenty turns of one owner, each contradicting the one before: one current version and a history without a gap."""

import itertools
import random
from collections.abc import Sequence
from datetime import timedelta

import pytest

from shared.domain.memory import Memory
from shared.domain.turn import Turn
from tests.factories import NOW, make_turn
from tests.fakes.language_model import ScriptedModel
from tests.pipeline import Pipeline
from tests.unit.guard_worker.test_corrections import contradicting

CITIES = [
    "Berlin", "Hamburg", "Munich", "Paris", "Lyon", "Madrid", "Lisbon", "Rome", "Milan", "Vienna", "Prague", "Warsaw", "Oslo", "Bergen",
    "Helsinki", "Dublin", "London", "Leeds", "Zurich", "Geneva",
]  # fmt: skip
ZH_CITIES = [
    "北京", "上海", "广州", "深圳", "杭州", "南京", "成都", "重庆", "武汉", "西安", "苏州", "天津", "青岛", "大连", "厦门", "长沙", "郑州",
    "昆明", "济南", "合肥",
]  # fmt: skip
MOVES = {
    "en": ["I live in Berlin.", *(f"I moved from {old} to {new}." for old, new in itertools.pairwise(CITIES))],
    "zh": ["我住在北京。", *(f"我从{old}搬到了{new}。" for old, new in itertools.pairwise(ZH_CITIES))],
}
STATES = {"en": [f"I live in {city}." for city in CITIES], "zh": [f"我住在{city}。" for city in ZH_CITIES]}


def turns(texts: Sequence[str]) -> list[Turn]:
    moments = [NOW + timedelta(days=day) for day in range(len(texts))]
    return [
        make_turn(text, turn_id=f"t{n}", occurred_at=at, received_at=at) for n, (text, at) in enumerate(zip(texts, moments, strict=True))
    ]


def history_of_the_one(pipeline: Pipeline, texts: Sequence[str]) -> Sequence[Memory]:
    """The versions in the order of their time; asserts that they are one memory, dense and disjoint."""
    (memory,) = pipeline.current()
    assert memory.text.rstrip(".。") == texts[-1].rstrip(".。")
    versions = pipeline.history(memory)
    assert [version.version for version in versions] == list(range(1, len(texts) + 1))
    in_time = sorted(versions, key=lambda version: version.valid_from)
    assert [version.text.rstrip(".。") for version in in_time] == [text.rstrip(".。") for text in texts]
    assert all(old.valid_to == new.valid_from for old, new in itertools.pairwise(in_time))
    assert in_time[-1].valid_to is None
    return in_time


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("at_once", [True, False])
def test_twenty_explicit_corrections_without_a_model(language: str, at_once: bool) -> None:
    pipeline, said = Pipeline(), turns(MOVES[language])
    if at_once:
        pipeline.accept(*said)
    else:
        pipeline.play(said)
    history_of_the_one(pipeline, MOVES[language])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("at_once", [True, False])
def test_twenty_contradictions_with_a_judge(language: str, at_once: bool) -> None:
    pipeline, said = Pipeline(judge=ScriptedModel(contradicting)), turns(STATES[language])
    if at_once:
        pipeline.accept(*said)
    else:
        pipeline.play(said)
    history_of_the_one(pipeline, STATES[language])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_twenty_turns_that_come_in_any_order_end_in_the_same_history(language: str, seed: int) -> None:
    pipeline, said = Pipeline(judge=ScriptedModel(contradicting)), turns(STATES[language])
    random.Random(seed).shuffle(said)
    pipeline.play(said)
    history_of_the_one(pipeline, STATES[language])


def test_late_evidence_that_the_history_holds_already_is_not_stored_again() -> None:
    pipeline = Pipeline(judge=ScriptedModel(contradicting))
    pipeline.play(turns(STATES["en"][:3]))
    at = NOW + timedelta(hours=3)
    again = make_turn("I live in Berlin.", turn_id="late", occurred_at=at, received_at=at)
    pipeline.accept(again)
    assert [(outcome.action.value, outcome.reason) for outcome in pipeline.outcomes(again)] == [("NOOP", "known_history")]
    (memory,) = pipeline.current()
    assert (memory.text, memory.version, memory.seen_count) == ("I live in Munich", 3, 1)


def test_offline_a_correction_that_comes_late_waits_and_what_is_current_stays() -> None:
    pipeline = Pipeline()
    first, second, third = turns(MOVES["en"][:3])
    pipeline.play([first, third])
    pipeline.accept(second)
    assert [outcome.action.value for outcome in pipeline.outcomes(second)] == ["PENDING_REVIEW"]
    assert [memory.text for memory in pipeline.current()] == ["I moved from Hamburg to Munich"]
