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
from shared.settled_heap import settle_heap

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
    try:
        bound = bound_socket(settings.port, _take_last_port(settings.dir))
    except OSError as fault:
        log.critical(
            "engine.refused TIERCEL_ENGINE_PORT: port %d cannot be used (%s); choose another, or 0 for a free one",
            settings.port,
            fault.strerror,
        )
        return EXIT_SETTINGS
    engine = Engine(settings.dir, Limits(settings.disk_reserve_mb * 2**20, settings.flush_operations))
    engine.load()
    if stop_asked:
        engine.close()
        return EXIT_STOPPED
    gate = Gate(api_key, LOOPBACK | {HOST}, settings.max_body_bytes)
    app = EngineApp(engine, gate, flush_seconds=settings.flush_seconds, on_panic=lambda: _end_after_panic(engine))
    config = uvicorn.Config(
        app, loop="uvloop", http="httptools", ws="none", lifespan="on", access_log=False, log_config=None, timeout_graceful_shutdown=5
    )  # fmt: skip
    bound.listen(128)
    port = bound.getsockname()[1]
    write_whole(settings.dir / "port", f"{port}\n".encode())
    log.info("engine.serving host=%s port=%d boot=%s", HOST, port, app.boot_id)
    server = uvicorn.Server(config)
    settle_heap()
    server.run(sockets=[bound])
    log.info("engine.stopped")
    return EXIT_STOPPED


def bound_socket(port: int, last_port: int) -> socket.socket:
    """A socket on the wanted port, not yet listening; for port 0 the one of the last run if free, so that clients find it again."""
    wanted = [port] if port else [last_port, 0]
    for at, candidate in enumerate(wanted):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, candidate))
        except OSError:
            found.close()
            if at == len(wanted) - 1:
                raise
        else:
            return found
    raise AssertionError("unreachable: the last attempt returns or raises")


def _take_last_port(folder: Path) -> int:
    """The port of the last run, 0 where there was none. The file is gone until this run serves."""
    try:
        text = (folder / "port").read_text(encoding="ascii").strip()
        (folder / "port").unlink()
    except (OSError, UnicodeDecodeError):
        return 0
    return int(text) if text.isdigit() and int(text) < 65536 else 0


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
