"""Searches through the client: the values, not only that something comes back."""

import math
from typing import Any

import pytest
from qdrant_client import QdrantClient
from qdrant_client import models as m
from qdrant_client.http.exceptions import UnexpectedResponse

from tests.contract.vector_engine.conftest import point

EAST, NORTH, BOTH = [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]


def sparse(**weights: float) -> m.SparseVector:
    """Terms named t7=1.0 -> index 7, weight 1."""
    return m.SparseVector(indices=[int(term[1:]) for term in weights], values=list(weights.values()))


def placed(number: int, dense: list[float], terms: m.SparseVector, tenant: str = "a") -> m.PointStruct:
    """A point in a tenant."""
    return m.PointStruct(id=number, vector={"dense": dense, "sparse": terms}, payload={"tenant": tenant, "number": number})


def tenant_is(tenant: str) -> m.Filter:
    """All points of one tenant."""
    return m.Filter(must=[m.FieldCondition(key="tenant", match=m.MatchValue(value=tenant))])


@pytest.fixture
def three(client: QdrantClient, name: str) -> str:
    """Dense order of EAST: 1, 3, 2. Sparse order of term 7: 2, 3."""
    client.upsert(
        name,
        [placed(1, EAST, sparse(t1=1.0)), placed(2, NORTH, sparse(t7=2.0)), placed(3, BOTH, sparse(t7=1.0, t9=1.0))],
    )
    return name


def ids_and_scores(found: m.QueryResponse) -> list[tuple[Any, float]]:
    """The hits, rounded."""
    return [(hit.id, round(hit.score, 5)) for hit in found.points]


def test_a_dense_query_gives_cosines_best_first(client: QdrantClient, three: str) -> None:
    found = client.query_points(three, query=EAST, using="dense", limit=3)
    assert ids_and_scores(found) == [(1, 1.0), (3, round(1 / math.sqrt(2), 5)), (2, 0.0)]
    assert found.points[0].payload == {"tenant": "a", "number": 1}


def test_threshold_limit_offset_and_filter_cut_the_hits(client: QdrantClient, three: str) -> None:
    assert [hit.id for hit in client.query_points(three, query=EAST, using="dense", score_threshold=0.5).points] == [1, 3]
    assert [hit.id for hit in client.query_points(three, query=EAST, using="dense", limit=1, offset=1).points] == [3]
    narrowed = m.Filter(must_not=[m.HasIdCondition(has_id=[1])])
    assert [hit.id for hit in client.query_points(three, query=EAST, using="dense", query_filter=narrowed).points] == [3, 2]


def test_payload_and_vectors_come_as_they_were_asked_for(client: QdrantClient, three: str) -> None:
    found = client.query_points(
        three, query=EAST, using="dense", limit=1, with_payload=m.PayloadSelectorInclude(include=["number"]), with_vectors=["dense"]
    )
    assert found.points[0].payload == {"number": 1}
    assert found.points[0].vector == {"dense": EAST}
    bare = client.query_points(three, query=EAST, using="dense", limit=1, with_payload=False).points[0]
    assert (bare.payload or {}, bare.vector) == ({}, None)
    without = client.query_points(
        three, query=EAST, using="dense", limit=1, with_payload=m.PayloadSelectorExclude(exclude=["tenant"])
    )  # fmt: skip
    assert without.points[0].payload == {"number": 1}


def test_a_sparse_query_weighs_terms_by_their_rarity(client: QdrantClient, three: str) -> None:
    found = client.query_points(three, query=sparse(t7=1.0), using="sparse")
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    assert ids_and_scores(found) == [(2, pytest.approx(2 * idf, abs=1e-4)), (3, pytest.approx(idf, abs=1e-4))]


def test_the_corpus_of_the_rarity_is_the_tenant_where_it_is_asked_for(client: QdrantClient, name: str) -> None:
    client.upsert(name, [placed(number, EAST, sparse(t7=1.0) if number < 3 else sparse(t8=1.0), "a") for number in range(8)])
    client.upsert(name, [placed(100 + number, EAST, sparse(t7=1.0), "b") for number in range(8)])

    def score(params: m.SearchParams | None) -> float:
        found = client.query_points(name, query=sparse(t7=1.0), using="sparse", query_filter=tenant_is("a"), search_params=params)
        assert len(found.points) == 3
        return found.points[0].score

    of_tenant = score(m.SearchParams(idf=m.IdfCorpusParams(corpus=tenant_is("a"))))
    of_all = score(None)
    assert of_tenant == pytest.approx(math.log(1 + (8 - 3 + 0.5) / (3 + 0.5)), abs=1e-4)
    assert of_all == pytest.approx(math.log(1 + (16 - 11 + 0.5) / (11 + 0.5)), abs=1e-4)
    assert score(m.SearchParams(idf=m.IdfScope.GLOBAL)) == pytest.approx(of_all)


