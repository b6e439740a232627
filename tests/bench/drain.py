"""How fast a backlog drains offline, as a share of what the embedder alone could do on the same texts."""

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from shared.adapters.embedders import build_embedder
from shared.settings import load_settings
from tests.bench.load import Door
from tests.fakes.small_doors import FakeMetrics

THINGS = ("kayak", "lathe", "telescope", "loom", "cello", "tent", "bicycle", "kiln", "camera", "compass")
PLACES = ("Bergen", "Lisbon", "Porto", "Ghent", "Tallinn", "Krakow", "Turku", "Graz", "Malmo", "Bilbao")


def statement(number: int) -> str:
    """Distinct facts that the offline extractor keeps and the rules let through."""
    thing, place = THINGS[number % 10], PLACES[number // 10 % 10]
    return f"I bought {thing} number {number} in {place} for {number * 7 + 40} euros."


def embedder_alone(first: int, last: int, batch: int = 16) -> float:
    """Texts a second of the embedder alone, in a process of its own at the workers' niceness."""
    command = ["nice", "-n", "5", sys.executable, "-m", "tests.bench.drain", str(first), str(last), str(batch)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main(first: int, last: int, batch: int) -> None:
    """Print how many texts a second the embedder takes."""
    embedder = build_embedder(load_settings({"TIERCEL_EMBEDDING_CACHE_SIZE": "0"}).embedder, FakeMetrics())
    texts = [statement(number) for number in range(first, last)]
    embedder.embed_passages(texts[:2])
    began = time.perf_counter()
    for start in range(0, len(texts), batch):
        embedder.embed_passages(texts[start : start + batch])
    print(len(texts) / (time.perf_counter() - began))


def drain(door: Door, *, turns: int = 400, users: int = 20) -> dict[str, float]:
    """Post a backlog at once, wait until nothing is in flight; alternate with the embedder alone in the same run."""
    texts = [statement(number) for number in range(turns)]
    alone_before = embedder_alone(0, 100)
    connection = door.connect()
    for start in range(0, turns, 200):
        bodies = [
            {
                "turn_id": f"drain-{number}",
                "session_id": f"drain-{number % users}",
                "user_id": f"drain-{number % users}",
                "messages": [{"role": "user", "text": texts[number]}],
            }
            for number in range(start, start + 200)
        ]
        door.post(connection, "/v1/turns/batch", {"turns": bodies})
    began = time.perf_counter()
    embedded_before = _decided(door)
    _wait(lambda: _in_flight(door) == 0, seconds=600)
    took = time.perf_counter() - began
    embedded = _decided(door) - embedded_before
    alone_after = embedder_alone(100, 200)
    alone = (alone_before + alone_after) / 2
    ledger: Any = door.get("/v1/ledger")
    return {
        "turns": turns,
        "turns_per_second": turns / took,
        "candidates_decided": embedded,
        "candidates_per_second": embedded / took,
        "embedder_alone_per_second": alone,
        "share_of_embedder": embedded / took / alone,
        "imbalance": ledger["imbalance"],
    }


def _in_flight(door: Door) -> int:
    ledger: Any = door.get("/v1/ledger")
    return int(ledger["turns"]["in_flight"])


def _decided(door: Door) -> int:
    """Candidates that had to be embedded: all but those refused before."""
    ledger: Any = door.get("/v1/ledger")
    counts = ledger["candidates"]
    return int(counts["written"] + counts["updated"] + counts["noop"] + counts["review"])


def _wait(done: Callable[[], bool], *, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not drained within {seconds} s")
        time.sleep(0.2)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:4]))
