"""Stop asking a part that keeps failing: a pure state machine, and a lock around one of its states."""

from dataclasses import dataclass, replace
from threading import Lock

FAILURES_TO_OPEN = 5
FIRST_PAUSE_SECONDS = 2.0
LONGEST_PAUSE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class BreakerState:
    """Closed (`open_until` None), open until a monotonic time, then half open: one probe decides.

    `pause_seconds` is how long the next opening lasts; it doubles with every failed probe up to 60 s.
    """

    failures: int = 0
    open_until: float | None = None
    pause_seconds: float = FIRST_PAUSE_SECONDS
    probing: bool = False


def may_ask(state: BreakerState, at: float) -> tuple[bool, BreakerState]:
    """Whether to ask now, and the state after that answer (a granted probe keeps others out)."""
    if state.open_until is None:
        return True, state
    if at < state.open_until or state.probing:
        return False, state
    return True, replace(state, probing=True)


def after_success(_: BreakerState) -> BreakerState:
    """Closed, everything forgotten."""
    return BreakerState()


def after_failure(state: BreakerState, at: float) -> BreakerState:
    """One more failure; the fifth in a row, or a failed probe, opens."""
    if state.probing:
        pause = min(state.pause_seconds * 2, LONGEST_PAUSE_SECONDS)
        return replace(state, probing=False, open_until=at + pause, pause_seconds=pause)
    failures = state.failures + 1
    if failures < FAILURES_TO_OPEN:
        return replace(state, failures=failures)
    return replace(state, failures=failures, open_until=at + state.pause_seconds)


def after_nothing(state: BreakerState) -> BreakerState:
    """Asked, but given too little time to say anything about the part: a probe may be tried again."""
    return replace(state, probing=False)


class Breaker:
    """One state shared by threads. Times are monotonic seconds given by the caller."""

    def __init__(self) -> None:
        self._state = BreakerState()
        self._lock = Lock()

    def may_ask(self, at: float) -> bool:
        """True: ask, and report how it went."""
        with self._lock:
            allowed, self._state = may_ask(self._state, at)
            return allowed

    def succeeded(self) -> None:
        """The part answered."""
        with self._lock:
            self._state = after_success(self._state)

    def failed(self, at: float) -> None:
        """The part raised, or did not answer in time."""
        with self._lock:
            self._state = after_failure(self._state, at)

    def undecided(self) -> None:
        """The caller had too little time to learn anything."""
        with self._lock:
            self._state = after_nothing(self._state)
