"""The sparse vectors: their form, and their ranking against an independent BM25."""

import math
import random

import pytest
from hypothesis import given, settings
from rank_bm25 import BM25Plus

from shared.domain.write_plan import SparseVector
from shared.text.lexical import AVERAGE_LENGTH, K1, B, document_terms, query_terms, saturation, term_id
from shared.text.tokens import tokenize
from tests.unit.text.mixed_text import mixed_text

WORDS = [
    "tea",
    "coffee",
    "berlin",
    "server",
    "deploy",
    "budget",
    "meeting",
    "report",
    "ann",
    "bob",
    "project",
    "python",
    "redis",
    "qdrant",
    "vector",
    "memory",
    "腾讯云",
    "服务器",
    "预算",
    "会议",
    "简洁",
    "回复",
    "上海",
    "项目",
]


def _dot(query: SparseVector, document: SparseVector, idf: dict[int, float]) -> float:
    weights = dict(zip(document.indices, document.values, strict=True))
    return sum(idf.get(index, 0.0) * weights.get(index, 0.0) for index in query.indices)


@settings(max_examples=150, deadline=None)
@given(mixed_text)
def test_indices_rise_strictly_and_weights_are_positive_and_finite(text: str) -> None:
    terms = document_terms(text=text, category="fact", scope="user:ann", labels={"team": text[:20]})
    vector = terms.vector
    assert list(vector.indices) == sorted(set(vector.indices))
    assert all(0 <= index < 2**32 for index in vector.indices)
    assert all(value > 0 and math.isfinite(value) for value in vector.values)
    assert set(terms.text_term_ids) <= set(vector.indices)
    assert list(terms.text_term_ids) == sorted({term_id(term) for term in tokenize(text)})


def test_a_query_has_each_term_once_with_weight_one() -> None:
    query = query_terms("tea tea 服务器")
    assert set(query.values) == {1.0}
    assert set(query.indices) == {term_id(term) for term in tokenize("tea 服务器")}


def test_a_text_without_terms_has_an_empty_query() -> None:
    assert query_terms("的 了 the of") == SparseVector(indices=(), values=())


def test_the_hash_is_the_same_in_every_process() -> None:
    assert term_id("tea") == 532194854


def test_fields_weigh_text_1_category_2_scope_and_labels_1_5() -> None:
    length = AVERAGE_LENGTH["en"]
    once = (K1 + 1) / (1 + K1 * (1 - B + B / length))
    terms = document_terms(text="kiwi", category="fact", scope="team", labels={"advertiser": "acme"})
    weights = dict(zip(terms.vector.indices, terms.vector.values, strict=True))
    two = (K1 + 1) / (1 + K1 * (1 - B + B * 2 / length))
    assert weights[term_id("kiwi")] == pytest.approx(once)
    assert weights[term_id("fact")] == pytest.approx(2 * once)
    assert weights[term_id("team")] == pytest.approx(1.5 * two)
    assert weights[term_id("acm")] == pytest.approx(1.5 * two)


@pytest.mark.parametrize("seed", range(20))
def test_the_text_field_ranks_as_rank_bm25_does(seed: int) -> None:
    chance = random.Random(seed)
    corpus = [" ".join(chance.choices(WORDS, k=chance.randint(2, 30))) for _ in range(40)]
    documents = [tokenize(text) for text in corpus]
    oracle = BM25Plus([list(document) for document in documents], k1=K1, b=B, delta=0)
    average = oracle.avgdl
    query = tokenize(" ".join(chance.sample(WORDS, 4)))
    idf = {
        term: math.log((len(corpus) + 1) / sum(term in document for document in documents))
        for term in set(query)
        if any(term in document for document in documents)
    }
    weights = [saturation(document, average) for document in documents]
    ours = [sum(idf.get(term, 0.0) * weight.get(term, 0.0) for term in query) for weight in weights]
    assert ours == pytest.approx(list(oracle.get_scores(list(query))), rel=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_the_summed_fields_equal_three_bm25_sums(seed: int) -> None:
    chance = random.Random(1000 + seed)
    idf: dict[int, float] = {}
    text, label = " ".join(chance.choices(WORDS[:16], k=15)), " ".join(chance.choices(WORDS[:16], k=3))
    for word in WORDS:
        for term in tokenize(word):
            idf[term_id(term)] = chance.uniform(0.1, 5)
    query = query_terms(" ".join(chance.sample(WORDS, 5)))
    document = document_terms(text=text, category="fact", scope="team", labels={"x": label})
    average = AVERAGE_LENGTH["en"]
    expected = 0.0
    for weight, terms in ((1.0, tokenize(text)), (2.0, tokenize("fact")), (1.5, tokenize(f"team {label}"))):
        for index in query.indices:
            count = sum(term_id(term) == index for term in terms)
            expected += (
                weight * idf.get(index, 0.0) * count * (K1 + 1) / (count + K1 * (1 - B + B * len(terms) / average)) if count else 0.0
            )
    assert _dot(query, document.vector, idf) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("text", "slot", "asked"), [("I moved to Oslo", "residence", ("live", "住")), ("我跳槽到了腾讯", "employer", ("work", "上班"))]
)
def test_a_statement_holds_the_words_by_which_its_property_is_asked_for(text: str, slot: str, asked: tuple[str, ...]) -> None:
    terms = document_terms(text=text, category="fact", scope="team", labels={}, slot=slot)
    wanted = {term_id(term) for word in asked for term in tokenize(word)}
    assert wanted <= set(terms.text_term_ids)
    assert wanted <= set(terms.vector.indices)
    assert wanted.isdisjoint(document_terms(text=text, category="fact", scope="team", labels={}).text_term_ids)


def test_a_slot_that_is_asked_for_in_many_ways_adds_nothing() -> None:
    plain = document_terms(text="my favourite colour is blue", category="fact", scope="team", labels={})
    assert document_terms(text="my favourite colour is blue", category="fact", scope="team", labels={}, slot="favourite:colour") == plain
