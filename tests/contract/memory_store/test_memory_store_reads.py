"""Lists, counts, duplicates, expiry, and that a version comes back exactly as it was written."""

from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings

from shared.domain import identity
from shared.domain.candidate import Category
from shared.domain.decision import Action, Decision, GuardStage, Trace
from shared.domain.history import placed_in_history
from shared.domain.memory import Memory, RetentionStage, Status
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Scope, owner_scope
from shared.domain.trace_filter import TraceFilter
from shared.domain.versioning import next_version
from shared.domain.write_plan import PointSwitch
from shared.ports.memory_store import MemoryStore
from shared.text.property_key import property_key
from tests.contract.memory_store.samples import ANN, BOB, EVERYTHING, LIVE, NOW, fresh_tenant, insert, memory, plan, scope_of, trace
from tests.contract.memory_store.strategies import memories


@settings(max_examples=60, deadline=None)
@given(stored=memories())
def test_every_field_of_a_memory_comes_back_exactly(store: MemoryStore, stored: Memory) -> None:
    stored = replace(stored, tenant_id=fresh_tenant(), id=fresh_tenant())
    point = insert(stored)
    store.apply(plan(stored.tenant_id, point, owner=stored.owner))
    scope = owner_scope(stored.tenant_id, stored.owner)
    assert store.history(scope, stored.id) == (stored,)
    assert store.fetch(scope, [point.point_id]) == (stored,)


