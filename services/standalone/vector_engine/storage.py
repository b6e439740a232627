"""One shard: applying checked steps to it, counting what a crash of the machine could lose, flushing, closing."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from qdrant_edge import EdgeShard

from services.standalone.vector_engine.disk import require_room
from services.standalone.vector_engine.refusals import absent, refusal_of
from services.standalone.vector_engine.updates import Step
from services.standalone.vector_engine.validation import PointKey

log = logging.getLogger("vector_engine")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much room is kept free, and after how many operations a flush is due."""

    reserve_bytes: int
    flush_operations: int


class Shard:
    """An open engine shard. All calls come from the event loop's thread: the engine holds the GIL anyway."""

    def __init__(self, edge: EdgeShard, folder: Path, limits: Limits, flush_wanted: Callable[[], None]) -> None:
        self.edge = edge
        self.folder = folder
        self.unflushed = 0
        self.is_closed = False
        self._applied = 0
        self._limits = limits
        self._flush_wanted = flush_wanted

    def apply(self, step: Step) -> int:
        """Do one step and return its number. Refused before the engine logs it where points it needs are missing."""
        if self.is_closed:
            raise absent("the collection was deleted meanwhile")
        require_room(self.folder, self._limits.reserve_bytes)
        if step.must_exist:
            self._require(step.must_exist)
        try:
            self.edge.update(step.operation)
        except Exception as fault:
            log.exception("operation.refused shard=%s", self.folder.parent.name)
            raise refusal_of(fault) from fault
        self._applied += 1
        self.unflushed += step.weight
        if self.unflushed >= self._limits.flush_operations:
            self._flush_wanted()
        return self._applied

    def _require(self, wanted: tuple[PointKey, ...]) -> None:
        found = {record.id for record in self.edge.retrieve(list(wanted), False, False)}  # noqa: FBT003
        for key in wanted:
            if key not in found:
                raise absent(f"No point with id {key} found")

    def flush(self) -> float:
        """Make everything applied so far survive a power loss. Returns the seconds it took."""
        started = time.perf_counter()
        count, self.unflushed = self.unflushed, 0
        try:
            self.edge.flush()
        except BaseException:
            self.unflushed = count
            raise
        return time.perf_counter() - started

    def close(self) -> None:
        """Flush and give the folder free."""
        if not self.is_closed:
            self.is_closed = True
            self.edge.flush()
            self.edge.close()
