"""One supervisor per data dir: a lock that ends with its process, and says who holds it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.domain.errors import SettingsInvalid


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold the lock while inside. SettingsInvalid names the process that holds it already."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            holder = os.read(descriptor, 32).decode(errors="replace").strip() or "unknown"
            raise SettingsInvalid(
                f"Tiercel already runs on {path.parent} (pid {holder}). Stop it (kill {holder}), "
                "or set TIERCEL_DATA_DIR to another folder to run a second one beside it."
            ) from fault
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)
