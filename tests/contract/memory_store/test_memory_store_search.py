"""What recall gets: the union of both arms, each candidate with its own cosine, keyword score and ranks."""

from dataclasses import replace

import pytest

from shared.domain.errors import DimensionMismatch
from shared.domain.relevance import HybridQuery
from shared.domain.scope import Scope
from shared.domain.write_plan import PointInsert, SparseVector
from shared.ports.memory_store import MemoryStore
from tests.contract.memory_store.samples import (
    BOB,
    LIVE,
    NOW,
    fresh_tenant,
    hybrid,
    insert,
    memory,
    plan,
    scope_of,
    terms,
    vector,
)
from tests.fakes.memory_scoring import inverse_document_frequency, keyword_score

TEXTS = {
    "tea tea-house": (1.0, 0.0),
    "tea shop": (0.8, 0.6),
    "coffee shop": (0.0, 1.0),
    "coffee bar": (-1.0, 0.1),
}


def write(store: MemoryStore, tenant: str, texts: dict[str, tuple[float, ...] | None]) -> dict[str, PointInsert]:
    points = {text: insert(memory(tenant, text), dense) for text, dense in texts.items()}
    store.apply(plan(tenant, *points.values()))
    return points


def test_each_hit_carries_its_own_scores_and_its_ranks_in_both_arms(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    points = write(store, tenant, TEXTS)

    hits = {hit.point_id: hit for hit in store.search(scope_of(tenant), LIVE, hybrid("coffee", limit=2))}

    found = {text: hits[point.point_id] for text, point in points.items() if point.point_id in hits}
    assert found.keys() == set(TEXTS)
    assert [found[text].cosine for text in TEXTS] == pytest.approx([1.0, 0.8, 0.0, -0.995], abs=1e-3)
    assert [found[text].dense_rank for text in TEXTS] == [1, 2, None, None]
    assert [found[text].sparse_rank for text in TEXTS][:2] == [None, None]
    assert {found[text].sparse_rank for text in TEXTS if "coffee" in text} == {1, 2}
    assert [found[text].sparse_score > 0 for text in TEXTS] == [False, False, True, True]


def test_a_hit_carries_what_ranking_needs(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    fields = {
        "importance": 0.75,
        "last_accessed_at": NOW,
        "access_count": 4,
        "session_id": "s1",
        "position": 12,
        "language": "zh",
        "speaker": "安",
    }
    stored = memory(tenant, "我 喜欢 喝茶", **fields)
    store.apply(plan(tenant, insert(stored)))

    (hit,) = store.search(scope_of(tenant), LIVE, hybrid("喝茶"))

    assert {name: getattr(hit, name) for name in fields} == fields
    assert (hit.memory_id, hit.stage, hit.observed_at) == (stored.id, stored.stage, stored.observed_at)
    assert hit.term_ids == terms("我", "喜欢", "喝茶").indices


def test_without_a_query_vector_the_keyword_arm_answers_alone(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    points = write(store, tenant, TEXTS)
    hits = store.search(scope_of(tenant), LIVE, hybrid("tea", dense=None))
    assert {hit.point_id for hit in hits} == {points["tea tea-house"].point_id, points["tea shop"].point_id}
    assert {(hit.cosine, hit.dense_rank) for hit in hits} == {(None, None)}


def test_without_query_terms_the_dense_arm_answers_alone(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    points = write(store, tenant, TEXTS)
    hits = store.search(scope_of(tenant), LIVE, hybrid(limit=2))
    assert [hit.point_id for hit in hits] == [points["tea tea-house"].point_id, points["tea shop"].point_id]
    assert [(hit.dense_rank, hit.sparse_rank, hit.sparse_score) for hit in hits] == [(1, None, 0.0), (2, None, 0.0)]
    assert store.search(scope_of(tenant), LIVE, hybrid(dense=None)) == ()


def test_a_memory_without_a_vector_is_found_by_its_words(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    points = write(store, tenant, {"我 在 柏林": None, "我 在 巴黎": (1.0,)})
    hits = store.search(scope_of(tenant), LIVE, hybrid("柏林"))
    by_words = next(hit for hit in hits if hit.point_id == points["我 在 柏林"].point_id)
    assert (by_words.cosine, by_words.dense_rank, by_words.sparse_rank) == (None, None, 1)
    assert len(hits) == 2


def test_keyword_scores_follow_the_formula_over_the_tenants_own_points(store: MemoryStore) -> None:
    tenant, other = fresh_tenant(), fresh_tenant()
    documents = [
        SparseVector((1, 2, 3), (1.0, 0.5, 2.0)),
        SparseVector((2, 3), (0.7, 0.1)),
        SparseVector((3, 4_294_967_295), (1.5, 0.25)),
        SparseVector((7,), (1.0,)),
    ]
    query = SparseVector((1, 2, 4_294_967_295), (1.0, 2.0, 1.0))

    def points(of: str) -> list[PointInsert]:
        made = [insert(memory(of, f"document {n}")) for n in range(len(documents))]
        return [
            PointInsert(point_id=p.point_id, memory=p.memory, dense=None, sparse=d, term_ids=d.indices)
            for p, d in zip(made, documents, strict=True)
        ]

    written = points(tenant)
    store.apply(plan(tenant, *written))
    store.apply(plan(other, *points(other)[:1] * 1))
    store.apply(plan(tenant, insert(memory(tenant, "bob's", owner=BOB), None, words=["bob"]), owner=BOB))

    hits = store.search(scope_of(tenant), LIVE, HybridQuery(dense=None, sparse=query))

    corpus = [*documents, terms("bob")]
    rarity = {term: inverse_document_frequency(term, corpus) for term in query.indices}
    expected = {point.point_id: keyword_score(query, point.sparse, rarity) for point in written[:3]}
    assert {hit.point_id: hit.sparse_score for hit in hits} == pytest.approx(expected, abs=1e-3)


def test_neighbours_come_nearest_first_for_each_vector(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    write(store, tenant, TEXTS)
    first, second = store.neighbours(scope_of(tenant), [vector(1.0), vector(0.0, 2.0)], now=NOW, limit=2)
    assert [(near.memory.text, round(near.cosine, 3)) for near in first] == [("tea tea-house", 1.0), ("tea shop", 0.8)]
    assert [near.memory.text for near in second] == ["coffee shop", "tea shop"]
    assert store.neighbours(scope_of(tenant), [], now=NOW, limit=2) == ()
    assert store.neighbours(scope_of(tenant, BOB), [vector(1.0)], now=NOW, limit=2) == ((),)


def test_stored_vectors_are_told_to_those_who_may_see_the_version(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    points = write(store, tenant, {"tea": (0.0, 2.0), "coffee": (0.6, 0.8), "unseen": None})
    asked = [point.point_id for point in points.values()] + [insert(memory(tenant, "never written")).point_id]
    found = store.vectors(scope_of(tenant), asked)
    assert {key: list(value) for key, value in found.items()} == {
        points["tea"].point_id: pytest.approx(vector(0.0, 1.0)),
        points["coffee"].point_id: pytest.approx(vector(0.6, 0.8)),
    }
    assert store.vectors(scope_of(tenant), []) == store.vectors(scope_of(tenant, BOB), asked) == {}
    assert store.vectors(scope_of(fresh_tenant()), asked) == {}


def test_a_query_vector_of_the_wrong_length_is_a_dimension_mismatch(engine: MemoryStore) -> None:
    with pytest.raises(DimensionMismatch, match="TIERCEL_EMBEDDER"):
        engine.search(Scope(tenant_id="t"), LIVE, HybridQuery(dense=[1.0], sparse=terms("a")))
    with pytest.raises(DimensionMismatch, match="TIERCEL_EMBEDDER"):
        engine.neighbours(Scope(tenant_id="t"), [[1.0]], now=NOW, limit=1)


@pytest.mark.parametrize("has_vector", [True, False])
def test_the_same_question_in_other_words_adds_candidates_and_changes_no_rank(store: MemoryStore, has_vector: bool) -> None:
    tenant = fresh_tenant()
    points = write(store, tenant, TEXTS)
    asked = hybrid("shop", dense=(1.0, 0.0) if has_vector else None, limit=1)

    alone = {hit.point_id: hit for hit in store.search(scope_of(tenant), LIVE, asked)}
    widened = {hit.point_id: hit for hit in store.search(scope_of(tenant), LIVE, replace(asked, variants=(terms("bar"), terms("house"))))}

    assert points["coffee bar"].point_id in widened
    assert {point_id: widened[point_id] for point_id in alone} == alone
    added = widened[points["coffee bar"].point_id]
    assert (added.sparse_rank, added.dense_rank, added.sparse_score) == (None, None, 0.0)
    assert (added.cosine is not None) is has_vector


def test_a_hit_says_who_speaks_and_whether_it_asks(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    write(store, tenant, {"Mia: Where is the tea?": (1.0, 0.0), "the tea is here": (0.9, 0.1)})

    hits = store.search(scope_of(tenant), LIVE, hybrid("tea"))

    assert {(hit.speaker, hit.asks) for hit in hits} == {("Mia", True), (None, False)}
