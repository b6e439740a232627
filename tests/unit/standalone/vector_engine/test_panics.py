"""A panic is a fault of the process: the caller gets a 500, the process is no longer ready and ends."""

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest

from services.standalone.vector_engine import routes
from services.standalone.vector_engine.app import EngineApp
from services.standalone.vector_engine.collections import Engine
from services.standalone.vector_engine.gate import LOOPBACK, Gate
from services.standalone.vector_engine.storage import Limits

HEADERS = [(b"host", b"localhost:6333"), (b"api-key", b"key")]


class PanicException(BaseException):
    """Looks like a Rust panic: a BaseException that can only be known by its name."""


def asked(app: EngineApp, method: str, path: str) -> tuple[int, bytes]:
    """Status and body of the answer to one request."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": HEADERS}
    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], sent[1]["body"]


def test_after_a_panic_the_process_is_not_ready_and_is_ended_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(*_: object) -> None:
        raise PanicException("index out of bounds")

    monkeypatch.setattr(routes, "_TABLE", {("GET", 1): [(["collections"], panic)]})
    ended: list[str] = []
    app = EngineApp(
        Engine(tmp_path, Limits(0, 1)), Gate("key", LOOPBACK, 1000), flush_seconds=1, on_panic=lambda: ended.append("ended")
    )  # fmt: skip
    assert asked(app, "GET", "/readyz")[0] == 200
    status, body = asked(app, "GET", "/collections")
    assert status == 500
    assert "panicked" in orjson.loads(body)["status"]["error"]
    assert "index out of bounds" not in body.decode()
    assert asked(app, "GET", "/readyz")[0] == 503
    assert asked(app, "GET", "/livez")[0] == 200
    assert asked(app, "GET", "/collections")[0] == 503
    assert ended == ["ended"]


def test_other_faults_without_a_name_pass_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(routes, "_TABLE", {("GET", 1): [(["collections"], interrupt)]})
    app = EngineApp(Engine(tmp_path, Limits(0, 1)), Gate("key", LOOPBACK, 1000), flush_seconds=1, on_panic=lambda: None)
    with pytest.raises(KeyboardInterrupt):
        asked(app, "GET", "/collections")
    assert app.is_ready
