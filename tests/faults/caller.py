"""A patient client of the API, and the account that every fault test ends with."""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

import httpx

ENDED = {"done", "dead", "skipped"}
PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.05


class Caller:
    """One key on one API. Calls are repeated while the API or what it needs is away: the turn's id makes that safe."""

    def __init__(self, url: str, key: str) -> None:
        self.http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=30)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.post(path, json=body)

    def get(self, path: str, **params: Any) -> Any:
        answer = patiently(lambda: self.http.get(path, params=params))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def say(self, body: dict[str, Any]) -> str:
        """Post a turn until it is accepted; its capture id."""
        answer = patiently(lambda: self.post("/v1/turns", body))
        assert answer.status_code == 202, answer.text
        capture: str = answer.json()["capture_id"]
        return capture

    def say_all(self, bodies: Sequence[dict[str, Any]], *, threads: int = 16) -> list[str]:
        """Post many at once."""
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(self.say, bodies))

    def say_batches(self, bodies: Sequence[dict[str, Any]], *, size: int = 500) -> list[str]:
        """Post many with as few requests as possible."""
        captures: list[str] = []
        for start in range(0, len(bodies), size):
            chunk = {"turns": list(bodies[start : start + size])}
            answer = patiently(lambda chunk=chunk: self.post("/v1/turns/batch", chunk))
            assert answer.status_code == 202, answer.text
            captures += [each["capture_id"] for each in answer.json()["items"]]
        return captures

    def state(self, capture: str) -> str:
        return str(self.get(f"/v1/captures/{capture}")["status"])

    def states(self, captures: Iterable[str]) -> Counter[str]:
        with ThreadPoolExecutor(8) as pool:
            return Counter(pool.map(self.state, captures))

    def ledger(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/v1/ledger")
        return found

    def await_quiet(self, *, seconds: float) -> float:
        """Wait until nothing is in flight; how long it took."""
        began = time.monotonic()
        while (ledger := self.ledger())["turns"]["in_flight"] > 0 or ledger["candidates"]["in_flight"] > 0:
            assert time.monotonic() - began < seconds, f"still in flight after {seconds:g} s: {ledger}"
            time.sleep(PAUSE_SECONDS)
        return time.monotonic() - began

    def await_state(self, captures: Sequence[str], *wanted: str, seconds: float = 30.0) -> float:
        """Wait until each of these is in one of the states; how long it took."""
        began, waiting = time.monotonic(), list(captures)
        while waiting := [capture for capture in waiting if self.state(capture) not in wanted]:
            assert time.monotonic() - began < seconds, f"{len(waiting)} of {len(captures)} are not {wanted}: {self.states(waiting)}"
            time.sleep(PAUSE_SECONDS)
        return time.monotonic() - began

    def memories(self, user: str) -> list[dict[str, Any]]:
        """Every current memory of a person."""
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            page = self.get("/v1/memories", user_id=user, limit=200, **({"cursor": cursor} if cursor else {}))
            found += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return found

    def assert_accounted(self, captures: Sequence[str], *, written: int | None = None) -> Counter[str]:
        """Every turn in exactly one outcome, every candidate with exactly one, both balances at zero."""
        with ThreadPoolExecutor(8) as pool:
            views = list(pool.map(lambda capture: self.get(f"/v1/captures/{capture}"), dict.fromkeys(captures)))
        assert {view["status"] for view in views} <= ENDED, Counter(view["status"] for view in views)
        outcomes = [outcome for view in views for outcome in view["outcomes"]]
        assert len({outcome["candidate_id"] for outcome in outcomes}) == len(outcomes)
        ledger = self.ledger()
        assert ledger["imbalance"] == 0, ledger
        actions = Counter(outcome["action"] for outcome in outcomes)
        if written is not None:
            assert actions == {"WRITE": written}, Counter((outcome["action"], outcome["stage"], outcome["reason"]) for outcome in outcomes)
        return actions

    def assert_stored_once(self, user: str, texts: Iterable[str]) -> None:
        """Exactly these memories, each once and in one version."""
        memories = self.memories(user)
        found, wanted = Counter(memory["text"] for memory in memories), Counter(texts)
        assert found == wanted, f"missing: {wanted - found}, too many: {found - wanted}"
        assert all(memory["version"] == 1 for memory in memories)


def patiently(call: Any) -> httpx.Response:
    """Repeat while the other side is away or asks to wait."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            answer: httpx.Response = call()
            if answer.status_code < 500 and answer.status_code != 429:
                return answer
            problem = answer.text
        except httpx.TransportError as fault:
            problem = repr(fault)
        assert time.monotonic() < deadline, problem
        time.sleep(PAUSE_SECONDS)
