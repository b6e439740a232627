"""T4, T5, T6: whatever the scope, the viewer and the filter, every read answers exactly what the rules allow."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import HybridQuery, MemoryFilter
from shared.domain.scope import TENANT_OWNER, Owner, OwnerKind, Scope, Viewer, Visibility
from shared.domain.write_plan import PointInsert
from shared.ports.memory_store import MemoryStore
from tests.contract.memory_store.samples import ANN, BOB, LIVE, fresh_tenant, hybrid, insert, memory, plan, terms, vector
from tests.contract.memory_store.strategies import filters, scopes
from tests.contract.memory_store.world import COMMON, build_world
from tests.fakes.memory_rules import is_listed, is_live, is_recallable, is_wanted

TENANTS = [fresh_tenant(), fresh_tenant()]


@dataclass(frozen=True)
class World:
    """What was written, and the store it was written to."""

    store: MemoryStore
    points: list[PointInsert]

    def ids(self, allowed: list[Memory]) -> list[tuple[str, int]]:
        return sorted((one.id, one.version) for one in allowed)


@pytest.fixture(scope="module")
def world(store: MemoryStore) -> World:
    return World(store, build_world(store, TENANTS))


@settings(max_examples=80, deadline=None)
@given(scope=scopes(TENANTS), wanted=filters())
def test_t4_a_recall_finds_all_that_is_allowed_and_nothing_else(world: World, scope: Scope, wanted: MemoryFilter) -> None:
    allowed = {point.point_id for point in world.points if is_wanted(point.memory, scope, wanted)}
    for dense, words in ((vector(1.0), [COMMON]), (vector(1.0), []), (None, [COMMON])):
        hits = world.store.search(scope, wanted, HybridQuery(dense=dense, sparse=terms(*words), limit=300))
        assert {hit.point_id for hit in hits} == allowed
        assert len(hits) == len(allowed)
        assert len(world.store.fetch(scope, [hit.point_id for hit in hits])) == (len(allowed) if wanted.viewer else len(hits))


@settings(max_examples=80, deadline=None)
@given(scope=scopes(TENANTS), wanted=filters(), limit=st.integers(1, 60))
def test_t5_lists_and_counts_show_all_that_is_allowed_and_nothing_else(
    world: World, scope: Scope, wanted: MemoryFilter, limit: int
) -> None:
    allowed = [point.memory for point in world.points if is_wanted(point.memory, scope, wanted)]
    shown: list[Memory] = []
    page = world.store.list(scope, wanted, limit=limit)
    shown += page.items
    while page.next_cursor is not None:
        page = world.store.list(scope, wanted, limit=limit, cursor=page.next_cursor)
        shown += page.items
    assert world.ids(shown) == world.ids(allowed)
    assert page.total == world.store.count(scope, wanted) == len(allowed)
    for field in ("layer", "stage", "category"):
        counted = world.store.counts_by(scope, wanted, field)
        assert dict(counted) == {value: n for value in set(counted) if (n := sum(getattr(one, field) == value for one in allowed))}
        assert sum(counted.values()) == len(allowed)


@settings(max_examples=60, deadline=None)
@given(scope=scopes(TENANTS), wanted=filters())
def test_t6_dedup_conflict_expiry_and_history_stay_within_the_scope(world: World, scope: Scope, wanted: MemoryFilter) -> None:
    store, now = world.store, wanted.now
    listed = [point.memory for point in world.points if is_listed(point.memory, scope)]
    current = [one for one in listed if one.current]
    ids = sorted({point.memory.id for point in world.points})
    keys = sorted({point.memory.text_key for point in world.points})

    assert world.ids(list(store.current(scope, memory_ids=ids))) == world.ids(current)
    assert world.ids(list(store.current(scope, text_keys=keys))) == world.ids(current)
    near = store.neighbours(scope, [vector(1.0), vector(0.0, 1.0)], now=now, limit=300)
    for found in near:
        assert world.ids([one.memory for one in found]) == world.ids([one for one in listed if is_live(one, now)])
    due = [one for one in current if one.is_expired(now) and one.stage is not RetentionStage.ARCHIVE]
    assert world.ids(list(store.due_for_expiry(scope, now=now, limit=300))) == world.ids(due)
    fetched = store.fetch(scope, [point.point_id for point in world.points])
    assert world.ids(list(fetched)) == world.ids([p.memory for p in world.points if is_recallable(p.memory, scope)])
    for memory_id in ids[::20]:
        versions = [one for one in listed if one.id == memory_id]
        assert list(store.history(scope, memory_id)) == sorted(versions, key=lambda one: one.version)
        assert store.get(scope, memory_id) == next((one for one in versions if one.current), None)


CHAT = Owner(OwnerKind.CHAT, "telegram:1:42")
GRID = [
    # owner, visibility, where it was said, who looks, whether it is seen
    (ANN, Visibility.PRIVATE, {}, Viewer(user_id="ann"), True),
    (ANN, Visibility.PRIVATE, {}, Viewer(user_id="bob"), False),
    (ANN, Visibility.PRIVATE, {}, Viewer(), False),
    (ANN, Visibility.PRIVATE, {"agent_id": "main"}, Viewer(user_id="ann"), True),
    (ANN, Visibility.PRIVATE, {"agent_id": "main"}, Viewer(user_id="ann", agent_id="main"), True),
    (ANN, Visibility.PRIVATE, {"agent_id": "main"}, Viewer(user_id="ann", agent_id="helper"), False),
    (ANN, Visibility.PRIVATE, {}, Viewer(user_id="ann", agent_id="helper"), True),
    (ANN, Visibility.USER, {"agent_id": "main"}, Viewer(user_id="ann", agent_id="helper"), True),
    (ANN, Visibility.USER, {}, Viewer(user_id="bob"), False),
    (ANN, Visibility.TEAM, {"agent_id": "main"}, Viewer(user_id="bob", agent_id="helper"), True),
    (ANN, Visibility.TEAM, {}, Viewer(), True),
    (ANN, Visibility.SESSION, {"session_id": "s1"}, Viewer(user_id="ann", session_id="s1"), True),
    (ANN, Visibility.SESSION, {"session_id": "s1"}, Viewer(user_id="ann", session_id="s2"), False),
    (ANN, Visibility.SESSION, {"session_id": "s1"}, Viewer(user_id="ann"), False),
    (ANN, Visibility.SESSION, {"session_id": "s1"}, Viewer(user_id="bob", session_id="s1"), False),
    (ANN, Visibility.CHAT, {"chat_id": "42"}, Viewer(user_id="ann", chat_id="42"), True),
    (ANN, Visibility.CHAT, {"chat_id": "42"}, Viewer(user_id="ann"), False),
    (CHAT, Visibility.CHAT, {}, Viewer(chat_id=CHAT.id), True),
    (CHAT, Visibility.CHAT, {}, Viewer(chat_id="telegram:1:43"), False),
    (CHAT, Visibility.CHAT, {}, Viewer(user_id="ann"), False),
    (CHAT, Visibility.CHAT, {}, Viewer(), False),
    (TENANT_OWNER, Visibility.TEAM, {}, Viewer(user_id="bob"), True),
    (TENANT_OWNER, Visibility.USER, {}, Viewer(), True),
    (TENANT_OWNER, Visibility.PRIVATE, {"agent_id": "main"}, Viewer(agent_id="helper"), False),
    (TENANT_OWNER, Visibility.SESSION, {"session_id": "s1"}, Viewer(session_id="s1"), True),
    (TENANT_OWNER, Visibility.SESSION, {"session_id": "s1"}, Viewer(session_id="s2"), False),
]


@pytest.mark.parametrize(("owner", "visibility", "said_in", "viewer", "is_seen"), GRID)
def test_each_rule_of_visibility(
    store: MemoryStore, owner: Owner, visibility: Visibility, said_in: dict[str, str], viewer: Viewer, *, is_seen: bool
) -> None:
    tenant = fresh_tenant()
    stored = memory(tenant, owner=owner, visibility=visibility, **said_in)
    store.apply(plan(tenant, insert(stored), owner=owner))
    wanted = MemoryFilter(now=LIVE.now, viewer=viewer)
    hits = store.search(Scope(tenant_id=tenant), wanted, hybrid("Berlin"))
    assert bool(hits) is is_seen
    assert store.count(Scope(tenant_id=tenant), wanted) == int(is_seen)
    assert store.search(Scope(tenant_id=fresh_tenant()), wanted, hybrid("Berlin")) == ()


def test_a_recall_without_a_user_sees_the_one_user_that_its_key_is_narrowed_to(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    for owner in (ANN, BOB):
        store.apply(plan(tenant, insert(memory(tenant, f"I am {owner.id}", owner=owner)), owner=owner))
    wanted = MemoryFilter(now=LIVE.now, viewer=Viewer())

    def seen(*user_ids: str) -> list[str]:
        scope = Scope(tenant_id=tenant, user_ids=frozenset(user_ids))
        hits = store.search(scope, wanted, hybrid("am"))
        return [one.text for one in store.fetch(scope, [hit.point_id for hit in hits])]

    assert seen("ann") == ["I am ann"]
    assert seen("ann", "bob") == []
    assert seen() == []


@pytest.mark.parametrize("narrowing", [{"user_ids": frozenset()}, {"agent_ids": frozenset()}])
def test_an_empty_allow_list_means_nothing_not_even_the_teams(store: MemoryStore, narrowing: dict[str, frozenset[str]]) -> None:
    tenant = fresh_tenant()
    stored = memory(tenant, visibility=Visibility.TEAM)
    store.apply(plan(tenant, insert(stored)))
    scope = Scope(tenant_id=tenant, **narrowing)  # type: ignore[arg-type]
    assert store.count(scope, LIVE) == 0
    assert store.get(scope, stored.id) is None
    assert store.search(scope, MemoryFilter(now=LIVE.now, viewer=Viewer(user_id="ann")), hybrid("Berlin")) == ()
