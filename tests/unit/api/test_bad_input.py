"""Nothing that is sent makes a 500, and a refusal names what is wrong."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.types import Message

from tests.unit.api.route_calls import KEYED, OPENCLAW, TURN
from tests.unit.api.system import ACME_KEY, ApiSystem

WORDS = [{"role": "user", "text": "I moved to Berlin"}]
RAW = {"event": {"messages": [{"role": "user", "content": "hi"}], "runId": "r"}, "ctx": {"sessionKey": "agent:main:main"}}


@pytest.fixture(scope="module")
def shared_api() -> ApiSystem:
    """One system for many fuzzed requests."""
    return ApiSystem({"TIERCEL_DEADLINE_MS": "2000"})


def send(api: ApiSystem, path: str, raw: bytes | str, method: str = "POST", **headers: str) -> Any:
    return api.call(method, path, content=raw, headers={"Content-Type": "application/json", **headers})


@pytest.mark.parametrize(
    "raw", [b"{", b"", b"\xff\xfe", b"[1,", b'{"a":}', b"nonsense", b"[" * 100_000, b'{"messages": ' + b'{"a":' * 5000, b"\xef\xbb\xbf{"]
)
def test_a_body_that_is_not_json_is_malformed(api: ApiSystem, raw: bytes) -> None:
    answer = send(api, "/v1/turns", raw)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


@pytest.mark.parametrize("raw", ["[]", '"text"', "1", "true"])
def test_a_body_that_is_no_object_is_refused(api: ApiSystem, raw: str) -> None:
    assert send(api, "/v1/turns", raw).status_code == 422


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"messages": []}, "messages"),
        ({}, "messages"),
        ({"messages": [{"role": "user", "text": " \n"}]}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "robot", "text": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user"}]}, "messages[0].text"),
        ({"messages": [{"role": "user", "text": 5}]}, "messages[0].text"),
        ({"messages": [{"role": "user", "text": "a\x00b"}]}, "messages[0].text"),
        ({"messages": WORDS, "user_id": "a\nb"}, "user_id"),
        ({"messages": WORDS, "user_id": ""}, "user_id"),
        ({"messages": WORDS, "user_id": 7}, "user_id"),
        ({"messages": WORDS, "user_id": "x" * 257}, "user_id"),
        ({"messages": WORDS, "labels": {"a\tb": "c"}}, "labels.a\tb.[key]"),
        ({"messages": WORDS, "labels": {"a": 1}}, "labels.a"),
        ({"messages": WORDS, "labels": {str(n): "x" for n in range(65)}}, "labels"),
        ({"messages": WORDS, "occurred_at": "2026-11-30T08:57:22"}, "occurred_at"),
        ({"messages": WORDS, "occurred_at": "yesterday"}, "occurred_at"),
        ({"messages": WORDS, "occurred_at": 1796000242}, "occurred_at"),
        ({"messages": WORDS, "occurred_at": "0001-01-01T00:00:00+14:00"}, "occurred_at"),
        ({"messages": [{**WORDS[0], "occurred_at": "2026-01-01"}]}, "messages[0].occurred_at"),
        ({"messages": WORDS, "timezone": "Mars/Olympus"}, "timezone"),
        ({"messages": WORDS, "timezone": "../../etc/passwd"}, "timezone"),
        ({"messages": WORDS, "visibility": "everyone"}, "visibility"),
        ({"messages": WORDS, "source_type": "smell"}, "source_type"),
        ({"messages": WORDS, "metadata": []}, "metadata"),
        ({"messages": WORDS, "ttl_seconds": -1}, "ttl_seconds"),
        ({"messages": WORDS, "ttl_seconds": 1.5}, "ttl_seconds"),
        ({"messages": WORDS, "ttl_seconds": 10**15}, "ttl_seconds"),
        ({"messages": WORDS * 1001}, "messages"),
        ({"messages": WORDS * 10_000}, "messages"),
        ({"messages": WORDS, "tenant_id": 5}, "tenant_id"),
        ({"message": 5}, "messages"),
    ],
)
def test_a_wrong_field_of_a_turn_is_named(api: ApiSystem, body: dict[str, Any], field: str) -> None:
    answer = api.post("/v1/turns", body)
    error = answer.json()["error"]
    assert (answer.status_code, error["field"]) == (422, field)
    assert error["request_id"] == answer.headers["X-Request-ID"]
    assert error["message"]


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ('{"messages":[{"role":"user","text":"a\\ud800b"}]}', "messages[0].text"),
        ('{"messages":[{"role":"user","text":"a"}],"metadata":{"x":["\\udfff"]}}', "metadata.x[0]"),
        ('{"messages":[{"role":"user","text":"a"}],"metadata":{"x":NaN}}', "metadata.x"),
        ('{"messages":[{"role":"user","text":"a"}],"metadata":{"x":1e999}}', "metadata.x"),
        ('{"messages":[{"role":"user","text":"a"}],"metadata":{"k\\u0000":1}}', "metadata.k?"),
        (json.dumps({"messages": WORDS, "metadata": nested(80)}), "metadata" + ".a" * 46),
    ],
)
def test_strings_and_numbers_that_are_none_are_named(api: ApiSystem, raw: str, field: str) -> None:
    answer = send(api, "/v1/turns", raw)
    assert answer.status_code == 422
    assert answer.json()["error"]["field"].startswith(field)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "\u200b"}, "text"),
        ({"text": "x" * 100_001}, "text"),
        ({"text": ["x"]}, "text"),
        ({"text": "x", "importance": 2}, "importance"),
        ({"text": "x", "importance": "0.5"}, "importance"),
        ({"text": "x", "importance": True}, "importance"),
        ({"text": "x", "pinned": "yes"}, "pinned"),
        ({"text": "x", "layer": "L5"}, "layer"),
        ({"text": "x", "category": "odd"}, "category"),
        ({"text": "x", "category": 3}, "category"),
        ({"text": "Ann lives in Berlin", "valid_from": "2026-01-02T00:00:00Z", "valid_to": "2026-01-01T00:00:00Z"}, "valid_to"),
        ({"text": "Ann lives in Berlin", "valid_to": "2020-01-01T00:00:00Z"}, "valid_to"),
        ({"text": "x", "position": 2**60}, "position"),
    ],
)
def test_a_wrong_field_of_a_memory_is_named(api: ApiSystem, body: dict[str, Any], field: str) -> None:
    answer = api.post("/v1/memories", body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "query"),
        ({"query": ""}, "query"),
        ({"query": 5}, "query"),
        ({"query": "x", "top_k": 0}, "top_k"),
        ({"query": "x", "top_k": 1000}, "top_k"),
        ({"query": "x", "min_score": 1.1}, "min_score"),
        ({"query": "x", "layers": "L2"}, "layers"),
        ({"query": "x", "layers": ["L7"]}, "layers[0]"),
        ({"query": "x", "deadline_ms": 0}, "deadline_ms"),
        ({"query": "x", "as_of": "2026-01-01T00:00:00"}, "as_of"),
        ({"query": "x", "source_types": ["odd"]}, "source_types[0]"),
        ({"query": "x", "time_range": {"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"}}, "time_range.until"),
        ({"query": "x", "recent_queries": ["a"] * 11}, "recent_queries"),
    ],
)
def test_a_wrong_field_of_a_recall_is_named(api: ApiSystem, body: dict[str, Any], field: str) -> None:
    answer = api.post("/v1/recall", body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"schema": "openclaw.turn.v9", "messages": []}, "schema"),
        ({"messages": "x"}, "messages"),
        ({"messages": [5]}, "messages[0]"),
        ({"messages": WORDS, "sender": "ann"}, "sender"),
        ({"messages": WORDS, "channel": 5}, "channel"),
        ({"messages": [{"role": "user", "text": "x", "timestamp": "soon"}]}, "timestamp"),
        ({"messages": [{"role": "user", "text": "x", "timestamp": -1}]}, "timestamp"),
        ({"messages": [{"role": "user", "content": 5}]}, "content"),
        ({"event": [], "ctx": {}}, "event"),
        ({"event": {"messages": WORDS}, "ctx": {}, "history_count": "x"}, "history_count"),
        ({"messages": WORDS * 1001}, "messages"),
    ],
)
def test_a_wrong_field_of_an_openclaw_turn_is_named(api: ApiSystem, body: dict[str, Any], field: str) -> None:
    answer = api.post("/v1/openclaw/turns", body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)


def test_a_body_over_the_limit_is_413_with_a_length_and_without(api: ApiSystem) -> None:
    big = json.dumps({"messages": [{"role": "user", "text": "x" * 3_000_000}]}).encode()
    answers = [send(api, "/v1/turns", big), send(api, "/v1/turns", iter([big[:1_500_000], big[1_500_000:]]))]  # type: ignore[arg-type]
    assert [answer.status_code for answer in answers] == [413, 413]
    assert {answer.json()["error"]["code"] for answer in answers} == {"too_large"}
    assert api.doors.ledger.read("acme").captured == 0


def test_a_long_turn_within_the_limit_is_taken_whole(api: ApiSystem) -> None:
    text = "用户在柏林生活和工作。" + "".join(f"第{number}天他去了第{number}个城市。" for number in range(2000))
    answer = api.post("/v1/turns", {"user_id": "ann", "messages": [{"role": "user", "text": text}]})
    (turn,) = api.doors.captures.turns("acme", [answer.json()["capture_id"]])
    assert "第1999天" in turn.messages[0].text


def test_unknown_fields_are_named_and_otherwise_ignored(api: ApiSystem) -> None:
    body = {"messages": [{**WORDS[0], "mood": "good"}], "wibble": 1, "wob ble,\n": 2}
    answer = api.post("/v1/turns?color=red", body)
    assert answer.status_code == 202
    assert set(answer.headers["X-Tiercel-Ignored"].split(", ")) == {"color", "wibble", "wob?ble??", "messages.mood"}


def test_a_filter_by_label_is_not_called_ignored_and_a_secret_name_is_not_repeated(api: ApiSystem) -> None:
    secret = "ghp_" + "a1B2" * 9
    answer = api.get(f"/v1/memories?label.p=x&{secret}=1")
    assert (answer.status_code, answer.headers["X-Tiercel-Ignored"]) == (200, "[REDACTED:github_token]")


def test_many_unknown_fields_make_a_short_header(api: ApiSystem) -> None:
    answer = api.post("/v1/turns", {"messages": WORDS, **{f"字段{number}" * 50: 1 for number in range(500)}})
    assert answer.status_code == 202
    assert len(answer.headers["X-Tiercel-Ignored"]) < 2200


def test_a_request_id_is_kept_where_it_is_one(api: ApiSystem) -> None:
    assert api.get("/healthz", headers={"X-Request-ID": "abc-1"}).headers["X-Request-ID"] == "abc-1"
    made = api.get("/healthz", headers={"X-Request-ID": "a b" * 100}).headers["X-Request-ID"]
    assert len(made) == 32


def test_a_strange_host_is_refused_on_loopback_only() -> None:
    assert ApiSystem().get("/healthz", headers={"Host": "evil.example"}).json()["error"]["code"] == "host_refused"
    assert ApiSystem().get("/healthz", headers={"Host": "localhost:8077"}).status_code == 200
    assert ApiSystem({"TIERCEL_ALLOWED_HOSTS": "memory.lan"}).get("/healthz", headers={"Host": "Memory.lan:80"}).status_code == 200
    assert ApiSystem({"TIERCEL_HOST": "0.0.0.0"}).get("/healthz", headers={"Host": "api:8077"}).status_code == 200


def test_two_hosts_are_refused_even_where_one_is_ours(api: ApiSystem) -> None:
    for hosts in (("evil.example", "localhost"), ("localhost", "evil.example"), ("localhost", "localhost")):
        answer = api.client.get("/healthz", headers=[("Host", host) for host in hosts])
        assert answer.json()["error"]["code"] == "host_refused"


def test_a_client_that_hangs_up_within_its_body_is_no_fault_of_ours(api: ApiSystem, caplog: pytest.LogCaptureFixture) -> None:
    async def hang_up() -> Message:
        return {"type": "http.disconnect"}

    sent: list[Message] = []

    async def keep(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", b"100"), (b"authorization", f"Bearer {ACME_KEY}".encode())]
    scope = {"type": "http", "method": "POST", "path": "/v1/turns", "raw_path": b"/v1/turns", "query_string": b"", "headers": headers}
    asyncio.run(api.app({**scope, "state": {}}, hang_up, keep))
    assert (sent, "request.failed" in caplog.text) == ([], False)


def test_unknown_routes_and_methods_speak_the_error_format(api: ApiSystem) -> None:
    for answer, status in ((api.get("/v1/nothing"), 404), (api.call("PUT", "/v1/turns"), 405)):
        assert answer.status_code == status
        assert set(answer.json()["error"]) == {"code", "message", "request_id"}


def test_a_fault_inside_is_an_answer_without_its_message(api: ApiSystem, caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the text of somebody's memory")

    api.store.get = broken  # type: ignore[assignment]
    answer = api.get("/v1/memories/x")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "somebody" not in answer.text
    assert "somebody" not in caplog.text
    assert "RuntimeError" in caplog.text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
BODIES = {route.path: route.body for route in KEYED if route.body is not None} | {"/v1/openclaw/turns": OPENCLAW}


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), path=st.sampled_from(sorted(path for path in BODIES if "{" not in path)))
def test_no_value_in_any_field_makes_a_500(shared_api: ApiSystem, data: st.DataObject, path: str) -> None:
    body = dict(BODIES[path])
    for name in data.draw(
        st.lists(st.sampled_from([*sorted(body), "metadata", "labels", "occurred_at", "user_id"]), min_size=1, max_size=3)
    ):
        body[name] = data.draw(json_values, label=name)
    answer = send(shared_api, path, json.dumps(body))
    assert answer.status_code < 500, answer.text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(event=json_values, ctx=json_values, message=json_values, content=json_values, count=json_values)
def test_no_openclaw_payload_makes_a_500(shared_api: ApiSystem, event: Any, ctx: Any, message: Any, content: Any, count: Any) -> None:
    bodies = [
        {"event": event, "ctx": ctx},
        {
            "event": {"messages": [message, {"role": "user", "content": [content], "timestamp": count}]},
            "ctx": RAW["ctx"],
            "history_count": count,
        },
        {**RAW, "ctx": {"sessionKey": ctx, "channel": event, "senderId": message}},
    ]
    for body in bodies:
        assert send(shared_api, "/v1/openclaw/turns", json.dumps(body)).status_code < 500


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=60), method=st.sampled_from(["POST", "PATCH", "GET", "DELETE"]), route=st.sampled_from(KEYED))
def test_no_bytes_on_any_route_make_a_500(shared_api: ApiSystem, raw: bytes, method: str, route: Any) -> None:
    path = route.path.replace("{", "").replace("}", "")
    assert send(shared_api, path, raw, method).status_code < 500


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["limit", "cursor", "user_id", "since", "status", "label.x", "q", "kind", "action", "wait_seconds"]),
    value=st.text(max_size=30),
)
def test_no_query_makes_a_500(shared_api: ApiSystem, name: str, value: str) -> None:
    value = value.encode("utf-8", "replace").decode()
    for path in ("/v1/memories", "/v1/reviews", "/v1/audit", "/v1/captures/x", "/v1/admin/keys"):
        assert shared_api.get(path, params={name: value}).status_code < 500


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(segment=st.binary(min_size=1, max_size=30))
def test_no_path_makes_a_500(shared_api: ApiSystem, segment: bytes) -> None:
    quoted = "".join(f"%{byte:02x}" for byte in segment)
    for path in ("/v1/memories/", "/v1/captures/", "/v1/reviews/", "/v1/traces/"):
        assert shared_api.get(path + quoted).status_code in {200, 404, 422}


def test_a_turn_like_the_contracts_example_is_taken(api: ApiSystem) -> None:
    body = {
        **TURN,
        "turn_id": "r-721f",
        "agent_id": "main",
        "chat_id": "42",
        "channel": "telegram",
        "trigger": "user",
        "occurred_at": "2026-11-30T08:57:22+08:00",
        "timezone": "Asia/Shanghai",
        "visibility": "private",
        "labels": {"project": "x"},
        "source_type": "text",
        "metadata": {},
        "messages": [{**WORDS[0], "message_id": "m1", "name": "Ann", "occurred_at": "2026-11-30T08:57:22+08:00"}],
    }
    answer = api.post("/v1/turns", body)
    assert answer.status_code == 202
    assert "X-Tiercel-Ignored" not in answer.headers
    (turn,) = api.doors.captures.turns("acme", [answer.json()["capture_id"]])
    assert turn.occurred_at.isoformat() == "2026-11-30T00:57:22+00:00"
