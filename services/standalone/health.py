"""How a child shows that it is ready: an answer on its socket or a 200 on its readiness path."""

import http.client
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


Probe = HttpProbe | ValkeyProbe


def is_ready(probe: Probe, *, timeout_seconds: float = 1.0) -> bool:
    """Ask once. Never raises."""
    try:
        if isinstance(probe, HttpProbe):
            return _http_ok(probe, timeout_seconds)
        return _pongs(probe, timeout_seconds)
    except (OSError, http.client.HTTPException):
        return False


def _http_ok(probe: HttpProbe, timeout_seconds: float) -> bool:
    connection = http.client.HTTPConnection(probe.host, probe.port, timeout=timeout_seconds)
    try:
        connection.request("GET", probe.path)
        return connection.getresponse().status == http.client.OK
    finally:
        connection.close()


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
