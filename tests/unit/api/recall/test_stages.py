"""The small pure stages: fusion, diversity, nudges, gates, breaker, deadline."""

import math
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.api.recall.breaker import (
    FAILURES_TO_OPEN,
    LONGEST_PAUSE_SECONDS,
    BreakerState,
    after_failure,
    after_nothing,
    after_success,
    may_ask,
)
from services.api.recall.deadline import Deadline
from services.api.recall.diversity import diversify, similarities, spread
from services.api.recall.fusion import fuse, reciprocal_rank
from services.api.recall.gate import drop_unsure, gate
from services.api.recall.nudges import LARGEST_NUDGE, nudge, order_by_life
from services.api.recall.ranking import Ranked, Ranking
from shared.domain.forgetting import AgePolicy
from shared.domain.memory import RetentionStage
from tests.bench.small_engine import bare_hit
from tests.factories import NOW


def log_odds(relevance: float) -> float:
    return math.log(relevance / (1 - relevance))


def test_reciprocal_rank_fusion_of_two_first_places() -> None:
    assert reciprocal_rank((1, 1), (0.7, 0.3)) == pytest.approx(0.7 / 61 + 0.3 / 61)
    assert round(reciprocal_rank((1, 1), (0.7, 0.3)), 6) == 0.016393


def test_a_candidate_of_one_arm_gets_nothing_from_the_other() -> None:
    assert reciprocal_rank((None, 2), (0.7, 0.3)) == pytest.approx(0.3 / 62)


def test_fusion_sorts_by_both_ranks() -> None:
    first = Ranked(replace(bare_hit("a", "x"), dense_rank=2, sparse_rank=None))
    second = Ranked(replace(bare_hit("b", "x"), dense_rank=1, sparse_rank=3))
    assert [ranked.hit.memory_id for ranked in fuse(Ranking((first, second)), weights=(0.5, 0.5)).kept] == ["b", "a"]


SIMILAR = np.array([[0, 0.95, 0.1], [0.95, 0, 0], [0.1, 0, 0]])


@pytest.mark.parametrize(("lambda_", "picked"), [(1.0, (0, 1)), (0.5, (0, 2))])
def test_marginal_relevance_picks_the_pair_of_its_table(lambda_: float, picked: tuple[int, ...]) -> None:
    assert spread([0.9, 0.88, 0.6], SIMILAR, lambda_=lambda_, k=2) == picked


@given(st.lists(st.floats(0, 1), max_size=8), st.floats(0, 1))
def test_marginal_relevance_loses_and_invents_nothing(relevance: list[float], lambda_: float) -> None:
    picked = spread(relevance, np.zeros((len(relevance), len(relevance))), lambda_=lambda_, k=len(relevance))
    assert sorted(picked) == list(range(len(relevance)))


def test_memories_that_share_only_the_questions_words_are_not_alike() -> None:
    grid = similarities([(1, 2, 3), (1, 4, 5), (3, 2)], ignored=frozenset({1}))
    assert grid[0, 1] == 0.0
    assert grid[0, 2] == 1.0


@pytest.mark.parametrize(
    ("said_twice", "other"),
    [
        (("I like jasmine tea in the evening", "I like jasmine tea in the late evening"), "My tea kettle is broken"),
        (("我晚上喜欢喝茉莉花茶", "我晚上喜欢喝茉莉花茶呢"), "我的茶壶坏了"),
    ],
)
def test_the_same_thing_said_twice_steps_behind_something_else(said_twice: tuple[str, str], other: str) -> None:
    texts = (*said_twice, other)
    values = zip(texts, (0.9, 0.88, 0.7), strict=True)
    ranking = Ranking(tuple(Ranked(bare_hit(text, text), log_odds=log_odds(value)) for text, value in values))
    kept = diversify(ranking, asked_terms=frozenset(), lambda_=0.5).kept
    assert [ranked.hit.memory_id for ranked in kept] == [texts[0], texts[2], texts[1]]
    assert [ranked.mmr_rank for ranked in kept] == [1, 2, 3]


@given(st.floats(0, 1), st.floats(0, 4000), st.integers(0, 1000))
def test_age_use_and_importance_together_move_a_memory_by_at_most_fifteen_percent(importance: float, days: float, count: int) -> None:
    hit = replace(bare_hit("a", "x"), importance=importance, access_count=count, observed_at=NOW - timedelta(days=days))
    assert 1 - LARGEST_NUDGE <= nudge(hit, NOW) <= 1 + LARGEST_NUDGE


@pytest.mark.parametrize(
    ("stage", "factor"),
    [(RetentionStage.LONG, 1.0), (RetentionStage.SHORT, 0.97), (RetentionStage.WORKING, 0.94), (RetentionStage.ARCHIVE, 0.6)],
)
def test_the_retention_stage_weighs_what_its_table_says(stage: RetentionStage, factor: float) -> None:
    ranked = Ranked(replace(bare_hit("a", "x"), stage=stage), log_odds=log_odds(0.5))
    assert order_by_life(Ranking((ranked,)), now=NOW).kept[0].stage_factor == factor


