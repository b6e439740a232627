"""Who and what is let in: key, Host, size, unknown calls, unknown fields, malformed bodies."""

from typing import Any

import httpx
import pytest

from tests.processes.vector_engine import EngineProcess

COLLECTION = {"vectors": {"dense": {"size": 4, "distance": "Cosine"}}}


@pytest.mark.parametrize(
    "headers", [{}, {"api-key": "wrong"}, {"api-key": ""}, {"authorization": "Bearer wrong"}, {"authorization": "Basic x"}]
)
def test_without_the_right_key_nothing_is_answered(engine: EngineProcess, headers: dict[str, str]) -> None:
    for method, path in (("GET", "/collections"), ("PUT", "/collections/x"), ("GET", "/no/such/call")):
        assert httpx.request(method, engine.url + path, headers=headers, trust_env=False).status_code == 401


def test_the_key_may_come_as_a_bearer_token(engine: EngineProcess) -> None:
    headers = {"authorization": f"Bearer {engine.api_key}"}
    assert httpx.get(f"{engine.url}/collections", headers=headers, trust_env=False).status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/livez", "/readyz", "/"])
def test_health_and_version_need_no_key(engine: EngineProcess, path: str) -> None:
    assert httpx.get(engine.url + path, trust_env=False).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:6333", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", ""])
def test_a_foreign_host_header_is_refused(raw: httpx.Client, host: str) -> None:
    for path in ("/collections", "/healthz", "/"):
        assert raw.get(path, headers={"host": host}).status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:6333", "[::1]:6333"])
def test_loopback_names_are_taken(raw: httpx.Client, host: str) -> None:
    assert raw.get("/collections", headers={"host": host}).status_code == 200


def test_a_body_that_is_too_large_is_refused_announced_or_not(raw: httpx.Client) -> None:
    large = b'{"a":"' + b"x" * (33 * 2**20) + b'"}'
    assert raw.post("/collections/x/points/count", content=large).status_code == 413

    def chunks() -> Any:
        for start in range(0, len(large), 2**20):
            yield large[start : start + 2**20]

    assert raw.post("/collections/x/points/count", content=chunks()).status_code in (404, 413)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/collections/x"),
        ("POST", "/collections/x/snapshots"),
        ("POST", "/collections/x/points/query/groups"),
        ("POST", "/collections/x/points/search"),
        ("GET", "/cluster"),
        ("GET", "/telemetry"),
        ("GET", "/metrics"),
        ("GET", "/no/such/call"),
    ],
)
def test_a_call_we_do_not_have_is_501_and_names_itself(raw: httpx.Client, method: str, path: str) -> None:
    answer = raw.request(method, path, json={})
    assert answer.status_code == 501
    assert f"{method} {path}" in answer.json()["status"]["error"]


@pytest.fixture
def made(raw: httpx.Client) -> Any:
    """A small collection."""
    assert raw.put("/collections/fields", json=COLLECTION).status_code == 200
    yield "/collections/fields"
    raw.delete("/collections/fields")


@pytest.mark.parametrize(
    ("call", "body", "field"),
    [
        ("PUT /points", {"points": [], "upsert_mode": "insert_only"}, "upsert_mode"),
        ("PUT /points", {"points": [{"id": 1, "vectors": {}, "vector": {}}]}, "vectors"),
        ("POST /points", {"ids": [1], "with_vectors": True}, "with_vectors"),
        ("POST /points/query", {"query": [1, 0, 0, 0], "using": "dense", "query_filter": {}}, "query_filter"),
        ("POST /points/query", {"prefetch": [{"query": [1, 0, 0, 0], "using": "dense", "limt": 3}], "query": {"rrf": {}}}, "limt"),
        ("POST /points/query", {"query": {"rrf": {"kk": 60}}}, "kk"),
        ("POST /points/query", {"query": [1, 0, 0, 0], "using": "dense", "params": {"idff": {}}}, "idff"),
        ("POST /points/scroll", {"order": "a"}, "order"),
        ("POST /points/count", {"filter": {"mustt": []}}, "mustt"),
        ("POST /facet", {"key": "a", "field": "b"}, "field"),
        ("POST /points/delete", {"points": [1], "force": True}, "force"),
        ("POST /points/payload", {"points": [1], "payload": {}, "keys": []}, "keys"),
        ("POST /points/batch", {"operations": [{"upsert": {"points": [], "x": 1}}]}, "x"),
        ("PUT /index", {"field_name": "a", "field_schema": {"type": "keyword", "tenant": True}}, "tenant"),
        ("POST /points/count?force=true", {}, "force"),
    ],
)
def test_a_field_that_would_be_ignored_is_refused_by_name(raw: httpx.Client, made: str, call: str, body: Any, field: str) -> None:
    method, path = call.split(" ")
    answer = raw.request(method, made + path, json=body)
    assert answer.status_code == 400
    assert f"`{field}`" in answer.json()["status"]["error"]