def test_a_list_shows_each_memory_once_newest_first_with_an_exact_total(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    many = [memory(tenant, f"fact {n}", created_at=NOW - timedelta(minutes=n // 7)) for n in range(40)]
    store.apply(plan(tenant, *map(insert, many)))

    for limit in (1, 3, 7, 8, 40, 100):
        shown: list[Memory] = []
        cursor: str | None = None
        while True:
            page = store.list(scope_of(tenant), LIVE, limit=limit, cursor=cursor)
            shown += page.items
            cursor = page.next_cursor
            assert page.total == 40
            assert len(page.items) <= limit
            if cursor is None:
                break
        assert sorted(one.id for one in shown) == sorted(one.id for one in many)
        assert [one.created_at for one in shown] == sorted((one.created_at for one in many), reverse=True)


def test_an_empty_list_has_no_cursor(store: MemoryStore) -> None:
    page = store.list(scope_of(fresh_tenant()), LIVE, limit=10)
    assert (page.items, page.next_cursor, page.total) == ((), None, 0)


@pytest.mark.parametrize("cursor", ["", "x", "!", "bm90IGpzb24", "WzEsIDJd", "WyIxIiwgIngiXQ", "eyJhIjogMX0", "日本", "MQ=="])
def test_a_cursor_that_is_not_ours_is_a_value_error(engine: MemoryStore, cursor: str) -> None:
    with pytest.raises(ValueError, match="cursor"):
        engine.list(scope_of(fresh_tenant()), LIVE, limit=10, cursor=cursor)


def test_exact_duplicates_are_found_by_text_key_archived_and_expired_ones_included(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    archived = memory(tenant, "archived", stage=RetentionStage.ARCHIVE, text_key="key-1")
    expired = memory(tenant, "expired", expires_at=NOW - timedelta(days=1), text_key="key-1")
    superseded = memory(tenant, "superseded", current=False, text_key="key-1")
    named = memory(tenant, "named", text_key="key-2")
    of_bob = memory(tenant, "bob's", owner=BOB, text_key="key-1")
    store.apply(plan(tenant, *map(insert, (archived, expired, superseded, named))))
    store.apply(plan(tenant, insert(of_bob), owner=BOB))

    found = store.current(scope_of(tenant), memory_ids=[named.id], text_keys=["key-1"])

    assert {one.text for one in found} == {"archived", "expired", "named"}
    assert store.current(scope_of(tenant)) == ()
    assert store.current(scope_of(tenant), text_keys=["key-3"]) == ()


def test_what_is_due_comes_longest_overdue_first(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    texts = {"long": 3, "just": 0, "short": 1, "later": -1}
    due = [memory(tenant, text, expires_at=NOW - timedelta(hours=hours)) for text, hours in texts.items()]
    archived = memory(tenant, "archived", stage=RetentionStage.ARCHIVE, expires_at=NOW - timedelta(days=9))
    superseded = memory(tenant, "superseded", current=False, expires_at=NOW - timedelta(days=9))
    store.apply(plan(tenant, *map(insert, (*due, archived, superseded, memory(tenant, "for ever")))))

    found = store.due_for_expiry(Scope(tenant_id=tenant), now=NOW, limit=10)

    assert [one.text for one in found] == ["long", "short", "just"]
    assert [one.text for one in store.due_for_expiry(Scope(tenant_id=tenant), now=NOW, limit=2)] == ["long", "short"]


def test_counts_by_field_add_up_to_the_count(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    kinds = [Category.FACT, Category.FACT, Category.DECISION, Category.OTHER]
    store.apply(plan(tenant, *[insert(memory(tenant, f"{n}", category=kind)) for n, kind in enumerate(kinds)]))
    scope = Scope(tenant_id=tenant)
    assert dict(store.counts_by(scope, EVERYTHING, "category")) == {"fact": 2, "decision": 1, "other": 1}
    assert dict(store.counts_by(scope, EVERYTHING, "layer")) == {"L2": 4}
    assert dict(store.counts_by(scope, MemoryFilter(now=NOW, categories=()), "stage")) == {}
    with pytest.raises(ValueError, match="text"):
        store.counts_by(scope, EVERYTHING, "text")


@pytest.mark.parametrize(
    ("words", "found"),
    [("berlin", 1), ("BERLIN", 1), ("柏林", 1), ("in Ber", 1), ("x%y=z", 1), ("17:3", 1), ("", 3), ("Paris", 0), ("berlin paris", 0)],
)
def test_a_list_can_be_narrowed_to_a_part_of_the_text(store: MemoryStore, words: str, found: int) -> None:
    tenant = fresh_tenant()
    texts = ("I live in Berlin", "我住在柏林", 'x%y=z at 17:30 "quoted"')
    store.apply(plan(tenant, *[insert(memory(tenant, text)) for text in texts]))
    assert store.count(scope_of(tenant), replace(LIVE, text_contains=words)) == found


def test_labels_are_compared_exactly_even_with_separators_in_them(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    labels = [{"a": "b=c"}, {"a=b": "c"}, {"a%3Db": "c"}, {"a": "b", "x": "y"}, {"广告主": "品牌 A"}]
    store.apply(plan(tenant, *[insert(memory(tenant, f"{n}", labels=label)) for n, label in enumerate(labels)]))
    for n, label in enumerate(labels):
        in_filter = store.list(scope_of(tenant), replace(LIVE, labels=label), limit=10).items
        in_scope = store.list(replace(scope_of(tenant), labels=label), LIVE, limit=10).items
        assert [one.text for one in in_filter] == [one.text for one in in_scope] == [f"{n}"]


def test_as_of_finds_the_version_that_was_valid_then(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    moved = NOW - timedelta(days=30)
    berlin = memory(tenant, "Berlin", valid_from=NOW - timedelta(days=60), valid_to=moved, current=False)
    paris = memory(tenant, "Paris", id=berlin.id, version=2, valid_from=moved)
    store.apply(plan(tenant, insert(berlin), insert(paris)))
    for days, expected in ((70, []), (60, ["Berlin"]), (31, ["Berlin"]), (30, ["Paris"]), (0, ["Paris"])):
        found = store.list(scope_of(tenant), replace(LIVE, as_of=NOW - timedelta(days=days)), limit=10).items
        assert [one.text for one in found] == expected


def test_fetch_keeps_the_order_asked_and_leaves_out_what_is_not_there(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    points = [insert(memory(tenant, f"fact {n}")) for n in range(5)]
    store.apply(plan(tenant, *points))
    asked = [points[3].point_id, identity.point_id("nobody", 1), points[0].point_id, points[3].point_id]
    assert [one.text for one in store.fetch(scope_of(tenant), asked)] == ["fact 3", "fact 0"]
    assert store.fetch(scope_of(tenant, BOB), asked) == ()
    assert store.fetch(scope_of(tenant), []) == ()


def test_a_trace_is_read_by_whoever_may_read_its_candidate(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    owned = trace(tenant, candidate={"labels": {"project": "x"}, "visibility": "private", "agent_id": "main"})
    told_nothing = trace(tenant, 2)
    store.apply(plan(tenant, traces=(owned, told_nothing)))

    def sees(**narrowing: object) -> bool:
        return store.get_trace(Scope(tenant_id=tenant, **narrowing), owned.id) == owned  # type: ignore[arg-type]

    assert sees()
    assert sees(user_ids=frozenset({"ann"}), agent_ids=frozenset({"main"}), labels={"project": "x"}, owner=ANN)
    assert not sees(user_ids=frozenset({"bob"}))
    assert not sees(user_ids=frozenset())
    assert not sees(agent_ids=frozenset({"other"}))
    assert not sees(labels={"project": "y"})
    assert not sees(owner=BOB)
    assert store.get_trace(Scope(tenant_id=tenant, labels={"project": "x"}), told_nothing.id) is None
    assert store.get_trace(Scope(tenant_id=fresh_tenant()), owned.id) is None


@pytest.mark.parametrize("odd", ["x", "a/b", "我", "-1", "7", "%", "{x}", "urn:uuid:", "braces", "upper", "a" * 256, ""])
def test_an_id_of_any_shape_is_simply_not_found(store: MemoryStore, odd: str) -> None:
    tenant = fresh_tenant()
    kept, told = insert(memory(tenant, "Ann lives in Oslo")), trace(tenant)
    store.apply(plan(tenant, kept, traces=(told,)))
    other_spelling = {"urn:uuid:": f"urn:uuid:{told.id}", "braces": f"{{{told.id}}}", "upper": told.id.upper()}
    asked, scope = other_spelling.get(odd, odd), scope_of(tenant)
    assert (store.get(scope, asked), store.history(scope, asked), store.get_trace(scope, asked)) == (None, (), None)
    assert [one.text for one in store.fetch(scope, [asked, kept.point_id])] == ["Ann lives in Oslo"]


def test_what_is_about_one_property_is_found_however_it_is_written(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    home = memory(tenant, "I live in Berlin", subject="user", slot="home town")
    other = memory(tenant, "I work in Potsdam", subject="user", slot="work")
    sister = memory(tenant, "My sister lives in Lisbon", subject="sister", slot="home town")
    slotless = memory(tenant, "I like tea", subject="user")
    old = memory(tenant, "I like coffee", subject="user", slot="drink")
    change = next_version(old, memory(tenant, "I like cocoa", subject="user", slot="drink"))
    store.apply(plan(tenant, *map(insert, (home, other, sister, slotless, old, *change.inserts)), switches=change.switches))

    def found(subject: str, slot: str) -> tuple[str, ...]:
        key = property_key(subject, slot)
        assert key is not None
        return tuple(one.text for one in store.current(scope_of(tenant), properties=[key]))

    assert found("User", "Home-Town") == ("I live in Berlin",)
    assert found("user", "drink") == ("I like cocoa",)
    assert found("brother", "home town") == ()
    assert store.current(scope_of(fresh_tenant()), properties=[property_key("user", "home town") or ""]) == ()


def test_nothing_expires_in_the_archive(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    gone = memory(tenant, "I live in Berlin", expires_at=NOW - timedelta(days=1))
    archived = memory(tenant, "I like tea", expires_at=NOW - timedelta(days=1), stage=RetentionStage.ARCHIVE, archived_at=NOW)
    store.apply(plan(tenant, insert(gone), insert(archived)))

    assert [one.text for one in store.list(scope_of(tenant), replace(LIVE, include_archived=True), limit=10).items] == ["I like tea"]
    assert store.count(scope_of(tenant), LIVE) == 0
    assert archived.status(NOW) is Status.ARCHIVED


def test_an_expired_memory_that_the_sweep_archives_is_found_there_and_can_be_restored(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    fact = memory(tenant, "I live in Berlin", expires_at=NOW - timedelta(days=1))
    point = identity.point_id(fact.id, 1)
    store.apply(plan(tenant, insert(fact)))
    store.apply(plan(tenant, switches=(PointSwitch(point_id=point, stage="archive", archived_at=NOW, clears=("expires_at",)),)))
    assert [one.expires_at for one in store.list(scope_of(tenant), replace(LIVE, include_archived=True), limit=10).items] == [None]

    store.apply(plan(tenant, switches=(PointSwitch(point_id=point, stage="short", clears=("archived_at",)),)))
    (back,) = store.list(scope_of(tenant), LIVE, limit=10).items
    assert (back.status(NOW), back.archived_at, back.expires_at) == (Status.LIVE, None, None)


def test_decisions_are_listed_newest_first_each_once_with_an_exact_total(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    many = [trace(tenant, n, at=NOW - timedelta(minutes=n // 7), candidate={"visibility": "private"}) for n in range(30)]
    store.apply(plan(tenant, traces=tuple(many)))
    store.apply(plan(fresh_tenant(), traces=(trace(fresh_tenant()),)))
    for limit in (1, 7, 8, 30, 100):
        shown: list[Trace] = []
        cursor: str | None = None
        while True:
            page = store.list_traces(scope_of(tenant), TraceFilter(), limit=limit, cursor=cursor)
            assert page.total == 30
            shown += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        assert [one.at for one in shown] == sorted((one.at for one in many), reverse=True)
        assert {one.id for one in shown} == {one.id for one in many}
    with pytest.raises(ValueError, match="cursor"):
        store.list_traces(scope_of(tenant), TraceFilter(), limit=1, cursor="nonsense!")


def test_decisions_are_filtered_and_counted_by_their_first_word(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    written = Decision(action=Action.WRITE, stage=GuardStage.WRITING, reason="new")
    refused = Decision(action=Action.REJECT, stage=GuardStage.RULES, reason="tentative")
    undone = Decision(action=Action.REJECT, stage=GuardStage.REVIEW, reason="undone")
    private = {"visibility": "private", "layer": "L2"}
    stored = (
        trace(tenant, 1, decision=written, candidate=private),
        trace(tenant, 2, decision=refused, candidate={**private, "layer": "L3"}, at=NOW - timedelta(hours=2)),
        trace(tenant, 3, decision=undone, judged=written, judged_at=NOW - timedelta(hours=2), candidate=private),
        trace(tenant, 4, decision=written, candidate=private, capture_id=None, memory_id="told-twice"),
    )
    store.apply(plan(tenant, traces=stored))
    scope = scope_of(tenant)

    def numbers(**wanted: Any) -> list[int]:
        ids = {one.id for one in store.list_traces(scope, TraceFilter(**wanted), limit=10).items}
        return [number for number, one in enumerate(stored, start=1) if one.id in ids]

    assert numbers(actions=(Action.REJECT,)) == [2, 3]
    assert numbers(stages=(GuardStage.RULES, GuardStage.WRITING)) == [1, 2, 4]
    assert numbers(since=NOW - timedelta(hours=1)) == [1, 3, 4]
    assert numbers(judged_actions=(Action.WRITE,), captured_only=True) == [1, 3]
    assert numbers(judged_since=NOW - timedelta(hours=1)) == [1, 4]
    assert numbers(layer="L3") == [2]
    assert numbers(memory_id="told-twice") == [4]
    assert store.trace_counts(scope, TraceFilter(), "judged_action") == {"WRITE": 3, "REJECT": 1}
    assert store.trace_counts(scope, TraceFilter(), "judged_reason") == {"new": 3, "tentative": 1}
    assert store.trace_counts(scope, TraceFilter(judged_actions=(Action.WRITE,)), "layer") == {"L2": 3}
    assert store.trace_counts(scope_of(fresh_tenant()), TraceFilter(), "layer") == {}
    with pytest.raises(ValueError, match="text"):
        store.trace_counts(scope, TraceFilter(), "text")


def test_what_was_live_at_a_moment_is_told_by_the_times_that_are_stored(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    then, before, after = NOW - timedelta(hours=1), NOW - timedelta(hours=2), NOW - timedelta(minutes=5)
    archive = RetentionStage.ARCHIVE
    stored = (
        memory(tenant, "live", created_at=before),
        memory(tenant, "too new", created_at=after),
        memory(tenant, "archived since", created_at=before, stage=archive, archived_at=after),
        memory(tenant, "archived before", created_at=before, stage=archive, archived_at=before),
        memory(tenant, "expired since", created_at=before, expires_at=after),
        memory(tenant, "expired before", created_at=before, expires_at=before),
        memory(tenant, "superseded", created_at=before, current=False),
    )
    store.apply(plan(tenant, *map(insert, stored)))
    found = store.list(scope_of(tenant), MemoryFilter(now=NOW, live_at=then), limit=10).items
    assert {one.text for one in found} == {"live", "archived since", "expired since"}


def test_a_later_number_given_to_an_earlier_time_stands_on_the_current_version(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    current = memory(tenant, "I live in Munich", valid_from=NOW)
    store.apply(plan(tenant, insert(current)))
    change = placed_in_history((current,), memory(tenant, "I live in Berlin", valid_from=NOW - timedelta(days=9)))
    assert change is not None
    store.apply(plan(tenant, *map(insert, change.inserts), switches=change.switches))
    (standing,) = store.current(scope_of(tenant), memory_ids=[current.id])
    assert (standing.text, standing.highest_version) == ("I live in Munich", 2)
    assert [version.text for version in store.history(scope_of(tenant), current.id)] == ["I live in Munich", "I live in Berlin"]
    past = MemoryFilter(now=NOW, as_of=NOW - timedelta(days=3))
    assert [one.text for one in store.list(scope_of(tenant), past, limit=10).items] == ["I live in Berlin"]


@settings(max_examples=30, deadline=None)
@given(stored=memories())
def test_the_lean_view_says_what_the_whole_memory_says(store: MemoryStore, stored: Memory) -> None:
    stored = replace(stored, tenant_id=fresh_tenant(), id=fresh_tenant(), current=True)
    store.apply(plan(stored.tenant_id, insert(stored), owner=stored.owner))
    (lean,) = store.aging(Scope(tenant_id=stored.tenant_id), limit=10).items
    assert lean.importance == pytest.approx(stored.importance, abs=1e-12)
    lean = replace(lean, importance=stored.importance)
    assert {field.name: getattr(lean, field.name) for field in fields(lean)} == {
        field.name: getattr(stored, field.name) for field in fields(lean)
    }


@pytest.mark.parametrize("limit", [1, 3, 7, 20])
def test_the_lean_view_shows_each_current_memory_of_the_tenant_once(store: MemoryStore, limit: int) -> None:
    tenant, other = fresh_tenant(), fresh_tenant()
    mine = [memory(tenant, f"fact {n}") for n in range(10)]
    mine[3] = replace(mine[3], stage=RetentionStage.ARCHIVE, archived_at=NOW)
    mine[4] = replace(mine[4], expires_at=NOW - timedelta(days=1))
    store.apply(plan(tenant, *map(insert, mine), insert(memory(tenant, "old", current=False))))
    store.apply(plan(other, insert(memory(other, "of somebody else"))))
    shown: list[str] = []
    after: str | None = None
    while True:
        page = store.aging(Scope(tenant_id=tenant), after=after, limit=limit)
        shown += [item.id for item in page.items]
        after = page.following
        if after is None:
            break
    assert sorted(shown) == sorted(one.id for one in mine)
