"""The raw ASGI application: admission, reading, calling, answering, and what happens after a panic."""

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

import orjson

from services.standalone.vector_engine.collections import Engine
from services.standalone.vector_engine.flushing import Flusher
from services.standalone.vector_engine.gate import Gate, headers_of
from services.standalone.vector_engine.refusals import Refused, is_panic, refusal_of, wrong
from services.standalone.vector_engine.routes import Writing, call_for
from services.standalone.vector_engine.updates import Steps

log = logging.getLogger("vector_engine")

SERVER_VERSION = "1.19.0"  # the server whose API this is a part of; the client compares it with its own
IGNORED_QUERY = frozenset({"wait", "ordering", "timeout", "consistency"})

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class EngineApp:
    """Serves one Engine. `on_panic` is called once, with the process no longer ready, and must end it."""

    def __init__(self, engine: Engine, gate: Gate, *, flush_seconds: float, on_panic: Callable[[], None]) -> None:
        self.boot_id = uuid.uuid4().hex
        self.is_ready = True
        self._engine = engine
        self._gate = gate
        self._flush_seconds = flush_seconds
        self._on_panic = on_panic

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the life of the server."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        flushing = asyncio.create_task(Flusher(self._engine, self._flush_seconds).run())
        flushing.add_done_callback(self._flushing_ended)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        flushing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await flushing
        self._engine.close()
        await send({"type": "lifespan.shutdown.complete"})

    def _flushing_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            self._panicked(task.exception())

    def _panicked(self, fault: BaseException | None) -> None:
        """A panic leaves the engine's locks poisoned: this process must not go on, and says so."""
        if self.is_ready:
            self.is_ready = False
            log.critical("engine.panicked cause: %s", fault)
            self._on_panic()

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        path = scope["path"]
        try:
            self._gate.admit(path, headers_of(scope))
            if path in ("/healthz", "/livez", "/readyz"):
                await self._health(path, send)
                return
            result = await self._result(scope, receive)
            status, answer = 200, result if path == "/" else {"result": result, "status": "ok", "time": time.perf_counter() - started}
        except Refused as refused:
            status, answer = refused.status, _refusal(refused.text, started)
        except Exception as fault:
            placed = refusal_of(fault)
            if placed.status >= 500:
                log.exception("call.failed method=%s path=%s", scope["method"], path)
            status, answer = placed.status, _refusal(placed.text, started)
        except BaseException as fault:
            if not is_panic(fault):
                raise
            self._panicked(fault)
            status, answer = 500, _refusal("Service internal error: the engine panicked; this process restarts", started)
        await _send(send, status, orjson.dumps(answer, option=orjson.OPT_NON_STR_KEYS), b"application/json")

    async def _health(self, path: str, send: Send) -> None:
        if path == "/readyz" and not self.is_ready:
            await _send(send, 503, b"not ready: the engine panicked", b"text/plain")
            return
        broken = ", ".join(sorted(self._engine.broken))
        text = f"{path[1:]} check passed" + (f"; cannot be opened: {broken}" if broken else "")
        await _send(send, 200, text.encode(), b"text/plain; charset=utf-8")

    async def _result(self, scope: Scope, receive: Receive) -> Any:
        if scope["path"] == "/":
            return {"title": "tiercel embedded vector engine", "version": SERVER_VERSION, "commit": self.boot_id}
        if not self.is_ready:
            raise Refused(503, "Service unavailable: the engine panicked; this process restarts")
        call, names = call_for(scope["method"], scope["path"])
        for name, _ in parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True):
            if name not in IGNORED_QUERY:
                raise wrong(f"unknown query parameter `{name}`")
        body = await self._body(receive) if scope["method"] in ("POST", "PUT") else None
        result = call(self._engine, names, body)
        return await _written(result) if isinstance(result, Writing) else result

    async def _body(self, receive: Receive) -> Any:
        chunks: list[bytes] = []
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise wrong("the body ended early")
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            self._gate.check_size(size)
            more = message.get("more_body", False)
        try:
            return orjson.loads(b"".join(chunks))
        except orjson.JSONDecodeError as fault:
            raise Refused(400, f"Format error in JSON body: {fault}") from fault


async def _written(writing: Writing) -> Any:
    results = [await _group(writing, steps) for steps in writing.groups]
    return results if writing.is_batch else results[0]


async def _group(writing: Writing, steps: Steps) -> dict[str, Any]:
    number = None
    for at, step in enumerate(steps):
        if at:
            await asyncio.sleep(0)  # let waiting reads pass between two engine calls
        number = writing.collection.shard.apply(step)
    return {"operation_id": number, "status": "completed"}


def _refusal(text: str, started: float) -> dict[str, Any]:
    return {"result": None, "status": {"error": text}, "time": time.perf_counter() - started}


async def _send(send: Send, status: int, body: bytes, content_type: bytes) -> None:
    headers = [(b"content-type", content_type), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
