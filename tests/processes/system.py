"""The whole system as a person starts it: `python -m services.standalone` on a data dir, stopped, killed, started again."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tiercel import Tiercel

ROOT = Path(__file__).parents[2]
READY = "Tiercel is ready at "
START_SECONDS = 60.0
STOP_SECONDS = 90.0
OURS = ("TIERCEL_", "QDRANT_", "REDIS_", "MEMORY_", "OPENAI_", "PROMETHEUS_")


@dataclass(slots=True)
class SystemProcess:
    """A running system. `url` and `key` are what a client needs."""

    url: str
    key: str
    data_dir: Path
    config_home: Path
    ready_seconds: float
    process: "subprocess.Popen[bytes]"
    output: Path

    def connect(self) -> Tiercel:
        """A client with all roles."""
        return Tiercel(self.url, self.key)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(STOP_SECONDS)

    def kill(self) -> None:
        """kill -9 of the supervisor alone."""
        self.process.kill()
        self.process.wait()

    def child_pids(self) -> dict[str, int]:
        """Name -> pid of every living child, read from the kernel."""
        found: dict[str, int] = {}
        for pid in (int(entry[0]) for entry in json.loads((self.data_dir / "children.json").read_text())):
            command = _command_of(pid)
            if command:
                found[_name_of(command)] = pid
        return found

    def said(self) -> str:
        """Everything it has printed."""
        return self.output.read_text(encoding="utf-8", errors="replace")


def start_system(tmp_path: Path, **env: str) -> SystemProcess:
    """Start on `tmp_path/data` (or the TIERCEL_DATA_DIR given) and wait until it is ready. The caller ends it.

    AssertionError with what it printed where it does not start.
    """
    data_dir = Path(env.get("TIERCEL_DATA_DIR", tmp_path / "data"))
    began = time.monotonic()
    process, output = launch_system(tmp_path, **env)
    while time.monotonic() - began < START_SECONDS and process.poll() is None:
        for line in output.read_text(encoding="utf-8").splitlines():
            if line.startswith(READY):
                key = (data_dir / "api-key").read_text(encoding="utf-8").strip()
                url = line.removeprefix(READY).split()[0]
                return SystemProcess(url, key, data_dir, tmp_path / "config", time.monotonic() - began, process, output)
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    process.wait(STOP_SECONDS)
    logs = "".join(f"\n== {log.name}\n{log.read_text(errors='replace')[-2000:]}" for log in sorted((data_dir / "logs").glob("*.log")))
    raise AssertionError(f"the system did not start:\n{output.read_text(encoding='utf-8')}{logs}")


def launch_system(tmp_path: Path, **env: str) -> tuple["subprocess.Popen[bytes]", Path]:
    """Start the process and return at once, with the file that it prints to."""
    tmp_path.mkdir(parents=True, exist_ok=True)
    given = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    given |= {"TIERCEL_DATA_DIR": str(tmp_path / "data"), "TIERCEL_PORT": "0", "XDG_CONFIG_HOME": str(tmp_path / "config"), **env}
    output = tmp_path / f"said-{time.monotonic_ns()}.txt"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "services.standalone"], env=given, stdout=file, stderr=file, cwd=ROOT, start_new_session=True
        )
    return process, output


@contextmanager
def running_system(tmp_path: Path, **env: str) -> Iterator[SystemProcess]:
    """A started system, stopped at the end; killed with all its children where it does not stop."""
    system = start_system(tmp_path, **env)
    watchdog = threading.Timer(STOP_SECONDS, system.process.kill)
    try:
        yield system
    finally:
        watchdog.start()
        system.stop()
        watchdog.cancel()


def _command_of(pid: int) -> list[str]:
    try:
        return [part for part in Path(f"/proc/{pid}/cmdline").read_text().split("\0") if part]
    except OSError:
        return []


def _name_of(command: list[str]) -> str:
    if "-m" in command:
        return command[command.index("-m") + 1].removeprefix("services.")
    return Path(command[0].split(" ")[0]).name  # Valkey rewrites its title into one string
