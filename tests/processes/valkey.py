"""A real Valkey on a private socket, for tests."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import redis

from services.standalone.valkey import bundled_binary


class ValkeyProcess:
    """One server over one folder; `kill` is kill -9, `start` begins again on the same files."""

    def __init__(self, folder: Path, *, max_memory: str = "256mb") -> None:
        self.folder = folder
        # Socket paths are short; test folders are not.
        self._run = tempfile.TemporaryDirectory(prefix="tcl")
        self.socket = Path(self._run.name) / "v.sock"
        self.url = f"unix://{quote(str(self.socket))}"
        self._max_memory = max_memory
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and wait until it answers."""
        command = [str(bundled_binary()), "--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder)]
        command += ["--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory", self._max_memory]
        command += ["--maxmemory-policy", "noeviction"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = redis.Redis.from_url(self.url)
        for _ in range(200):
            try:
                client.ping()
            except redis.ConnectionError:
                time.sleep(0.05)
            else:
                client.close()
                return
        raise RuntimeError("Valkey did not start")

    @property
    def pid(self) -> int:
        """Of the running server."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """A clean end."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=15)
            self._process = None
        self._run.cleanup()


@contextmanager
def running_valkey(folder: Path, *, max_memory: str = "256mb") -> Iterator[ValkeyProcess]:
    """A started server, stopped at the end."""
    server = ValkeyProcess(folder, max_memory=max_memory)
    server.start()
    try:
        yield server
    finally:
        server.stop()
