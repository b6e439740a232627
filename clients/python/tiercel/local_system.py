"""A whole local service as a child process: started, asked for its address, stopped cleanly."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

from tiercel.client import Tiercel
from tiercel.errors import ServiceNotFound, ServiceUnreachable

READY = "Tiercel is ready at "
COMMAND = (sys.executable, "-m", "services.standalone")
STOP_SECONDS = 120


def require_server() -> None:
    """ServiceNotFound where the server's distribution is not installed here."""
    if find_spec("services") is None or find_spec("services.standalone") is None:
        raise ServiceNotFound("the service itself is not installed here: pip install 'tiercel[server]'.")


class LocalSystem:
    """Serves from `data_dir` while inside `with`."""

    def __init__(self, data_dir: Path, environment: Mapping[str, str] | None = None) -> None:
        self.data_dir = data_dir.expanduser()
        self._environment = {**os.environ, **(environment or {}), "TIERCEL_DATA_DIR": str(self.data_dir)}
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> Self:
        require_server()
        self._process = subprocess.Popen(  # noqa: S603 - our own command line
            COMMAND, env=self._environment, stdout=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True
        )
        for line in self._lines():
            if line.startswith(READY):
                self.url = line.removeprefix(READY).split()[0]
                return self
        self._process.wait()
        raise ServiceUnreachable(f"the local service did not start (its words are above; logs: {self.data_dir / 'logs'}).")

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        if self.stop() != 0 and fault is None:
            raise ServiceUnreachable(f"the local service did not stop cleanly (logs: {self.data_dir / 'logs'}).")

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        if self._process is None:
            return 0
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
        return self._process.returncode

    def connect(self) -> Tiercel:
        """A client with the key of all roles."""
        return Tiercel(self.url, (self.data_dir / "api-key").read_text(encoding="utf-8").strip())

    def _lines(self) -> list[str]:
        """Lines up to the ready one. The few that follow fit the pipe and are read when it stops."""
        read: list[str] = []
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            read.append(line.rstrip("\n"))
            if line.startswith(READY):
                break
        return read
