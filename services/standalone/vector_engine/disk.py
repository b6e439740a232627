"""What is kept on disk beside the shards, and how: whole files or none, one owner of the folder, room left."""

import fcntl
import os
from pathlib import Path
from typing import Any

import orjson

from services.standalone.vector_engine.refusals import no_room


class FolderInUse(Exception):
    """Another process owns this folder."""


def write_whole(path: Path, content: bytes) -> None:
    """Replace the file so that a crash leaves the old or the new content, never a mixture."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)


def write_json(path: Path, value: Any) -> None:
    """As `write_whole`, with JSON."""
    write_whole(path, orjson.dumps(value, option=orjson.OPT_INDENT_2))


def read_json(path: Path) -> Any:
    """The JSON in this file."""
    return orjson.loads(path.read_bytes())


def sync_folder(folder: Path) -> None:
    """Make names in this folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def own_folder(folder: Path) -> int:
    """Make the folder private to this user and this process. Keep the returned handle open. Raises FolderInUse."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = os.read(handle, 32).decode(errors="replace").strip()
        os.close(handle)
        raise FolderInUse(
            f"{folder} belongs to the running vector engine with process id {owner or 'unknown'}. "
            "Stop that one, or give this one a folder of its own (TIERCEL_ENGINE_DIR)."
        ) from None
    os.ftruncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n".encode())
    return handle


def require_room(folder: Path, reserve_bytes: int) -> None:
    """Refuse a write while less than the reserve is free: the log and memory-mapped files must never meet a full disk."""
    found = os.statvfs(folder)
    free = found.f_bavail * found.f_frsize
    if free < reserve_bytes:
        raise no_room(
            f"{free // 2**20} MB are free where the vectors are kept, {reserve_bytes // 2**20} MB are required for a write. "
            "Nothing was written. Free some space and try again."
        )