@pytest.mark.parametrize(
    ("call", "body", "what"),
    [
        ("POST /points/query", {"query": 7, "using": "dense"}, "by point id"),
        ("POST /points/query", {"query": {"formula": {}}}, "`formula`"),
        ("POST /points/query", {"query": {"nearest": [1, 0, 0, 0], "mmr": {}}, "using": "dense"}, "`mmr`"),
        ("POST /points/query", {"query": {"fusion": "dbsf"}}, "`dbsf`"),
        ("PUT /points", {"points": [], "shard_key": "a"}, "`shard_key`"),
        ("PUT /index", {"field_name": "a", "field_schema": "text"}, "`text`"),
    ],
)
def test_what_only_a_server_can_do_is_501_and_named(raw: httpx.Client, made: str, call: str, body: Any, what: str) -> None:
    method, path = call.split(" ")
    answer = raw.request(method, made + path, json=body)
    assert answer.status_code == 501
    assert what in answer.json()["status"]["error"]


@pytest.mark.parametrize(
    "body",
    [
        {"vectors": {"size": 4, "distance": "Cosine"}},
        {"vectors": {"dense": {"size": 4, "distance": "Cosine", "quantization_config": {"scalar": {"type": "int8"}}}}},
        {"vectors": {}},
        COLLECTION | {"shard_number": 2},
        COLLECTION | {"strict_mode_config": {"enabled": True}},
    ],
)
def test_collections_we_could_not_keep_faithfully_are_501(raw: httpx.Client, body: Any) -> None:
    assert raw.put("/collections/refused", json=body).status_code == 501
    assert raw.get("/collections/refused/exists").json()["result"]["exists"] is False


@pytest.mark.parametrize(
    "body",
    [
        {"vectors": {"dense": {"size": 0, "distance": "Cosine"}}},
        {"vectors": {"dense": {"size": 4, "distance": "cosine"}}},
        {"vectors": {"dense": {"size": "4", "distance": "Cosine"}}},
        {"vectors": {"": {"size": 4, "distance": "Cosine"}}},
        {"vectors": {"a": {"size": 4, "distance": "Cosine"}}, "sparse_vectors": {"a": {}}},
        {"vectors": {"a": {"size": 4, "distance": "Cosine"}}, "sparse_vectors": {"b": {"modifier": "tf"}}},
        {"vectors": [1]},
        {"vector": {}},
        [],
    ],
)
def test_collections_that_make_no_sense_are_400_and_leave_nothing(raw: httpx.Client, body: Any) -> None:
    assert raw.put("/collections/refused", json=body).status_code == 400
    assert raw.get("/collections/refused/exists").json()["result"]["exists"] is False


@pytest.mark.parametrize("name", ["..%2F..%2Fetc", ".hidden", "%00", "a%2Fb", "记忆"])
def test_names_that_would_leave_the_folder_make_nothing(raw: httpx.Client, name: str) -> None:
    assert raw.put(f"/collections/{name}", json=COLLECTION).status_code in (400, 501)


@pytest.mark.parametrize("body", [b"", b"{", b"[1,", b"nonsense", b"\xff\xfe", b'{"ids":[1]}}', b"null", b"7", b"[]", b'"text"'])
def test_a_malformed_body_is_400(raw: httpx.Client, made: str, body: bytes) -> None:
    answer = raw.post(f"{made}/points", content=body)
    assert answer.status_code == 400
    assert answer.json()["status"]["error"]


def test_a_missing_collection_is_404_for_every_call_about_it(raw: httpx.Client) -> None:
    for method, path in (("POST", "/points/query"), ("PUT", "/points"), ("POST", "/points/batch"), ("PUT", "/index"), ("GET", "")):
        assert raw.request(method, f"/collections/missing{path}", json={}).status_code == 404
    assert raw.get("/collections/missing/points/1").status_code == 404


def test_one_point_is_found_by_number_and_uuid(raw: httpx.Client, made: str) -> None:
    key = "936da01f-9abd-4d9d-80c7-02af85c822a8"
    raw.put(f"{made}/points", json={"points": [{"id": 5, "vector": {}}, {"id": key, "vector": {}, "payload": {"a": "咖啡"}}]})
    assert raw.get(f"{made}/points/5").json()["result"]["id"] == 5
    assert raw.get(f"{made}/points/{key}").json()["result"]["payload"] == {"a": "咖啡"}
    assert raw.get(f"{made}/points/6").status_code == 404
    assert raw.get(f"{made}/points/sixth").status_code == 400
