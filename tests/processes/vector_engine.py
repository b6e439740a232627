"""A real vector engine process for tests: started on a folder, stopped or killed, started again."""

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

STARTED: list[subprocess.Popen[bytes]] = []  # so that a fixture can end what a failed test left running
START_SECONDS = 30.0
STOP_SECONDS = 15.0


@dataclass(slots=True)
class EngineProcess:
    """A running engine. `url` and `api_key` are what a client needs."""

    url: str
    api_key: str
    folder: Path
    process: subprocess.Popen[bytes]

    def stop(self) -> int:
        """Ask it to end (flush, close) and return its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """End it as a crash would, without a flush."""
        return self._end(signal.SIGKILL)

    def log(self) -> str:
        """Everything it has written so far, over all starts on this folder."""
        return (self.folder.parent / f"{self.folder.name}.log").read_text(encoding="utf-8", errors="replace")

    def _end(self, wanted: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(wanted)
        return self.process.wait(STOP_SECONDS)


ENGINE = ("-m", "services.standalone.vector_engine")


def launch(
    folder: Path, api_key: str, environ: Mapping[str, str] | None = None, *, arguments: Sequence[str] = ENGINE
) -> subprocess.Popen[bytes]:
    """Start the process and return at once. `arguments`: what Python is to run."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("TIERCEL_", "QDRANT_"))}
    given |= {"TIERCEL_ENGINE_DIR": str(folder), "TIERCEL_ENGINE_API_KEY": api_key, "TIERCEL_ENGINE_PORT": "0", **(environ or {})}
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f"{folder.name}.log").open("ab") as log:
        process = subprocess.Popen([sys.executable, *arguments], env=given, stdout=log, stderr=log, cwd=Path(__file__).parents[2])
    STARTED.append(process)
    return process


def open_engine(
    folder: Path, *, api_key: str = "", environ: Mapping[str, str] | None = None, arguments: Sequence[str] = ENGINE
) -> EngineProcess:
    """Start an engine on `folder` and wait until it answers. The caller ends it. AssertionError with its log where it does not start."""
    key = api_key or secrets.token_hex(16)
    port_file = folder / "port"
    before = _written_at(port_file)
    process = launch(folder, key, environ, arguments=arguments)
    started = EngineProcess("", key, folder, process)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if _written_at(port_file) not in (None, before):
            started.url = f"http://127.0.0.1:{port_file.read_text().strip()}"
            if _is_ready(started.url):
                return started
        time.sleep(0.02)
    started.kill()
    raise AssertionError(f"the vector engine did not start (exit code {process.returncode}):\n{started.log()}")


@contextmanager
def start_engine(tmp_path: Path, *, environ: Mapping[str, str] | None = None) -> Iterator[EngineProcess]:
    """An engine on `tmp_path`/engine for the length of a with block; stopped at its end if it still runs."""
    engine = open_engine(tmp_path / "engine", environ=environ)
    try:
        yield engine
    finally:
        engine.stop()


def _written_at(port_file: Path) -> int | None:
    try:
        return port_file.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def _is_ready(url: str) -> bool:
    try:
        with urlopen(f"{url}/readyz", timeout=5) as reply:
            return int(reply.status) == 200
    except (URLError, ConnectionError, TimeoutError):
        return False
