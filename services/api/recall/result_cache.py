"""Scored candidates of questions that were asked a moment ago, good for as long as nobody wrote what the asker may see.

Only the ranking is kept, no text: what is shown is read anew each time, so what is gone, replaced or expired since
is left out also where no stamp tells. Ages, pending messages and the gate are not kept either.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from threading import Lock

from services.api.recall.ranking import Ranking

KEPT_CANDIDATES = 100
Stamps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """One question's candidates, the stamps read before they were searched, and when (monotonic seconds)."""

    ranking: Ranking
    candidates: int
    stamps: Stamps
    at: float


class ResultCache:
    """The last `size` questions of this process, each for `seconds`. Safe for threads."""

    def __init__(self, *, size: int, seconds: float) -> None:
        self._size = size
        self._seconds = seconds
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = Lock()

    @property
    def is_on(self) -> bool:
        """Whether anything is kept at all."""
        return self._size > 0 and self._seconds > 0

    def get(self, key: Hashable, *, stamps: Stamps, at: float) -> Kept | None:
        """What was kept under the same stamps; anything older is thrown away."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return None
            if kept.stamps != stamps or at - kept.at > self._seconds:
                del self._kept[key]
                return None
            self._kept.move_to_end(key)
            return kept

    def put(self, key: Hashable, ranking: Ranking, *, candidates: int, stamps: Stamps, at: float) -> None:
        """The best of it, in place of what was kept before."""
        best = replace(ranking, kept=ranking.kept[:KEPT_CANDIDATES])
        with self._lock:
            self._kept[key] = Kept(best, candidates, stamps, at)
            self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
