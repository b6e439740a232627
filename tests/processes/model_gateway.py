"""A stand-in for an OpenAI-compatible gateway: /v1/chat/completions and /v1/embeddings, answered by functions.

Usage: `with ModelGateway(answer) as gateway: OpenAI(base_url=gateway.base_url, ...)`, where `answer` gets
(schema_name, document) and returns a string, a JSON-able value, or a `Reply` with status, delay and cut-off.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Self

from tests.fakes.embedder import HashingEmbedder

SCHEMA_NAME_MARK = "It is called "


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What to answer. `body` replaces the whole JSON body; `truncated` means finish_reason=length."""

    text: str = ""
    status: int = 200
    delay_seconds: float = 0.0
    truncated: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    reasoning: str | None = None
    body: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it came over the wire."""

    path: str
    body: dict[str, Any]
    authorization: str


AnswerChat = Callable[[str, dict[str, Any]], Any]
AnswerEmbeddings = Callable[[Sequence[str]], list[list[float]] | Reply]


class ModelGateway:
    """A threaded server. `formats`: which response formats it knows; others are refused with 400."""

    def __init__(
        self,
        answer: AnswerChat = lambda _schema, _document: {"candidates": []},
        *,
        embed: AnswerEmbeddings | None = None,
        formats: frozenset[str] = frozenset({"json_schema", "json_object"}),
        port: int = 0,
    ) -> None:
        self.answer = answer
        self.embed = embed or HashingEmbedder(16).embed_passages
        self.formats = formats
        self.refused_parameters: frozenset[str] = frozenset()
        self.asked: list[Asked] = []
        self._lock = Lock()
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                gateway._serve(self)

            def log_message(self, format: str, *args: object) -> None:
                """Silent."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def calls(self, schema_name: str) -> list[dict[str, Any]]:
        """The documents that were sent under a schema name, in order."""
        with self._lock:
            chats = [asked.body for asked in self.asked if asked.path.endswith("/chat/completions")]
        return [_document_of(body) for body in chats if _schema_name_of(body) == schema_name]

    def start(self) -> Self:
        self._thread.start()
        return self

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def _serve(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers.get("content-length", 0))))
        with self._lock:
            self.asked.append(Asked(path=request.path, body=body, authorization=request.headers.get("authorization", "")))
        reply = self._embeddings(body) if request.path.endswith("/embeddings") else self._chat(body)
        if reply.delay_seconds:
            time.sleep(reply.delay_seconds)
        try:
            request.send_response(reply.status)
            for name, value in {"content-type": "application/json", **reply.headers}.items():
                request.send_header(name, value)
            request.send_header("content-length", str(len(reply.body or b"")))
            request.end_headers()
            request.wfile.write(reply.body or b"")
        except OSError:
            request.close_connection = True  # the client gave up waiting

    def _chat(self, body: dict[str, Any]) -> Reply:
        wanted = body.get("response_format", {}).get("type", "text")
        if wanted != "text" and wanted not in self.formats:
            return _refusal(f"response_format {wanted} is not supported", "response_format")
        for parameter in self.refused_parameters & body.keys():
            return _refusal(f"Unsupported parameter: '{parameter}' is not supported with this model.", parameter)
        answered = self.answer(_schema_name_of(body), _document_of(body))
        if not isinstance(answered, Reply):
            answered = Reply(text=answered if isinstance(answered, str) else json.dumps(answered, ensure_ascii=False))
        return _with_body(answered, _completion(body, answered))

    def _embeddings(self, body: dict[str, Any]) -> Reply:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        answered = self.embed(texts)
        if isinstance(answered, Reply):
            return _with_body(answered, {})
        rows = [{"object": "embedding", "index": index, "embedding": vector} for index, vector in enumerate(answered)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return _with_body(Reply(), {"object": "list", "data": rows, "model": body["model"], "usage": usage})


def _schema_name_of(body: dict[str, Any]) -> str:
    named = body.get("response_format", {}).get("json_schema", {}).get("name")
    if named:
        return str(named)
    if body["messages"][0]["role"] == "user":
        return ""
    return str(body["messages"][0]["content"]).rpartition(SCHEMA_NAME_MARK)[2].partition(" ")[0]


def _document_of(body: dict[str, Any]) -> dict[str, Any]:
    """The user message; a plain one is `{"prompt": ...}`, under an empty schema name."""
    content = body["messages"][-1]["content"]
    if body["messages"][0]["role"] == "user":
        return {"prompt": content}
    document: dict[str, Any] = json.loads(content)
    return document


def _refusal(message: str, parameter: str) -> Reply:
    return Reply(status=400, body=json.dumps({"error": {"message": message, "param": parameter, "type": "invalid_request_error"}}).encode())


def _with_body(reply: Reply, body: dict[str, Any]) -> Reply:
    if reply.body is not None:
        return reply
    content = body if reply.status < 400 else {"error": {"message": f"scripted {reply.status}"}}
    return Reply(
        status=reply.status, delay_seconds=reply.delay_seconds, headers=reply.headers, body=json.dumps(content, ensure_ascii=False).encode()
    )


def _completion(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.reasoning is not None:
        message["reasoning_content"] = reply.reasoning
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "length" if reply.truncated else "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
