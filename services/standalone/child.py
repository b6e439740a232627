"""One running child: started in a session of its own, tied to the supervisor's life, logging to its own file."""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from services.standalone.children import ChildSpec

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def _tie_to(parent: int, niceness: int) -> Callable[[], None]:
    def tie() -> None:
        if niceness:
            os.nice(niceness)
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the supervisor died between fork and prctl
            os._exit(1)

    return tie


@dataclass(slots=True)
class Child:
    """A spawned process of one specification."""

    spec: ChildSpec
    process: subprocess.Popen[bytes]
    started_at: float

    @property
    def pid(self) -> int:
        """Its process id, which is also its session id."""
        return self.process.pid

    def exit_code(self) -> int | None:
        """None while it runs."""
        return self.process.poll()

    def terminate(self) -> None:
        """Ask it to stop."""
        if self.exit_code() is None:
            self.process.terminate()

    def kill(self) -> None:
        """End it and whatever it started."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.process.wait()


def spawn(spec: ChildSpec, *, log: Path, environment: Mapping[str, str]) -> Child:
    """Start it. Call from the supervisor's main thread: the kernel's tie is to the starting thread."""
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603 - our own command lines
            spec.command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**environment, **spec.environment},
            start_new_session=True,
            preexec_fn=_tie_to(os.getpid(), spec.niceness),  # noqa: PLW1509 - the supervisor has one thread
        )
    return Child(spec=spec, process=process, started_at=time.monotonic())
