"""What stands around each candidate: the messages before and after it in its session, and the session as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np

from services.api.recall.term_match import Matrix
from shared.domain.relevance import Hit

SAME_TALK = timedelta(hours=24)
"""Positions start again where a session rests longer than its context is kept, so neighbours are also near in time."""
DISTANCES = (-1, 1, -2, 2)
BEST_OF_SESSION = 3


@dataclass(frozen=True, slots=True)
class Surroundings:
    """For each of n candidates, the rows of its neighbours at `DISTANCES` (n, 4), and the number of its session (n).

    -1 where a neighbour is no candidate. Who has no session is a session of its own.
    """

    neighbours: "np.ndarray[tuple[int, int], np.dtype[np.int64]]"
    sessions: "np.ndarray[tuple[int], np.dtype[np.int64]]"

    def around(self, values: Matrix) -> Matrix:
        """The values of the neighbours (n, 4), 0 where there is none."""
        return np.where(self.neighbours >= 0, values[self.neighbours], 0.0)

    def of_session(self, values: Matrix) -> tuple[Matrix, Matrix]:
        """The best value in each candidate's session, and the three best there divided by three."""
        if not len(values):
            return values, values
        order = np.lexsort((-values, self.sessions))
        ordered = self.sessions[order]
        starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
        place = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
        best, three = np.zeros(self.sessions.max() + 1), np.zeros(self.sessions.max() + 1)
        best[ordered[starts]] = values[order[starts]]
        is_first = place < BEST_OF_SESSION
        np.add.at(three, ordered[is_first], values[order[is_first]] / BEST_OF_SESSION)
        return best[self.sessions], three[self.sessions]


def surroundings_of(hits: Sequence[Hit]) -> Surroundings:
    """Neighbours by session and position; without a position nothing has neighbours."""
    numbers: dict[str, int] = {}
    sessions = np.array(
        [numbers.setdefault(hit.session_id if hit.session_id is not None else f"\0{at}", len(numbers)) for at, hit in enumerate(hits)],
        dtype=np.int64,
    )
    places = {(hit.session_id, hit.position): at for at, hit in enumerate(hits) if hit.session_id is not None and hit.position is not None}
    neighbours = np.full((len(hits), len(DISTANCES)), -1, dtype=np.int64)
    for (session_id, position), at in places.items():
        assert position is not None, "only placed hits are in the table"
        for column, distance in enumerate(DISTANCES):
            other = places.get((session_id, position + distance))
            if other is not None and abs(hits[other].observed_at - hits[at].observed_at) <= SAME_TALK:
                neighbours[at, column] = other
    return Surroundings(neighbours, sessions)
