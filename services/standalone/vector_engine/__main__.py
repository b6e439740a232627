"""The process: settings, key, lock, shards, socket, server, and a distinct exit code for each way to end.

Exit codes: 0 stopped on request, 70 the engine panicked (start it again), 73 the folder belongs to another process,
78 a setting is missing or wrong.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
from pathlib import Path

import uvicorn

from services.standalone.vector_engine.app import EngineApp
from services.standalone.vector_engine.collections import Engine
from services.standalone.vector_engine.disk import FolderInUse, own_folder, write_whole
from services.standalone.vector_engine.gate import LOOPBACK, Gate
from services.standalone.vector_engine.storage import Limits
from shared.domain.errors import SettingsInvalid
from shared.settings import EngineSettings, load_settings

log = logging.getLogger("vector_engine")

EXIT_STOPPED = 0
EXIT_PANIC = 70
EXIT_FOLDER_IN_USE = 73
EXIT_SETTINGS = 78

HOST = "127.0.0.1"
ANSWER_SECONDS = 0.1  # the answer to the call that panicked leaves before the process does


def main() -> int:
    """Serve until a signal comes. Returns the exit code."""
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    os.umask(0o077)
    try:
        settings = load_settings(os.environ).engine
        api_key = read_key(settings)
        handle = own_folder(settings.dir)
    except SettingsInvalid as fault:
        log.critical("engine.refused %s", fault)
        return EXIT_SETTINGS
    except FolderInUse as fault:
        log.critical("engine.refused %s", fault)
        return EXIT_FOLDER_IN_USE
    try:
        return _serve(settings, api_key)
    finally:
        os.close(handle)


def read_key(settings: EngineSettings) -> str:
    """The key that callers must show. SettingsInvalid where there is none."""
    if settings.api_key:
        return settings.api_key
    if not settings.api_key_file:
        raise SettingsInvalid(
            "TIERCEL_ENGINE_API_KEY or TIERCEL_ENGINE_API_KEY_FILE: one is needed, the engine serves nobody without a key."
        )
    try:
        key = Path(settings.api_key_file).read_text(encoding="utf-8").strip()
    except OSError as fault:
        raise SettingsInvalid(f"TIERCEL_ENGINE_API_KEY_FILE: {fault.strerror}: {settings.api_key_file}") from fault
    if not key:
        raise SettingsInvalid(f"TIERCEL_ENGINE_API_KEY_FILE: {settings.api_key_file} is empty.")
    return key


def _serve(settings: EngineSettings, api_key: str) -> int:
    stop_asked: list[int] = []
    for wanted in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal again after its own shutdown; here it must only be noted.
        signal.signal(wanted, lambda number, _: stop_asked.append(number))
    engine = Engine(settings.dir, Limits(settings.disk_reserve_mb * 2**20, settings.flush_operations))
    engine.load()
    if stop_asked:
        engine.close()
        return EXIT_STOPPED
    listening = bound_socket(settings)
    gate = Gate(api_key, LOOPBACK | {HOST}, settings.max_body_bytes)
    app = EngineApp(engine, gate, flush_seconds=settings.flush_seconds, on_panic=lambda: _end_after_panic(engine))
    config = uvicorn.Config(
        app, loop="uvloop", http="httptools", ws="none", lifespan="on", access_log=False, log_config=None, timeout_graceful_shutdown=5
    )  # fmt: skip
    port = listening.getsockname()[1]
    write_whole(settings.dir / "port", f"{port}\n".encode())
    log.info("engine.serving host=%s port=%d boot=%s", HOST, port, app.boot_id)
    uvicorn.Server(config).run(sockets=[listening])
    log.info("engine.stopped")
    return EXIT_STOPPED


def bound_socket(settings: EngineSettings) -> socket.socket:
    """A listening socket on the wanted port; for port 0 on the one of the last run if it is free, so that clients find it again."""
    wanted = [settings.port] if settings.port else [*_last_port(settings.dir), 0]
    for at, port in enumerate(wanted):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, port))
        except OSError:
            found.close()
            if at == len(wanted) - 1:
                raise
        else:
            found.listen(128)
            return found
    raise AssertionError("unreachable: the last attempt returns or raises")


def _last_port(folder: Path) -> list[int]:
    try:
        text = (folder / "port").read_text(encoding="ascii").strip()
        (folder / "port").unlink()
    except (OSError, UnicodeDecodeError):
        return []
    return [int(text)] if text.isdigit() and 0 < int(text) < 65536 else []


def _end_after_panic(engine: Engine) -> None:
    """Save what can be saved, then end without any further call into the engine."""
    for collection in engine.open.values():
        try:
            collection.shard.flush()
        except BaseException:
            log.exception("shard.flush_failed collection=%s", collection.name)
    asyncio.get_running_loop().call_later(ANSWER_SECONDS, os._exit, EXIT_PANIC)


if __name__ == "__main__":
    sys.exit(main())
