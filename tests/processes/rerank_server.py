"""A stand-in for a /rerank API in the shape of jina, cohere or TEI, whose scores come from a fake reranker.

Usage: `with RerankServer("jina") as server: ...`; `server.behaviour` is "well", "slow", "dead" (hangs up),
"garbled", "short", "twice", "nan" or a status; `server.asked` holds the bodies that came over the wire.
"""

import json
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Self

from tests.fakes.reranker import FakeReranker

SLOW_SECONDS = 1.5


class RerankServer:
    def __init__(self, kind: str, *, favourite: str = "", port: int = 0) -> None:
        self.kind, self.fake = kind, FakeReranker(favourite)
        self.behaviour: str | int = "well"
        self.asked: list[dict[str, Any]] = []
        self.authorization = ""
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                server._serve(self)

            def log_message(self, format: str, *args: object) -> None:
                """Silent."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/rerank"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def _serve(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers.get("content-length", 0))))
        self.asked.append(body)
        self.authorization = request.headers.get("authorization", "")
        if self.behaviour == "dead":
            request.close_connection = True
            return
        if self.behaviour == "slow":
            time.sleep(SLOW_SECONDS)
        status = self.behaviour if isinstance(self.behaviour, int) else 200
        content = b"<html>busy</html>" if self.behaviour == "garbled" else json.dumps(self._answer(body)).encode()
        try:
            request.send_response(status)
            request.send_header("content-type", "application/json")
            request.send_header("content-length", str(len(content)))
            request.end_headers()
            request.wfile.write(content)
        except OSError:
            request.close_connection = True  # the client gave up waiting

    def _answer(self, body: dict[str, Any]) -> Any:
        texts: Sequence[str] = body["texts" if self.kind == "tei" else "documents"]
        scores = self.fake.scores(body["query"], texts)
        rows: list[dict[str, Any]] = [
            {"index": index, "score" if self.kind == "tei" else "relevance_score": score}
            for index, score in sorted(enumerate(scores), key=lambda scored: -scored[1])
        ]
        if self.behaviour == "short":
            rows = rows[:-1]
        elif self.behaviour == "twice":
            rows[0] = dict(rows[-1])
        elif self.behaviour == "nan":
            rows[0] = {name: float("nan") if name != "index" else value for name, value in rows[0].items()}
        return rows if self.kind == "tei" else {"model": body["model"], "results": rows}
