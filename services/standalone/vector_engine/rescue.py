"""Opening a shard that may be damaged: its log is set aside, never thrown away, and the others open all the same."""

import logging
from datetime import UTC, datetime
from pathlib import Path

from qdrant_edge import EdgeShard

from services.standalone.vector_engine.disk import sync_folder
from services.standalone.vector_engine.refusals import is_panic

log = logging.getLogger("vector_engine")

SET_ASIDE = "wal-set-aside-"

# Faults of the machine, not of the log: setting the log aside for one of these would lose acknowledged points.
_NOT_THE_LOG = ("os error", "WouldBlock", "No space left", "Permission denied", "Too many open files", "Cannot allocate memory")


class Unloadable(Exception):
    """The shard cannot be opened; its folder was left as it is."""


def open_shard(folder: Path) -> EdgeShard:
    """Load the shard in `folder`/shard, without its log if the log cannot be replayed. Raises Unloadable."""
    fault = _attempt(folder)
    if isinstance(fault, EdgeShard):
        return fault
    if not _log_is_to_blame(fault):
        raise Unloadable(_text(fault)) from fault
    wal = folder / "shard" / "wal"
    aside = folder / f"{SET_ASIDE}{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    wal.rename(aside)
    sync_folder(folder)
    again = _attempt(folder)
    if isinstance(again, EdgeShard):
        log.error(
            "shard.rescued collection=%s log_set_aside=%s operations after the last flush may be missing; cause: %s",
            folder.name, aside, _text(fault),
        )  # fmt: skip
        return again
    fresh = folder / "shard" / "wal"
    if not fresh.exists():
        aside.rename(fresh)
    raise Unloadable(f"{_text(fault)}; and without its log: {_text(again)}") from again


def warnings_of(folder: Path) -> list[str]:
    """What a person should know about this collection's past: logs that were set aside."""
    return [
        f"The write-ahead log could not be replayed and was set aside as {path.name}; operations after the last flush may be missing. "
        "Remove that folder to end this warning."
        for path in sorted(folder.glob(f"{SET_ASIDE}*"))
    ]


def _attempt(folder: Path) -> EdgeShard | BaseException:
    try:
        return EdgeShard.load(str(folder / "shard"))
    except Exception as fault:  # noqa: BLE001 - the engine raises nothing narrower
        return fault
    except BaseException as fault:
        if is_panic(fault):
            return fault
        raise


def _log_is_to_blame(fault: BaseException) -> bool:
    text = str(fault)
    return is_panic(fault) or ("WAL" in text and not any(part in text for part in _NOT_THE_LOG))


def _text(fault: BaseException) -> str:
    return str(fault).split("\n", 1)[0]
