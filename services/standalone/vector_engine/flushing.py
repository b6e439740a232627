"""When shards are flushed: on a timer, and as soon as enough operations have come together.

A flush blocks the process, so a slow one is followed by a longer pause: at most a twentieth of the time is spent in it.
"""

import asyncio
import contextlib
import logging

from services.standalone.vector_engine.collections import Engine

log = logging.getLogger("vector_engine")

LONGEST_SHARE = 20


class Flusher:
    """The task that flushes."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self._engine = engine
        self._seconds = seconds
        self._wake = asyncio.Event()
        engine.flush_wanted = self._wake.set

    async def run(self) -> None:
        """Until cancelled. A panic ends it with the panic."""
        pause = self._seconds
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), pause)
            self._wake.clear()
            pause = max(self._seconds, LONGEST_SHARE * self.flush_all())
            if pause > self._seconds:
                await asyncio.sleep(pause - self._seconds)

    def flush_all(self) -> float:
        """Flush what has changed; the longest one's seconds. A shard that fails keeps its count and is tried again."""
        longest = 0.0
        for collection in list(self._engine.open.values()):
            if collection.shard.unflushed:
                try:
                    longest = max(longest, collection.shard.flush())
                except Exception:
                    log.exception("shard.flush_failed collection=%s", collection.name)
        return longest
