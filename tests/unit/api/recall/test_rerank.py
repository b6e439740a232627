"""The remote reranker: half a say, redacted texts, a fallback that is named, and its settings."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.api.recall import Degraded, RecallAnswer, Recaller
from services.api.recall.breaker import FAILURES_TO_OPEN
from services.api.recall.ranking import Ranked, Ranking, chance
from services.api.recall.rerank import RELATED, UNRELATED, apply_scores, scale_of_scores
from tests.bench.small_engine import bare_hit
from tests.fakes.reranker import FakeReranker
from tests.unit.api.recall.parts import RecallHouse
from tests.unit.api.system import ApiSystem

TEAS = ["I like jasmine tea", "I like green tea from Uji", "I like oolong tea at the station"]
QUERY = "what tea do I like?"


def a_house(reranker: FakeReranker, **fields: Any) -> RecallHouse:
    """With a reranker whose scale is known."""
    house = RecallHouse(reranker=reranker, **fields)
    house.keep_all(TEAS)
    await_scale(house.recaller, reranker)
    return house


def await_scale(recaller: Recaller, reranker: FakeReranker) -> None:
    source = recaller._reranking
    assert source is not None
    began = time.monotonic()
    while source.scale is None and time.monotonic() - began < 10:
        time.sleep(0.005)
    reranker.asked.clear()


def texts_of(answer: RecallAnswer) -> list[str]:
    return [memory.text for memory in answer.memories]


@pytest.mark.parametrize("favourite", TEAS)
def test_the_rerankers_favourite_comes_first(favourite: str) -> None:
    house = a_house(FakeReranker(favourite), settings={"mmr_enabled": False})
    answer = house.recall(QUERY, explain=True)
    assert texts_of(answer)[0] == favourite
    assert answer.memories[0].explain is not None
    assert answer.memories[0].explain["remote"] == 0.97
    assert answer.explain is not None
    assert answer.explain.reranker == "fake"
    assert "rerank" in answer.explain.stages


def test_without_a_reranker_its_stage_is_not_in_the_list() -> None:
    house = RecallHouse()
    house.keep_all(TEAS)
    explanation = house.recall(QUERY, explain=True).explain
    assert explanation is not None
    assert "rerank" not in explanation.stages


def test_r1_a_reranker_that_fails_is_named_and_the_learned_model_answers() -> None:
    reranker = FakeReranker(TEAS[2])
    house = a_house(reranker)
    plain = RecallHouse()
    plain.keep_all(TEAS)
    reranker.fail()
    answer = house.recall(QUERY)
    assert Degraded.RERANK in answer.degraded
    assert texts_of(answer) == texts_of(plain.recall(QUERY))


def test_r1_a_reranker_that_keeps_failing_is_left_alone_for_a_while() -> None:
    reranker = FakeReranker()
    house = a_house(reranker)
    reranker.fail()
    for _ in range(FAILURES_TO_OPEN + 3):
        assert Degraded.RERANK in house.recall(QUERY).degraded
    assert len(reranker.asked) == FAILURES_TO_OPEN


def test_until_its_scale_is_known_the_learned_model_decides_alone() -> None:
    reranker = FakeReranker(TEAS[2])
    reranker.fail()
    house = RecallHouse(reranker=reranker)
    house.keep_all(TEAS)
    answer = house.recall(QUERY, explain=True)
    assert Degraded.RERANK not in answer.degraded
    assert {memory.explain["remote"] for memory in answer.memories if memory.explain} == {None}


def test_t12_only_redacted_words_leave_for_the_reranker() -> None:
    reranker = FakeReranker()
    house = a_house(reranker)
    house.keep("The tea shop's mail is foo+bar@example.co.uk, I like it")
    house.recall("which tea shop did I mail from ann@example.com?")
    sent = str(reranker.asked)
    assert "[REDACTED:email]" in sent
    assert "foo+bar" not in sent
    assert "ann@" not in sent


@pytest.mark.parametrize("candidates", [1, 3])
def test_as_many_candidates_are_sent_as_the_setting_says(candidates: int) -> None:
    reranker = FakeReranker()
    system = ApiSystem({"TIERCEL_RERANKER_CANDIDATES": str(candidates)}, reranker=reranker)
    for text in TEAS:
        system.remember(text, user_id="ann")
    await_scale(system.app.state.parts.recaller, reranker)
    system.post("/v1/recall", {"query": QUERY, "user_id": "ann", "deadline_ms": 5000})
    assert [len(texts) for _, texts in reranker.asked] == [candidates]


def test_the_scale_places_answers_and_other_texts_where_they_belong() -> None:
    scale = scale_of_scores([0.4, 0.5], [0.01, 0.02])
    assert chance(scale.log_odds(0.447)) == pytest.approx(RELATED, abs=0.02)
    assert chance(scale.log_odds(0.0142)) == pytest.approx(UNRELATED, abs=0.02)
    raw = scale_of_scores([5.0, 7.0], [-6.0, -8.0])
    assert chance(raw.log_odds(6.0)) == pytest.approx(RELATED)
    with pytest.raises(ValueError, match="does not tell"):
        scale_of_scores([0.2], [0.9])


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6))
def test_a_higher_score_is_never_worth_less(scores: list[float]) -> None:
    scale = scale_of_scores([0.8], [0.1])
    ranking = Ranking(tuple(Ranked(bare_hit(str(place), "x")) for place in range(len(scores))))
    named = {hit.hit.point_id: score for hit, score in zip(ranking.kept, scores, strict=True)}
    kept = apply_scores(ranking, scores=named, scale=scale).kept
    relevance = [ranked.log_odds for ranked in kept]
    assert relevance == sorted(relevance, reverse=True)
    assert {ranked.hit.point_id for ranked in kept} == set(named)
