"""The running account of one recall: time left, time used by each part, and what was missing."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from services.api.recall.answer import Degraded
from services.api.recall.bounded import Asked, Missing
from services.api.recall.deadline import Deadline

Answer = TypeVar("Answer")


@dataclass(slots=True)
class Progress:
    """Belongs to one request and one thread. Times are monotonic."""

    deadline: Deadline
    timings: dict[str, float] = field(default_factory=dict)
    degraded: dict[Degraded, None] = field(default_factory=dict)

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Adds the seconds inside to `part`."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self.timings[part] = self.timings.get(part, 0.0) + time.monotonic() - begun

    @property
    def seconds_left(self) -> float:
        """Of the whole deadline."""
        return self.deadline.left(time.monotonic())

    def wait(self, part: Degraded, asked: Asked[Answer], share: float) -> Answer | Missing:
        """Wait for that share of what is left; a missing answer is noted, as is a deadline that ran out."""
        with self.timed(part.value):
            found = asked.answer(self.seconds_left * share)
        if isinstance(found, Missing):
            self.miss(part)
        return found

    def miss(self, part: Degraded) -> None:
        """Note a part that was skipped."""
        self.degraded[part] = None
        if self.seconds_left <= 0.0:
            self.degraded[Degraded.DEADLINE] = None
