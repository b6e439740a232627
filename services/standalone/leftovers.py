"""Children of a supervisor that was killed: recorded while they run, ended before the next start."""

import json
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

from services.standalone.data_dir import write_private


def start_ticks(pid: int) -> int | None:
    """When the kernel started this process (clock ticks since boot); None where it is gone. Tells a reused pid apart."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    # Field 3 of the page is the first after the name; a zombie has ended already.
    return None if fields[0] in "ZX" else int(fields[19])


def record(file: Path, pids: Iterable[int]) -> None:
    """Enter the running children, each with its start time."""
    running = [[pid, ticks] for pid in pids if (ticks := start_ticks(pid)) is not None]
    write_private(file, json.dumps(running) + "\n")


def recorded(file: Path) -> tuple[int, ...]:
    """Children of an earlier run that still live."""
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    return tuple(int(pid) for pid, ticks in entries if start_ticks(int(pid)) == int(ticks))


def _signal_session(pid: int, number: signal.Signals) -> None:
    try:
        os.killpg(pid, number)
    except ProcessLookupError:
        return


def end_leftovers(file: Path, *, wait_seconds: float = 20.0) -> int:
    """Ask them to stop, then end them. How many there were."""
    living = recorded(file)
    for pid in living:
        _signal_session(pid, signal.SIGTERM)
    deadline = time.monotonic() + wait_seconds
    while recorded(file) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in recorded(file):
        _signal_session(pid, signal.SIGKILL)
    while recorded(file):
        time.sleep(0.01)
    file.unlink(missing_ok=True)
    return len(living)
