"""Each setting of the read path changes what comes back."""

from datetime import timedelta
from typing import Any

import pytest

from services.api.recall import RecallAnswer
from tests.factories import make_turn
from tests.unit.api.recall.parts import NOW, RecallHouse

TEAS = [
    "I like jasmine tea",
    "I like jasmine tea very much",
    "My sister keeps her tea in a blue tin",
    "The tea of my grandmother came from Assam",
    "Oolong is the tea that I order at the station",
]
QUERY = "what tea do I like?"


def answered(texts: list[str] = TEAS, query: str = QUERY, **settings: Any) -> RecallAnswer:
    house = RecallHouse(settings=settings)
    house.keep_all(texts)
    return house.recall(query, explain=True)


def texts_of(answer: RecallAnswer) -> list[str]:
    return [memory.text for memory in answer.memories]


def test_top_k() -> None:
    assert len(texts_of(answered(min_score=0.0, confidence_threshold=0.0, top_k=2))) == 2
    assert len(texts_of(answered(min_score=0.0, confidence_threshold=0.0, top_k=4))) == 4


def test_min_score() -> None:
    assert len(texts_of(answered(min_score=0.1))) > len(texts_of(answered(min_score=0.99)))


@pytest.mark.parametrize(("threshold", "stage"), [(0.0, "gate"), (0.59, "confidence")])
def test_confidence_threshold(threshold: float, stage: str) -> None:
    """What shares one word of eight with the question falls at the first of the two gates that it does not reach."""
    explanation = answered(query="which cheese would I like with red wine on a rainy evening?", confidence_threshold=threshold).explain
    assert explanation is not None
    assert {drop.stage for drop in explanation.dropped} == {stage}


def test_age_policy() -> None:
    """The whole formula drops what nobody has asked for in four months; the bounded nudge only orders."""
    found = []
    for policy in ("bounded", "fluid"):
        house = RecallHouse(settings={"age_policy": policy})
        house.keep("I like jasmine tea", observed_at=NOW - timedelta(days=120))
        found.append(texts_of(house.recall("do I like jasmine tea?", explain=True)))
    assert found == [["I like jasmine tea"], []]


def test_mmr_lambda() -> None:
    """Relevance alone shows the same thing twice; diversity alone shows something else second."""
    alone, diverse = (texts_of(answered(min_score=0.0, confidence_threshold=0.0, mmr_lambda=value, top_k=2)) for value in (1.0, 0.0))
    assert set(alone) == set(TEAS[:2])
    assert set(diverse) != set(TEAS[:2])


def test_token_budget() -> None:
    wide, narrow = answered(min_score=0.0, token_budget=800), answered(min_score=0.0, token_budget=60)
    assert len(narrow.context) < len(wide.context)
    assert answered(token_budget=0).context == ""


def test_compression_characters() -> None:
    long = "I like jasmine tea. " + "It has to be hot. " * 20
    assert len(answered([long], compression_characters=40).context) < len(answered([long], compression_characters=400).context)


@pytest.mark.parametrize("emoji", ["🦅", "🍵", ""])
def test_inject_emoji(emoji: str) -> None:
    context = answered(inject_emoji=emoji).context
    assert ("🦅" in context, "🍵" in context) == (emoji == "🦅", emoji == "🍵")


def test_max_pending() -> None:
    def pending(limit: int) -> int:
        house = RecallHouse(settings={"max_pending": limit})
        for number, text in enumerate(TEAS[:2]):
            house.intake.accept(make_turn(text, turn_id=f"t{number}"))
        return sum(memory.pending for memory in house.recall(QUERY).memories)

    assert [pending(0), pending(1), pending(2)] == [0, 1, 2]


def test_arm_limit() -> None:
    asked: list[int] = []
    house = RecallHouse(settings={"arm_limit": 17})
    search = house.store.search
    house.store.search = lambda scope, wanted, query: (asked.append(query.limit), search(scope, wanted, query))[1]
    house.keep_all(TEAS)
    house.recall(QUERY)
    assert asked == [17]


def test_mmr_enabled() -> None:
    """Two ways to say the same thing stay neighbours where diversity is off."""
    options = {"min_score": 0.0, "confidence_threshold": 0.0, "mmr_lambda": 0.0, "top_k": 2}
    assert set(texts_of(answered(mmr_enabled=False, **options))) == set(TEAS[:2])
    assert set(texts_of(answered(mmr_enabled=True, **options))) != set(TEAS[:2])


def test_confidence_threshold_enabled() -> None:
    query = "which cheese would I like with red wine on a rainy evening?"
    off = answered(query=query, confidence_threshold=0.59, confidence_threshold_enabled=False).explain
    assert off is not None
    assert {drop.stage for drop in off.dropped} == {"gate"}


def test_compression_enabled() -> None:
    long = "I like jasmine tea. " + "It has to be hot. " * 20
    whole = answered([long], compression_characters=40, compression_enabled=False)
    assert long.strip() in whole.context
    assert long.strip() not in answered([long], compression_characters=40).context


def test_query_expansion_enabled() -> None:
    """A word of the other language stands for the one that was asked with."""
    texts, query = ["openclaw 架构说明", "I like jasmine tea"], "openclaw design notes"
    on, off = (answered(texts, query, min_score=0.0, confidence_threshold=0.0, query_expansion_enabled=value) for value in (True, False))
    assert on.memories[0].text == off.memories[0].text == texts[0]
    assert on.memories[0].score > off.memories[0].score
