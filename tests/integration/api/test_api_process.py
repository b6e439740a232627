"""`python -m services.api` as a process over a real Redis and a real vector engine."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.processes.valkey import running_valkey
from tests.processes.vector_engine import start_engine
from tests.unit.api.route_calls import TURN

ROOT = Path(__file__).parents[3]
START_SECONDS = 60


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What a process needs to find its parts."""
    folder = tmp_path_factory.mktemp("api")
    with running_valkey(folder) as valkey, start_engine(folder) as engine:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TIERCEL_", "MEMORY_", "OPENAI_"))}
        yield {
            **kept,
            "REDIS_URL": valkey.url,
            "QDRANT_URL": engine.url,
            "QDRANT_API_KEY": engine.api_key,
            "TIERCEL_LLM_MODE": "offline",
            "TIERCEL_PORT": "0",
            "TIERCEL_API_PORT_FILE": str(folder / "port"),
            "TIERCEL_ADMIN_KEY_FILE": str(folder / "api-key"),
        }


@contextmanager
def running_api(environ: dict[str, str]) -> Iterator[tuple[httpx.Client, subprocess.Popen[str]]]:
    """A client with the first key, and the process."""
    port_file, key_file = Path(environ["TIERCEL_API_PORT_FILE"]), Path(environ["TIERCEL_ADMIN_KEY_FILE"])
    port_file.unlink(missing_ok=True)
    process = subprocess.Popen([sys.executable, "-m", "services.api"], env=environ, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not port_file.exists():
            assert process.poll() is None, process.stderr.read() if process.stderr else ""
            assert time.monotonic() < deadline, "the API did not start"
            time.sleep(0.05)
        headers = {"Authorization": f"Bearer {key_file.read_text().strip()}"}
        with httpx.Client(base_url=f"http://127.0.0.1:{port_file.read_text().strip()}", headers=headers, timeout=20) as client:
            yield client, process
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.fixture(scope="module")
def client(environ: dict[str, str]) -> Iterator[httpx.Client]:
    with running_api(environ) as (client, _):
        yield client


def taken(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def test_a_turn_is_accepted_listed_in_the_ledger_and_recalled_as_pending(client: httpx.Client) -> None:
    turn = {**TURN, "user_id": "pia", "messages": [{"role": "user", "text": "My sister Lena works at Siemens in Erlangen"}]}
    capture = taken(client.post("/v1/turns", json=turn), 202)
    assert taken(client.post("/v1/turns", json=turn), 202)["duplicate"]
    assert taken(client.get(f"/v1/captures/{capture['capture_id']}?wait_seconds=0.2"))["status"] == "accepted"
    ledger = taken(client.get("/v1/ledger"))
    assert (ledger["turns"]["in_flight"], ledger["imbalance"]) == (1, 0)
    memories = taken(client.post("/v1/recall", json={"query": "Where does my sister Lena work?", "user_id": "pia"}))["memories"]
    assert [(memory["pending"], memory["id"]) for memory in memories] == [(True, capture["capture_id"])]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("用户偏好简洁的回复风格", "用户的沟通风格是什么？"),
        ("Ann administers the Acme GitHub organisation", "Who administers Acme's GitHub?"),
    ],
)
def test_an_explicit_memory_lives_its_whole_life(client: httpx.Client, text: str, query: str) -> None:
    written = taken(client.post("/v1/memories", json={"text": text, "user_id": "ann", "labels": {"p": "x"}}), 201)
    memory_id = written["memory"]["id"]
    assert written["action"] == "WRITE"
    assert taken(client.post("/v1/memories", json={"text": text, "user_id": "ann"}), 201)["action"] == "NOOP"
    found = taken(client.post("/v1/recall", json={"query": query, "user_id": "ann", "min_score": 0.1}))
    assert memory_id in [memory["id"] for memory in found["memories"]]
    patched = taken(client.patch(f"/v1/memories/{memory_id}", json={"pinned": True, "importance": 0.9, "if_version": 1}))
    assert (patched["version"], patched["pinned"]) == (2, True)
    assert client.patch(f"/v1/memories/{memory_id}", json={"pinned": False, "if_version": 1}).status_code == 409
    fed = taken(client.post(f"/v1/memories/{memory_id}/feedback", json={"verdict": "confirm"}))
    assert fed["memory"]["reliability"] == 0.6
    assert [version["status"] for version in taken(client.get(f"/v1/memories/{memory_id}/history"))["items"]] == ["superseded", "live"]
    assert taken(client.get("/v1/memories", params={"label.p": "x", "q": text[:6]}))["total"] == 1
    assert taken(client.get(f"/v1/traces/{written['memory']['trace_id']}"))["memory_id"] == memory_id
    assert client.delete(f"/v1/memories/{memory_id}").status_code == 204
    assert client.get(f"/v1/memories/{memory_id}").status_code == 404
    assert taken(client.get("/v1/ledger"))["imbalance"] == 0


