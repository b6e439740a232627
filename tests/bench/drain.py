"""How fast a backlog drains offline, as a share of what the embedder alone could do on the same texts."""

import time
from collections.abc import Callable
from typing import Any

from shared.adapters.embedders import build_embedder
from shared.adapters.prometheus_metrics import PrometheusMetrics
from shared.settings import load_settings
from tests.bench.load import Door

TOPICS = ("pottery", "sailing", "chess", "baking", "rowing", "fencing", "archery", "gardening", "weaving", "juggling")
PLACES = ("Bergen", "Lisbon", "Porto", "Ghent", "Tallinn", "Krakow", "Turku", "Graz", "Malmo", "Bilbao")


def statement(number: int) -> str:
    """Distinct facts that the offline extractor keeps and the rules let through."""
    topic, place = TOPICS[number % 10], PLACES[number // 10 % 10]
    return f"My {topic} club number {number} meets in {place} on the {number % 28 + 1}th."


def embedder_alone(texts: list[str], batch: int = 16) -> float:
    """Texts a second, in batches, with nothing else of ours running."""
    embedder = build_embedder(load_settings({"TIERCEL_EMBEDDING_CACHE_SIZE": "0"}).embedder, PrometheusMetrics(""))
    embedder.embed_passages(texts[:2])
    began = time.perf_counter()
    for start in range(0, len(texts), batch):
        embedder.embed_passages(texts[start : start + batch])
    return len(texts) / (time.perf_counter() - began)


def drain(door: Door, *, turns: int = 400, users: int = 20) -> dict[str, float]:
    """Post a backlog at once, wait until nothing is in flight; alternate with the embedder alone in the same run."""
    texts = [statement(number) for number in range(turns)]
    alone_before = embedder_alone(texts[:100])
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
    alone_after = embedder_alone(texts[100:200])
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
