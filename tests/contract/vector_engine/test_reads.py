"""Reads through the client: retrieve, scroll, count, facet, filters."""

from typing import Any

import pytest
from qdrant_client import QdrantClient
from qdrant_client import models as m
from qdrant_client.http.exceptions import UnexpectedResponse

from tests.contract.vector_engine.conftest import point


@pytest.fixture
def filled(client: QdrantClient, name: str) -> str:
    """Twelve points of two users, with indexes."""
    client.create_payload_index(name, "user", m.KeywordIndexParams(type=m.KeywordIndexType.KEYWORD, is_tenant=True))
    client.create_payload_index(name, "number", m.PayloadSchemaType.INTEGER)
    client.create_payload_index(name, "at", m.PayloadSchemaType.DATETIME)
    client.create_payload_index(name, "current", m.PayloadSchemaType.BOOL)
    client.upsert(name, [point(number, user="ann" if number % 3 else "安娜") for number in range(12)])
    return name


def test_a_retrieve_gives_only_what_was_asked_for(client: QdrantClient, filled: str) -> None:
    found = client.retrieve(filled, [3, 99], with_payload=["user", "number"], with_vectors=["sparse"])
    assert [(record.id, record.payload) for record in found] == [(3, {"user": "安娜", "number": 3})]
    assert found[0].vector == {"sparse": m.SparseVector(indices=[1, 13], values=[1.0, 2.0])}
    without = client.retrieve(filled, [3], with_payload=m.PayloadSelectorExclude(exclude=["text", "at"]))[0]
    assert without.payload == {"user": "安娜", "number": 3, "current": False}
    assert without.vector is None
    assert client.retrieve(filled, [3], with_payload=False)[0].payload is None


def test_a_scroll_pages_through_everything_once(client: QdrantClient, filled: str) -> None:
    seen: list[Any] = []
    offset: Any = None
    for _ in range(4):
        page, offset = client.scroll(filled, limit=5, offset=offset, with_payload=False)
        seen += [record.id for record in page]
        if offset is None:
            break
    assert seen == list(range(12))


def test_a_scroll_in_order_of_a_field_goes_both_ways_and_starts_anywhere(client: QdrantClient, filled: str) -> None:
    newest, offset = client.scroll(filled, order_by=m.OrderBy(key="at", direction=m.Direction.DESC), limit=3)
    assert [record.id for record in newest] == [11, 10, 9]
    assert offset is None
    later, _ = client.scroll(filled, order_by=m.OrderBy(key="number", start_from=7), limit=3)
    assert [record.id for record in later] == [7, 8, 9]
    dated, _ = client.scroll(filled, order_by=m.OrderBy(key="at", start_from="2026-03-05T00:00:00Z"), limit=2)  # type: ignore[arg-type]
    assert [record.id for record in dated] == [4, 5]


def test_ordering_and_facets_without_an_index_are_refused(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1)])
    for ask in (lambda: client.scroll(name, order_by="number"), lambda: client.facet(name, "user")):
        with pytest.raises(UnexpectedResponse) as error:
            ask()
        assert error.value.status_code == 400


def test_a_facet_counts_exactly_per_value(client: QdrantClient, filled: str) -> None:
    assert {hit.value: hit.count for hit in client.facet(filled, "user", exact=True).hits} == {"ann": 8, "安娜": 4}
    assert {hit.value: hit.count for hit in client.facet(filled, "current", exact=True).hits} == {True: 6, False: 6}
    early = m.Filter(must=[m.FieldCondition(key="number", range=m.Range(lt=3))])
    assert {hit.value: hit.count for hit in client.facet(filled, "user", facet_filter=early, exact=True).hits} == {"ann": 2, "安娜": 1}


def field(key: str, **wanted: Any) -> m.FieldCondition:
    """A condition on one field."""
    return m.FieldCondition(key=key, **wanted)


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (m.Filter(must=[field("user", match=m.MatchValue(value="安娜"))]), [0, 3, 6, 9]),
        (m.Filter(must=[field("current", match=m.MatchValue(value=True))]), [0, 2, 4, 6, 8, 10]),
        (m.Filter(must=[field("current", match=m.MatchValue(value=False))]), [1, 3, 5, 7, 9, 11]),
        (m.Filter(must=[field("number", match=m.MatchValue(value=1))]), [1]),
        (m.Filter(must=[field("number", match=m.MatchAny(any=[1, 5, 77]))]), [1, 5]),
        (m.Filter(must=[field("user", match=m.MatchExcept(**{"except": ["ann"]}))]), [0, 3, 6, 9]),
        (m.Filter(must=[field("user", match=m.MatchAny(any=[]))]), []),
        (m.Filter(must=[field("number", range=m.Range(gt=2, lte=4))]), [3, 4]),
        (m.Filter(must=[field("at", range=m.DatetimeRange(gte="2026-03-10T00:00:00Z", lt="2026-03-12T00:00:00+00:00"))]), [9, 10]),
        (m.Filter(must=[m.HasIdCondition(has_id=[2, 4, 99])]), [2, 4]),
        (m.Filter(must=[m.HasVectorCondition(has_vector="dense"), field("number", range=m.Range(lt=2))]), [0, 1]),
        (m.Filter(must=[m.IsEmptyCondition(is_empty=m.PayloadField(key="text"))]), []),
        (m.Filter(must_not=[field("number", range=m.Range(gt=1))]), [0, 1]),
        (m.Filter(should=[field("number", match=m.MatchValue(value=1)), field("number", match=m.MatchValue(value=2))]), [1, 2]),
        (
            m.Filter(
                min_should=m.MinShould(
                    conditions=[
                        field("user", match=m.MatchValue(value="ann")),
                        field("current", match=m.MatchValue(value=True)),
                        field("number", range=m.Range(lt=5)),
                    ],
                    min_count=3,
                )
            ),
            [2, 4],
        ),
        (m.Filter(must=[m.Filter(should=[field("number", match=m.MatchValue(value=8))])]), [8]),
    ],
)
def test_filters_select_the_same_points_in_scroll_and_count(client: QdrantClient, filled: str, wanted: m.Filter, ids: list[int]) -> None:
    assert [record.id for record in client.scroll(filled, wanted, limit=20)[0]] == ids
    assert client.count(filled, wanted, exact=True).count == len(ids)


def test_conditions_on_lists_of_objects_hold_within_one_element(client: QdrantClient, name: str) -> None:
    client.upsert(
        name,
        [
            m.PointStruct(id=1, vector={}, payload={"spans": [{"who": "ann", "n": 1}, {"who": "bob", "n": 2}]}),
            m.PointStruct(id=2, vector={}, payload={"spans": [{"who": "ann", "n": 2}], "void": None}),
        ],
    )
    inner = m.Filter(must=[field("who", match=m.MatchValue(value="ann")), field("n", match=m.MatchValue(value=2))])
    nested = m.Filter(must=[m.NestedCondition(nested=m.Nested(key="spans", filter=inner))])
    assert [record.id for record in client.scroll(name, nested)[0]] == [2]
    assert client.count(name, m.Filter(must=[field("spans", values_count=m.ValuesCount(gte=2))])).count == 1
    assert client.count(name, m.Filter(must=[m.IsNullCondition(is_null=m.PayloadField(key="void"))])).count == 1
