"""How a child shows that it is ready: an answer on its socket or a 200 on its readiness path."""

import http.client
import json
import socket
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class HttpProbe:
    """Ready where GET `path` answers 200."""

    host: str
    port: int
    path: str = "/readyz"


@dataclass(frozen=True, slots=True)
class ValkeyProbe:
    """Ready where PING is answered with PONG, after loading. `address` is a socket path or (host, port)."""

    address: Path | tuple[str, int]
    password: str = ""


@dataclass(frozen=True, slots=True)
class WholeProbe:
    """Ready where every needed check of the API's /readyz holds, but for the age of what waited while nobody was up."""

    host: str
    port: int


Probe = HttpProbe | ValkeyProbe | WholeProbe
WAITING = "oldest_pending_seconds"


def is_ready(probe: Probe, *, timeout_seconds: float = 1.0) -> bool:
    """Ask once. Never raises."""
    try:
        if isinstance(probe, HttpProbe):
            return _get(probe.host, probe.port, probe.path, timeout_seconds)[0] == http.client.OK
        if isinstance(probe, WholeProbe):
            return _checks_hold(_get(probe.host, probe.port, "/readyz", timeout_seconds)[1])
        return _pongs(probe, timeout_seconds)
    except (OSError, http.client.HTTPException, ValueError):
        return False


def _get(host: str, port: int, path: str, timeout_seconds: float) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(host, port, timeout=timeout_seconds)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def _checks_hold(body: bytes) -> bool:
    checks = json.loads(body).get("checks")
    return (
        isinstance(checks, dict)
        and bool(checks)
        and all(check["ok"] or check.get("advisory", False) for name, check in checks.items() if name != WAITING)
    )


def _pongs(probe: ValkeyProbe, timeout_seconds: float) -> bool:
    family = socket.AF_UNIX if isinstance(probe.address, Path) else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout_seconds)
        connection.connect(str(probe.address) if isinstance(probe.address, Path) else probe.address)
        if probe.password:
            connection.sendall(f"AUTH {probe.password}\r\n".encode())
            if not connection.recv(64).startswith(b"+OK"):
                return False
        connection.sendall(b"PING\r\n")
        return connection.recv(64).startswith(b"+PONG")
