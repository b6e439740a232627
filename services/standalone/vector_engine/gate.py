"""Who may call: the Host header (against name rebinding), the key, the size of the body."""

import hmac
from dataclasses import dataclass
from typing import Any

from services.standalone.vector_engine.refusals import Refused

OPEN_PATHS = frozenset({"/", "/healthz", "/livez", "/readyz"})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Gate:
    """The rules of admission. `hosts`: names under which this server may be addressed."""

    api_key: str
    hosts: frozenset[str]
    max_body_bytes: int

    def admit(self, path: str, headers: dict[bytes, bytes]) -> None:
        """Refused with 421 for a foreign Host, 401 without the key, 413 for a body announced as too large."""
        host = headers.get(b"host", b"").decode("latin-1")
        if _name_of(host) not in self.hosts:
            raise Refused(421, "Misdirected request: this server is not addressed by that Host header")
        if path not in OPEN_PATHS:
            self._check_key(headers)
        length = headers.get(b"content-length", b"0")
        if not length.isdigit():
            raise Refused(400, "Wrong input: Content-Length is not a number")
        self.check_size(int(length))

    def _check_key(self, headers: dict[bytes, bytes]) -> None:
        given = headers.get(b"api-key")
        if given is None:
            scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
            given = token if scheme.lower() == b"bearer" else None
        if given is None:
            raise Refused(401, "Must provide an API key or an Authorization bearer token")
        if not hmac.compare_digest(given, self.api_key.encode()):
            raise Refused(401, "Invalid API key")

    def check_size(self, size: int) -> None:
        """Refused with 413 beyond the limit."""
        if size > self.max_body_bytes:
            raise Refused(413, f"Payload too large: a body may have {self.max_body_bytes} bytes")


def _name_of(host: str) -> str:
    name = host.lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0] if ":" in name else name


def headers_of(scope: dict[str, Any]) -> dict[bytes, bytes]:
    """Header names in lower case, the first of repeated ones."""
    found: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        found.setdefault(name, value)
    return found