def test_of_two_equally_relevant_memories_the_fresh_one_comes_first() -> None:
    old = Ranked(replace(bare_hit("old", "x"), observed_at=NOW - timedelta(days=200)), log_odds=log_odds(0.8))
    fresh = Ranked(replace(bare_hit("fresh", "x"), observed_at=NOW), log_odds=log_odds(0.8))
    assert order_by_life(Ranking((old, fresh)), now=NOW).kept[0].hit.memory_id == "fresh"


def test_age_never_takes_a_memory_through_the_gate() -> None:
    old = Ranked(replace(bare_hit("old", "x"), observed_at=NOW - timedelta(days=900), stage=RetentionStage.WORKING), log_odds=log_odds(0.5))
    assert gate(order_by_life(Ranking((old,)), now=NOW), min_score=0.5).kept


@pytest.mark.parametrize(("days", "uses", "kept"), [(54.9, 0, True), (56, 0, False), (56, 1, True), (900, 1, True)])
def test_the_fluid_policy_drops_what_scores_below_its_cut(days: float, uses: int, kept: bool) -> None:
    aged = Ranked(replace(bare_hit("a", "x"), observed_at=NOW - timedelta(days=days), access_count=uses), log_odds=log_odds(0.8))
    ranking = order_by_life(Ranking((aged,)), now=NOW, policy=AgePolicy.FLUID)
    assert bool(ranking.kept) is kept
    assert [each.stage for each in ranking.dropped] == ([] if kept else ["life"])


def test_the_weibull_policy_lets_the_working_stage_fall_fastest() -> None:
    def second(stage: RetentionStage) -> Ranked:
        return Ranked(replace(bare_hit(stage, "x"), observed_at=NOW - timedelta(days=10), stage=stage), log_odds=log_odds(0.8))

    ranking = order_by_life(Ranking(tuple(second(stage) for stage in RetentionStage)), now=NOW, policy=AgePolicy.WEIBULL)
    assert [ranked.hit.memory_id for ranked in ranking.kept] == ["long", "short", "archive", "working"]
    assert all(ranked.relevance == pytest.approx(0.8) for ranked in ranking.kept)


def test_the_gates_keep_what_is_equal_and_say_what_they_drop() -> None:
    at, below = (Ranked(bare_hit(str(value), "x"), log_odds=log_odds(value)) for value in (0.5, 0.49))
    ranking = drop_unsure(Ranking((at, below)), threshold=0.5)
    assert [ranked.hit.memory_id for ranked in ranking.kept] == ["0.5"]
    assert [(line.id, line.stage, line.reason) for line in ranking.dropped] == [("0.49", "confidence", "below 0.5")]


def _failed(times: int, at: float = 0.0) -> BreakerState:
    state = BreakerState()
    for _ in range(times):
        state = after_failure(state, at)
    return state


def test_a_breaker_opens_after_five_failures_in_a_row_and_not_before() -> None:
    assert may_ask(_failed(FAILURES_TO_OPEN - 1), 0.0)[0]
    assert not may_ask(_failed(FAILURES_TO_OPEN), 0.0)[0]
    assert may_ask(after_success(_failed(FAILURES_TO_OPEN - 1)), 0.0) == (True, BreakerState())


def test_an_open_breaker_lets_one_probe_through_after_its_pause() -> None:
    state = _failed(FAILURES_TO_OPEN)
    assert state.open_until is not None
    allowed, probing = may_ask(state, state.open_until)
    assert allowed
    assert not may_ask(probing, state.open_until + 1000)[0]


def test_a_failed_probe_doubles_the_pause_up_to_its_limit() -> None:
    state, at = _failed(FAILURES_TO_OPEN), 0.0
    pauses = []
    for _ in range(8):
        at = state.open_until or 0.0
        state = after_failure(may_ask(state, at)[1], at)
        pauses.append((state.open_until or 0.0) - at)
    assert pauses[:2] == [4.0, 8.0]
    assert pauses[-1] == LONGEST_PAUSE_SECONDS


def test_a_probe_that_had_no_time_may_be_tried_again() -> None:
    state = _failed(FAILURES_TO_OPEN)
    _, probing = may_ask(state, 100.0)
    assert may_ask(after_nothing(probing), 100.0)[0]


def test_the_deadline_counts_from_arrival() -> None:
    deadline = Deadline(arrived=10.0, total_ms=800)
    assert deadline.left(10.5) == pytest.approx(0.3)
    assert deadline.left(11.0) == 0.0
    assert deadline.left(10.9) == 0.0
