"""Every way in on a system as a person starts it: engine, Valkey, embedder and workers are the real ones."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.integration.ways_in.ways import WAYS, Way
from tests.processes.system import SystemProcess, running_system

DONE_SECONDS = 30


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SystemProcess]:
    with running_system(tmp_path_factory.mktemp("ways")) as started:
        yield started


@pytest.fixture(scope="module")
def client(system: SystemProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=system.url, headers={"Authorization": f"Bearer {system.key}"}, timeout=60) as opened:
        yield opened


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_a_statement_is_stored_and_its_secret_is_nowhere_on_disk(system: SystemProcess, client: httpx.Client, way: Way) -> None:
    number = WAYS.index(way)
    secret, place = f"ways{number}.secret@example.com", ("Oslo", "Rome", "Bonn", "Lima", "Cairo", "Quito", "Turin")[number % 7]

    def send(method: str, path: str, body: Any) -> Any:
        request = {"content": body} if isinstance(body, bytes) else {"json": body}
        return client.request(method, path, **request).json()

    answer = way.send(send, f"I prefer tea number {number} from {place}. My mail is {secret}")
    if "capture_id" in answer:
        capture = client.get(f"/v1/captures/{answer['capture_id']}", params={"wait_seconds": DONE_SECONDS}).json()
        assert (capture["status"], set(capture["redactions"])) == ("done", {"email"}), capture
    found = client.get("/v1/memories", params={"q": f"number {number} from {place}"}).json()
    waiting = client.get("/v1/reviews", params={"limit": 500}).text
    assert found["total"] == 1 or f"number {number} from {place}" in waiting, answer
    for path in system.data_dir.rglob("*"):
        if path.is_file() and path.name != "api-key":
            assert secret.encode() not in path.read_bytes(), path


def test_the_ledger_balances_after_all_ways(client: httpx.Client) -> None:
    deadline = time.monotonic() + DONE_SECONDS
    ledger = client.get("/v1/ledger").json()
    while ledger["turns"]["in_flight"] and time.monotonic() < deadline:
        ledger = client.get("/v1/ledger").json()
    assert (ledger["turns"]["in_flight"], ledger["imbalance"]) == (0, 0)
