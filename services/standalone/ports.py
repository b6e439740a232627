"""Which TCP ports to listen on: the one that was asked for, or a free one."""

import socket

from shared.domain.errors import SettingsInvalid


def is_free(host: str, port: int) -> bool:
    """True where a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listens on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def public_port(host: str, wanted: int, *, asked_for: bool) -> int:
    """The API's port. One that was asked for is kept or refused (SettingsInvalid); a busy default gives way to a free one."""
    if wanted == 0:
        return free_port(host)
    if is_free(host, wanted):
        return wanted
    if asked_for:
        raise SettingsInvalid(f"TIERCEL_PORT {wanted} on {host} is in use. Stop what listens there, or set TIERCEL_PORT to another port.")
    return free_port(host)