def arms(limit: int = 10) -> list[m.Prefetch]:
    """Both arms."""
    return [
        m.Prefetch(query=EAST, using="dense", limit=limit),
        m.Prefetch(query=sparse(t7=1.0), using="sparse", limit=limit, params=m.SearchParams(idf=m.IdfCorpusParams(corpus=tenant_is("a")))),
    ]


def test_reciprocal_rank_fusion_gives_its_textbook_values(client: QdrantClient, three: str) -> None:
    found = client.query_points(three, prefetch=arms(), query=m.RrfQuery(rrf=m.Rrf(k=60)), with_payload=False)
    # Ranks count from 0: dense 1, 3, 2; sparse 2, 3.
    assert {hit.id: hit.score for hit in found.points} == {
        1: pytest.approx(1 / 60, abs=1e-6),
        2: pytest.approx(1 / 62 + 1 / 60, abs=1e-6),
        3: pytest.approx(1 / 61 + 1 / 61, abs=1e-6),
    }
    assert [hit.score for hit in found.points] == sorted((hit.score for hit in found.points), reverse=True)


def test_weights_of_a_fusion_stretch_the_ranks_of_their_arm(client: QdrantClient, three: str) -> None:
    found = client.query_points(three, prefetch=arms(), query=m.RrfQuery(rrf=m.Rrf(k=60, weights=[1.0, 9.0])))

    def part(rank: int, weight: float) -> float:
        return 1 / ((rank + 1) / weight + 60 - 1)

    assert {hit.id: hit.score for hit in found.points} == {
        1: pytest.approx(part(0, 1), abs=1e-6),
        2: pytest.approx(part(2, 1) + part(0, 9), abs=1e-6),
        3: pytest.approx(part(1, 1) + part(1, 9), abs=1e-6),
    }


def test_a_query_rescores_what_its_prefetch_found(client: QdrantClient, three: str) -> None:
    found = client.query_points(three, prefetch=[m.Prefetch(query=sparse(t7=1.0), using="sparse")], query=EAST, using="dense")
    assert ids_and_scores(found) == [(3, round(1 / math.sqrt(2), 5)), (2, 0.0)]


def test_prefetches_may_be_nested_and_the_outer_filter_reaches_them(client: QdrantClient, three: str) -> None:
    nested = [m.Prefetch(prefetch=arms(), query=m.RrfQuery(rrf=m.Rrf(k=60)), limit=2)]
    found = client.query_points(three, prefetch=nested, query=EAST, using="dense")
    assert {hit.id for hit in found.points} == {2, 3}
    narrowed = client.query_points(
        three, prefetch=arms(), query=m.FusionQuery(fusion=m.Fusion.RRF), query_filter=m.Filter(must=[m.HasIdCondition(has_id=[1])])
    )  # fmt: skip
    assert [hit.id for hit in narrowed.points] == [1]


def test_a_batch_of_queries_answers_each_in_its_place(client: QdrantClient, three: str) -> None:
    found = client.query_batch_points(
        three,
        [
            m.QueryRequest(query=EAST, using="dense", limit=1, with_payload=True),
            m.QueryRequest(query=sparse(t7=1.0), using="sparse", limit=5),
            m.QueryRequest(query=NORTH, using="dense", limit=5, filter=tenant_is("nobody")),
        ],
    )
    assert [[hit.id for hit in answer.points] for answer in found] == [[1], [2, 3], []]
    assert found[0].points[0].payload == {"tenant": "a", "number": 1}
    assert not found[1].points[0].payload


def test_a_query_that_does_not_fit_the_collection_is_refused(client: QdrantClient, three: str) -> None:
    for query, using in (([1.0, 2.0], "dense"), (EAST, "unknown"), (sparse(t1=1.0), "dense"), (EAST, "sparse")):
        with pytest.raises(UnexpectedResponse) as error:
            client.query_points(three, query=query, using=using)
        assert error.value.status_code == 400
    with pytest.raises(UnexpectedResponse) as error:
        client.query_points(three, prefetch=arms(), query=m.RrfQuery(rrf=m.Rrf(k=60, weights=[1.0])))
    assert error.value.status_code == 400
    client.upsert(three, [point(50)])
    assert client.count(three).count == 4
