"""The parts of one system as single processes, each started, killed and started again by name."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.faults.caller import Caller
from tests.processes.valkey import ValkeyProcess, running_valkey
from tests.processes.vector_engine import EngineProcess, open_engine, start_engine

ROOT = Path(__file__).parents[2]
START_SECONDS = 60.0
STOP_SECONDS = 20.0
OURS = ("TIERCEL_", "QDRANT_", "REDIS_", "MEMORY_", "OPENAI_", "PROMETHEUS_")
WORKERS = ("capture_worker", "guard_worker")


class Family:
    """`api`, workers and what they stand on. Only the caller restarts anything."""

    def __init__(self, folder: Path, valkey: ValkeyProcess, engine: EngineProcess, environ: Mapping[str, str]) -> None:
        self.folder = folder
        self.valkey = valkey
        self.engine = engine
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith(OURS)},
            "REDIS_URL": valkey.url,
            "QDRANT_URL": engine.url,
            "QDRANT_API_KEY": engine.api_key,
            "TIERCEL_ADMIN_KEY_FILE": str(folder / "api-key"),
            "TIERCEL_PORT": "0",
            "OMP_NUM_THREADS": "1",
            **environ,
        }
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: Sequence[str] | None = None, **environ: str) -> "subprocess.Popen[bytes]":
        """Start `python -m services.<name>` (or another command) and return at once."""
        given = {**self._environ, "TIERCEL_API_PORT_FILE": str(self.folder / f"{name}.port"), **environ}
        (self.folder / f"{name}.port").unlink(missing_ok=True)
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", *(command or (f"services.{name.partition('#')[0]}",))], env=given, stdout=log, stderr=log, cwd=ROOT
            )
        self._processes[name] = process
        return process

    def start_api(self, name: str = "api", command: Sequence[str] | None = None, **environ: str) -> Caller:
        """Start an API process (or another command that serves it) and wait until it answers."""
        process = self.start(name, command, **environ)
        port_file = self.folder / f"{name}.port"
        deadline = time.monotonic() + START_SECONDS
        while not port_file.exists():
            assert process.poll() is None, self.log(name)
            assert time.monotonic() < deadline, self.log(name)
            time.sleep(0.05)
        return Caller(f"http://127.0.0.1:{port_file.read_text().strip()}", (self.folder / "api-key").read_text().strip())

    def start_workers(self) -> None:
        """One of each."""
        for name in WORKERS:
            self.start(name)

    @contextmanager
    def without_workers(self) -> Iterator[None]:
        """Nobody reads or judges until the block starts somebody; afterwards one of each lives."""
        self.kill(*(name for name in WORKERS if name in self._processes))
        try:
            yield
        finally:
            for name in WORKERS:
                if name not in self._processes or self._processes[name].poll() is not None:
                    self.start(name)

    def send(self, number: signal.Signals, *names: str) -> None:
        """A signal to each of these."""
        for name in names:
            self._processes[name].send_signal(number)

    def kill(self, *names: str) -> None:
        """kill -9."""
        for name in names:
            self._processes[name].kill()
            self._processes.pop(name).wait()

    def died_of(self, name: str) -> int:
        """Wait for the end of a process that ends by itself; its exit code."""
        return self._processes.pop(name).wait(STOP_SECONDS)

    def stop(self, *names: str) -> float:
        """Ask these to end and wait for it; how long the slowest took. AssertionError where one does not."""
        began = time.monotonic()
        for name in names:
            self._processes[name].terminate()
        for name in names:
            try:
                self._processes.pop(name).wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                raise AssertionError(f"{name} does not stop:\n{self.log(name)}") from None
        return time.monotonic() - began

    def restart_engine(self) -> None:
        """Killed, then started again on the same files, port and key."""
        self.engine.kill()
        port = self.engine.url.rpartition(":")[2]
        self.engine = open_engine(self.engine.folder, api_key=self.engine.api_key, environ={"TIERCEL_ENGINE_PORT": port})

    def forget_tokens(self) -> None:
        """No wake-up is left in any queue."""
        with self.valkey_client() as client:
            client.delete("rq:queue:tiercel-capture", "rq:queue:tiercel-guard")

    @contextmanager
    def valkey_client(self) -> "Iterator[redis.Redis]":
        """A plain connection."""
        client = redis.Redis.from_url(self.valkey.url)
        try:
            yield client
        finally:
            client.close()

    def await_said(self, name: str, text: str, *, seconds: float) -> None:
        """Wait until a process has printed this."""
        deadline = time.monotonic() + seconds
        while text not in self.log(name):
            assert time.monotonic() < deadline, self.log(name)
            time.sleep(0.05)

    def log(self, name: str) -> str:
        """The end of what it has written."""
        return (self.folder / f"{name}.log").read_text(errors="replace")[-4000:]

    def end(self) -> None:
        """Whatever still runs."""
        for process in self._processes.values():
            process.kill()
            process.wait()


@contextmanager
def running_family(folder: Path, **environ: str) -> Iterator[Family]:
    """A Valkey, an engine and nothing else yet; everything ends with the block."""
    folder.mkdir(parents=True, exist_ok=True)
    with running_valkey(folder) as valkey, start_engine(folder) as engine:
        family = Family(folder, valkey, engine, environ)
        try:
            yield family
        finally:
            family.end()
            family.engine.kill()
