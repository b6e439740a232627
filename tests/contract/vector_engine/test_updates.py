"""Writes through the client: what they change and what they leave."""

import uuid
from typing import Any

import pytest
from qdrant_client import QdrantClient
from qdrant_client import models as m
from qdrant_client.http.exceptions import UnexpectedResponse

from tests.contract.vector_engine.conftest import point


def payload_of(client: QdrantClient, name: str, key: int | str) -> Any:
    """The payload of one point."""
    return client.retrieve(name, [key])[0].payload


def user_is(user: str) -> m.Filter:
    """All points of one user."""
    return m.Filter(must=[m.FieldCondition(key="user", match=m.MatchValue(value=user))])


def test_points_are_upserted_as_a_list_and_by_columns_with_numbers_and_uuids(client: QdrantClient, name: str) -> None:
    key = str(uuid.uuid4())
    client.upsert(name, [point(1, text="我住在柏林"), m.PointStruct(id=key, vector={}, payload={"text": "no vector"})])
    client.upsert(name, m.Batch(ids=[2, 3], vectors={"dense": [[1.0, 0, 0, 0], [0, 1.0, 0, 0]]}, payloads=[{"a": 1}, {"a": 2}]))
    assert client.count(name).count == 4
    assert payload_of(client, name, 1)["text"] == "我住在柏林"
    assert payload_of(client, name, key) == {"text": "no vector"}
    assert payload_of(client, name, 3) == {"a": 2}
    client.upload_points(name, [point(number) for number in range(10, 90)], wait=True)
    assert client.count(name).count == 84


def test_an_insert_only_upsert_overwrites_nothing(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1, text="first")])
    client.upsert(name, [point(1, text="second"), point(2, text="new")], update_mode=m.UpdateMode.INSERT_ONLY)
    assert payload_of(client, name, 1)["text"] == "first"
    assert payload_of(client, name, 2)["text"] == "new"


def test_an_update_only_upsert_adds_nothing(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1, text="first")])
    client.upsert(name, [point(1, text="second"), point(2)], update_mode=m.UpdateMode.UPDATE_ONLY)
    assert payload_of(client, name, 1)["text"] == "second"
    assert client.count(name).count == 1


def test_an_update_filter_spares_points_that_do_not_match(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1, user="ann", text="old"), point(2, user="bob", text="old")])
    client.upsert(name, [point(1, user="ann", text="new"), point(2, user="bob", text="new")], update_filter=user_is("ann"))
    assert payload_of(client, name, 1)["text"] == "new"
    assert payload_of(client, name, 2)["text"] == "old"


def test_payload_is_set_overwritten_reduced_and_cleared_by_ids(client: QdrantClient, name: str) -> None:
    client.upsert(name, [m.PointStruct(id=1, vector={}, payload={"a": 1, "b": {"c": 1}})])
    client.set_payload(name, {"a": 2, "新": "值"}, points=[1])
    assert payload_of(client, name, 1) == {"a": 2, "b": {"c": 1}, "新": "值"}
    client.set_payload(name, {"d": 5}, points=[1], key="b")
    assert payload_of(client, name, 1)["b"] == {"c": 1, "d": 5}
    client.delete_payload(name, ["a", "b.c"], points=[1])
    assert payload_of(client, name, 1) == {"b": {"d": 5}, "新": "值"}
    client.overwrite_payload(name, {"only": True}, points=[1])
    assert payload_of(client, name, 1) == {"only": True}
    client.clear_payload(name, [1])
    assert payload_of(client, name, 1) == {}


def test_payload_changes_and_deletions_by_filter_touch_only_what_matches(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1, user="ann"), point(2, user="ann"), point(3, user="bob")])
    client.set_payload(name, {"stage": "archived"}, points=user_is("ann"))
    assert [payload_of(client, name, key).get("stage") for key in (1, 2, 3)] == ["archived", "archived", None]
    client.delete_payload(name, ["stage"], points=user_is("ann"))
    assert payload_of(client, name, 1).get("stage") is None
    client.overwrite_payload(name, {"user": "ann", "empty": True}, points=user_is("ann"))
    assert payload_of(client, name, 2) == {"user": "ann", "empty": True}
    client.delete(name, user_is("ann"))
    assert [found.id for found in client.scroll(name)[0]] == [3]


def test_deleting_a_missing_point_is_no_fault(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1)])
    client.delete(name, [1, 2])
    assert client.count(name).count == 0


def test_vectors_are_replaced_and_taken_off(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1)])
    client.update_vectors(name, [m.PointVectors(id=1, vector={"dense": [0.0, 0.0, 0.0, 3.0]})])
    changed: Any = client.retrieve(name, [1], with_vectors=True)[0].vector
    assert changed["dense"] == [0.0, 0.0, 0.0, 1.0]
    assert changed["sparse"].indices == [1, 11]
    client.delete_vectors(name, ["dense"], [1])
    left: Any = client.retrieve(name, [1], with_vectors=True)[0].vector
    assert set(left) == {"sparse"}


def test_a_batch_of_different_updates_is_done_in_order(client: QdrantClient, name: str) -> None:
    results = client.batch_update_points(
        name,
        [
            m.UpsertOperation(upsert=m.PointsList(points=[point(1), point(2), point(3)], update_mode=m.UpdateMode.INSERT_ONLY)),
            m.SetPayloadOperation(set_payload=m.SetPayload(payload={"current": False, "valid_to": "2026-05-01T00:00:00Z"}, points=[1])),
            m.OverwritePayloadOperation(overwrite_payload=m.SetPayload(payload={"user": "bob"}, points=[2])),
            m.DeletePayloadOperation(delete_payload=m.DeletePayload(keys=["text"], points=[1])),
            m.UpdateVectorsOperation(update_vectors=m.UpdateVectors(points=[m.PointVectors(id=1, vector={"dense": [0.0, 2.0, 0.0, 0.0]})])),
            m.DeleteVectorsOperation(delete_vectors=m.DeleteVectors(points=[1], vector=["sparse"])),
            m.DeleteOperation(delete=m.PointIdsList(points=[3])),
            m.ClearPayloadOperation(clear_payload=m.FilterSelector(filter=user_is("bob"))),
        ],
    )
    assert [result.status for result in results] == [m.UpdateStatus.COMPLETED] * 8
    found = client.retrieve(name, [1, 2, 3], with_vectors=True)
    by_id = {record.id: record for record in found}
    assert set(by_id) == {1, 2}
    assert by_id[1].payload is not None
    assert "text" not in by_id[1].payload
    assert by_id[1].payload["current"] is False
    assert by_id[1].vector == {"dense": [0.0, 1.0, 0.0, 0.0]}
    assert by_id[2].payload == {}


def test_changing_a_missing_point_is_not_found(client: QdrantClient, name: str) -> None:
    client.upsert(name, [point(1)])
    with pytest.raises(UnexpectedResponse) as error:
        client.set_payload(name, {"a": 1}, points=[999])
    assert error.value.status_code == 404
    with pytest.raises(UnexpectedResponse) as error:
        client.update_vectors(name, [m.PointVectors(id=999, vector={"dense": [1.0, 0.0, 0.0, 0.0]})])
    assert error.value.status_code == 404


def test_a_wrong_dimension_refuses_the_whole_batch(client: QdrantClient, name: str) -> None:
    with pytest.raises(UnexpectedResponse) as error:
        client.upsert(name, [point(1), point(2, dense=[1.0, 2.0])])
    assert error.value.status_code == 400
    assert client.count(name).count == 0