def test_a_review_is_answered_once(client: httpx.Client) -> None:
    secret = taken(client.post("/v1/admin/keys", json={"roles": ["writer"]}), 201)["key"]
    rule = {"text": "Never spend more than 5000 EUR a day on brand A", "layer": "L1"}
    held = taken(client.post("/v1/memories", json=rule, headers={"Authorization": f"Bearer {secret}"}), 202)
    answer = taken(client.post(f"/v1/reviews/{held['review_id']}", json={"decision": "approve"}))
    assert (answer["action"], answer["memory"]["layer"]) == ("WRITE", "L1")
    assert client.post(f"/v1/reviews/{held['review_id']}", json={"decision": "reject"}).status_code == 409
    assert taken(client.get("/v1/reviews", params={"status": "approved"}))["total"] >= 1
    assert taken(client.get("/v1/audit/verify"))["valid"] is True


def test_two_tenants_with_the_same_ids_see_nothing_of_each_other(client: httpx.Client) -> None:
    taken(client.post("/v1/admin/tenants", json={"tenant_id": "acme"}), 201)
    roles = ["reader", "writer", "reviewer"]
    key = taken(client.post("/v1/admin/keys", json={"tenant_id": "acme", "roles": roles}), 201)["key"]
    theirs = {"Authorization": f"Bearer {key}"}
    mine = taken(client.post("/v1/memories", json={"text": "Tom's locker code word is Zanzibar", "user_id": "tom"}), 201)["memory"]
    for path in (f"/v1/memories/{mine['id']}", f"/v1/memories/{mine['id']}/history", f"/v1/traces/{mine['trace_id']}"):
        assert client.get(path, headers=theirs).status_code == 404
    assert client.delete(f"/v1/memories/{mine['id']}", headers=theirs).status_code == 404
    question = {"query": "What is Tom's locker code word?", "user_id": "tom", "min_score": 0}
    assert taken(client.post("/v1/recall", json=question, headers=theirs))["memories"] == []
    assert taken(client.get("/v1/memories", headers=theirs))["total"] == 0
    twin = taken(client.post("/v1/memories", json={"text": mine["text"], "user_id": "tom"}, headers=theirs), 201)
    assert twin["action"] == "WRITE"
    assert twin["memory"]["id"] != mine["id"]


def test_a_body_over_the_limit_is_answered_and_the_connection_lives(client: httpx.Client) -> None:
    assert client.post("/v1/turns", content=b"x" * 3_000_000).status_code == 413
    assert client.post("/v1/turns", content=iter([b"x" * 1_600_000] * 2)).status_code == 413
    assert client.get("/healthz").status_code == 200


def test_readiness_without_workers_says_so(client: httpx.Client) -> None:
    answer = client.get("/readyz", headers={"Authorization": ""})
    checks = answer.json()["checks"]
    assert answer.status_code == 503
    assert [checks[name]["ok"] for name in ("redis", "engine", "eviction_policy")] == [True, True, True]
    assert not checks["workers:tiercel-capture"]["ok"]
    assert b"tiercel_ledger_turns" in client.get("/metrics").content


def test_a_restart_keeps_the_key_and_the_memories_and_logs_no_secret(environ: dict[str, str], tmp_path: Path) -> None:
    own = {**environ, "TIERCEL_API_PORT_FILE": str(tmp_path / "port")}
    with running_api(own) as (client, _):
        memory = taken(client.post("/v1/memories", json={"text": "The boat Marlin lies in Kiel since 2019"}), 201)["memory"]
    with running_api(own) as (client, process):
        assert taken(client.get(f"/v1/memories/{memory['id']}"))["text"] == memory["text"]
        process.terminate()
        _, log = process.communicate(timeout=30)
    key_file = Path(own["TIERCEL_ADMIN_KEY_FILE"])
    assert key_file.read_text().strip() not in log
    assert "Marlin" not in log
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert process.returncode in (0, -signal.SIGTERM)


def waited(client: httpx.Client, path: str) -> httpx.Response:
    """A long poll that gets in: the only place may be taken for a moment by whoever asks if it is taken."""
    while (answer := client.get(path, timeout=60)).status_code == 429:
        pass
    return answer


def test_sigterm_ends_a_long_poll_early(environ: dict[str, str], tmp_path: Path) -> None:
    own = {**environ, "TIERCEL_API_PORT_FILE": str(tmp_path / "port"), "TIERCEL_MAX_WAITING_CAPTURES": "1"}
    with running_api(own) as (client, process), ThreadPoolExecutor(1) as pool:
        capture = taken(client.post("/v1/turns", json={**TURN, "turn_id": "waited-for"}), 202)
        path = f"/v1/captures/{capture['capture_id']}"
        poll = pool.submit(waited, client, f"{path}?wait_seconds=30")
        while client.get(f"{path}?wait_seconds=0.01").status_code != 429:
            assert not poll.done()
        process.terminate()
        assert poll.result(timeout=20).json()["status"] == "accepted"
        assert process.wait(timeout=15) in (0, -signal.SIGTERM)
