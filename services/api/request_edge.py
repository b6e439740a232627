"""The outermost layer of every request: its id, the Host check, the body limit, measures, and the last catch."""

import logging
import re
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.api.answers import refused
from services.api.errors import Refusal
from services.api.request_notes import header_value, notes
from services.api.streamed_body import STREAMED_ROUTES, counted
from shared.ports.metrics import Metrics

log = logging.getLogger(__name__)

REQUEST_ID_SHAPE = re.compile(r"[A-Za-z0-9._:-]{1,64}")
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
ANY_ADDRESS = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - compared with, not bound to
DRAIN_BYTES = 32 * 1024 * 1024
CLIENT_GONE = 499
"""The status that is counted where a client hung up before it had said what it wants."""


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """`hosts` None: every Host is welcome."""

    max_body_bytes: int
    hosts: frozenset[str] | None
    max_streamed_bytes: int = 64 * 1024 * 1024


def welcome_hosts(bound_to: str, allowed: str) -> frozenset[str] | None:
    """Which Host names are answered; None: all.

    On loopback only its own names, so that no web page reaches in by DNS rebinding. Bound to every address
    and without a list, keys alone decide.
    """
    listed = frozenset(name.strip().lower() for name in allowed.split(",") if name.strip())
    if "*" in listed or (bound_to in ANY_ADDRESS and not listed):
        return None
    return listed | LOOPBACK_HOSTS | {bound_to.lower(), f"[{bound_to.lower()}]"}


class RequestEdge:
    """Pure ASGI, so that contexts and streaming stay as they are."""

    def __init__(self, app: ASGIApp, *, limits: EdgeLimits, metrics: Metrics) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever happens inside."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.monotonic()
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        request_id = _request_id(headers.get(b"x-request-id"))
        state = scope.setdefault("state", {})
        state.update(request_id=request_id, arrived_at=started)
        with notes() as ignored:
            sender = _NotingSend(send, request_id, ignored)
            await self._guarded(scope, receive, sender, headers)
        route = getattr(scope.get("route"), "path_format", "unmatched")
        method = scope["method"] if scope["method"] in KNOWN_METHODS else "OTHER"
        self._metrics.count("tiercel_http_requests_total", route=route, method=method, status=str(sender.status))
        self._metrics.observe("tiercel_http_request_seconds", time.monotonic() - started, route=route)

    async def _guarded(self, scope: Scope, receive: Receive, send: "_NotingSend", headers: dict[bytes, str]) -> None:
        try:
            self._check_host([value for name, value in scope["headers"] if name == b"host"])
            if scope["path"] in STREAMED_ROUTES:
                receive = counted(receive, self._limits.max_streamed_bytes)
            elif _has_body(headers):
                receive = await self._read_body(headers, receive)
            await self._app(scope, receive, send)
        except Refusal as refusal:
            await refused(refusal, send.request_id)(scope, receive, send)
        except ClientDisconnect:
            send.status = send.status or CLIENT_GONE
        except Exception as fault:  # noqa: BLE001 - the last catch: a fault becomes an answer, never a dropped connection
            # Not log.exception: the message of a fault may hold somebody's text.
            log.error("request.failed id=%s kind=%s at=%s", send.request_id, type(fault).__name__, _frames(fault))  # noqa: TRY400
            if not send.has_begun:
                answer = Refusal(500, "internal", "The service failed. Its log has the cause under this request_id.")
                await refused(answer, send.request_id)(scope, receive, send)

    def _check_host(self, given: list[bytes]) -> None:
        """Exactly one Host, and one of ours: of two, a proxy before us and we could each believe another."""
        if self._limits.hosts is None:
            return
        names = [re.sub(r":\d+$", "", value.decode("latin-1").lower()) for value in given]
        if len(names) != 1 or names[0] not in self._limits.hosts:
            raise Refusal(403, "host_refused", "This Host name is not served. Add it to TIERCEL_ALLOWED_HOSTS.")

    async def _read_body(self, headers: dict[bytes, str], receive: Receive) -> Receive:
        """The whole body, counted as it comes: a chunked one has no length to check beforehand."""
        limit = self._limits.max_body_bytes
        declared = int(headers[b"content-length"]) if headers.get(b"content-length", "").isdecimal() else 0
        if declared > DRAIN_BYTES:
            raise self._too_large()
        chunks: list[bytes] = []
        total = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            total += len(message.get("body", b""))
            if total <= limit:
                chunks.append(message.get("body", b""))
            elif total > DRAIN_BYTES:
                raise self._too_large()
            if not message.get("more_body", False):
                break
        if total > limit:
            # Read to its end first: a client that is still sending would see a broken pipe instead of the answer.
            raise self._too_large()
        return _replayed(b"".join(chunks), receive)

    def _too_large(self) -> Refusal:
        return Refusal(
            413, "too_large", f"The body is over {self._limits.max_body_bytes} bytes (TIERCEL_MAX_BODY_BYTES). Send it in parts."
        )


KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class _NotingSend:
    """Adds our headers to the answer and remembers its status."""

    def __init__(self, send: Send, request_id: str, ignored: list[str]) -> None:
        self._send = send
        self.request_id = request_id
        self._ignored = ignored
        self.status = 0
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            self.status = message["status"]
            extra = [(b"x-request-id", self.request_id.encode())]
            if self._ignored:
                extra.append((b"x-tiercel-ignored", header_value(self._ignored).encode()))
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await self._send(message)


def _request_id(given: str | None) -> str:
    return given if given and REQUEST_ID_SHAPE.fullmatch(given) else uuid4().hex


def _has_body(headers: dict[bytes, str]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", "0") != "0"


def _replayed(body: bytes, receive: Receive) -> Callable[[], Awaitable[Any]]:
    """A receive that gives the body once, then what the connection says (a disconnect)."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _frames(fault: BaseException) -> str:
    """Where it failed, without the message: that could hold somebody's text."""
    frames = traceback.extract_tb(fault.__traceback__)[-4:]
    return " < ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in reversed(frames))
