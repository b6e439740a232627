"""Starts the HTTP front: settings, container, first key, socket, server."""

import logging
import os
import socket
import sys
from pathlib import Path
from types import FrameType
from uuid import uuid4

import uvicorn
from fastapi import FastAPI

from services.api.app import create_app
from services.api.first_key import ensure_first_key
from shared.domain.errors import SettingsInvalid, TiercelFault
from shared.settings import ApiSettings, Settings, load_settings
from shared.settled_heap import settle_heap
from shared.wiring import build_container

log = logging.getLogger(__name__)
GRACE_SECONDS = 10
BACKLOG = 2048


class ApiServer(uvicorn.Server):
    """Tells long polls to end when the process is asked to."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._parts = app.state.parts

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM or SIGINT: no new connections, waiting requests answer what they know."""
        self._parts.stopping.set()
        super().handle_exit(sig, frame)


def main() -> int:
    """Serve until a signal. Exit code 2: a setting is wrong; 1: a needed part is down. Prints nothing secret."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s", stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        settings = load_settings(os.environ)
        serve(settings)
    except SettingsInvalid as fault:
        log.error("api.refuse_start reason=%s", fault)  # noqa: TRY400 - the reason is the remedy, a trace would bury it
        return 2
    except (TiercelFault, OSError) as fault:
        log.error("api.fail_start kind=%s reason=%s", type(fault).__name__, fault)  # noqa: TRY400 - as above
        return 1
    return 0


def serve(settings: Settings) -> None:
    """Blocks until a signal."""
    container = build_container(settings)
    container.store.prepare()
    if settings.api.admin_key_file:
        ensure_first_key(container.keys, Path(settings.api.admin_key_file), container.clock.now())
    listener = listen(settings.api)
    host, port = listener.getsockname()[:2]
    log.info("api.listen host=%s port=%d", host, port)
    if settings.api.port_file:
        write_port(Path(settings.api.port_file), port)
    server = ApiServer(create_app(container))
    settle_heap()
    server.run(sockets=[listener])


def listen(settings: ApiSettings) -> socket.socket:
    """A bound socket; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((settings.host, settings.port))
    listener.listen(BACKLOG)
    return listener


def write_port(path: Path, port: int) -> None:
    """Whole or not at all, for whoever started this process with port 0."""
    draft = path.with_name(f".{path.name}.{uuid4().hex}")
    draft.write_text(f"{port}\n", encoding="ascii")
    draft.replace(path)
