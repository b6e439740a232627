"""Plans are applied as often as needed: inserts never overwrite, switches and deletes touch their owner only."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain import identity
from shared.domain.decision import GuardStage, Verdict
from shared.domain.errors import DimensionMismatch
from shared.domain.memory import RetentionStage
from shared.domain.scope import Scope
from shared.domain.versioning import next_version
from shared.domain.write_plan import PointSwitch
from shared.ports.memory_store import MemoryStore
from tests.contract.memory_store.samples import ANN, BOB, EVERYTHING, LIVE, NOW, fresh_tenant, insert, memory, plan, scope_of, trace


def test_a_plan_applied_twice_changes_nothing(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    first = memory(tenant, access_count=3, labels={"a=b": "c"}, metadata={"nested": {"list": [1, None, "二"]}})
    written = plan(tenant, insert(first), switches=(PointSwitch(point_id=identity.point_id(first.id, 1), seen_count=2),))

    store.apply(written)
    once = store.history(scope_of(tenant), first.id)
    store.apply(written)

    assert store.history(scope_of(tenant), first.id) == once == (replace(first, seen_count=2),)


def test_a_plan_applied_again_late_does_not_undo_a_later_switch(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    old = memory(tenant, "我住在柏林")
    first_plan = plan(tenant, insert(old))
    change = next_version(old, memory(tenant, "我住在巴黎", valid_from=NOW))
    second_plan = plan(tenant, *[insert(new) for new in change.inserts], switches=change.switches)

    for applied in (first_plan, second_plan, first_plan):
        store.apply(applied)

    before, after = store.history(scope_of(tenant), old.id)
    assert (before.current, before.valid_to, before.superseded_by) == (False, NOW, identity.point_id(old.id, 2))
    assert (before.text, after.text, after.current) == ("我住在柏林", "我住在巴黎", True)
    assert store.get(scope_of(tenant), old.id) == after
    assert store.current(scope_of(tenant), memory_ids=[old.id]) == (after,)


def test_a_switch_applied_late_does_not_undo_what_a_later_plan_switched(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    stored, beside = memory(tenant, "我住在柏林"), memory(tenant, "I own two cats")
    point, other = (identity.point_id(each.id, 1) for each in (stored, beside))
    store.apply(replace(plan(tenant, insert(stored), insert(beside)), fence=1_790_000_000_000_000))
    used_once = replace(
        plan(tenant, switches=tuple(PointSwitch(point_id=each, access_count=1) for each in (point, other))), fence=1_790_000_000_000_001
    )
    used_twice = replace(plan(tenant, switches=(PointSwitch(point_id=point, access_count=2),)), fence=1_790_000_000_000_002)

    for applied in (used_twice, used_once, used_once):
        store.apply(applied)
    assert [store.get(scope_of(tenant), each.id).access_count for each in (stored, beside)] == [2, 1]  # type: ignore[union-attr]
    store.apply(replace(used_once, fence=1_790_000_000_000_003))
    assert store.get(scope_of(tenant), stored.id).access_count == 1  # type: ignore[union-attr]


def test_what_was_written_without_a_fence_is_switched_by_every_plan(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    stored = memory(tenant)
    switched = plan(tenant, switches=(PointSwitch(point_id=identity.point_id(stored.id, 1), access_count=1),))
    store.apply(plan(tenant, insert(stored)))
    store.apply(replace(switched, fence=7))
    assert store.get(scope_of(tenant), stored.id).access_count == 1  # type: ignore[union-attr]


def test_a_switch_sets_every_field_it_names_and_no_other(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    stored = memory(tenant)
    switch = PointSwitch(
        point_id=identity.point_id(stored.id, 1),
        current=False,
        stage="archive",
        superseded_by="other",
        valid_to=NOW,
        archived_at=NOW + timedelta(microseconds=1),
        expires_at=NOW + timedelta(days=400),
        last_accessed_at=NOW - timedelta(hours=1),
        access_count=7,
        seen_count=8,
        reliability=0.30000000000000004,
    )

    store.apply(plan(tenant, insert(stored), switches=(switch,)))

    changes = {name: getattr(switch, name) for name in PointSwitch.__slots__ if name not in {"point_id", "stage", "clears"}}
    assert store.history(scope_of(tenant), stored.id) == (replace(stored, stage=RetentionStage.ARCHIVE, **changes),)


def test_a_switch_of_another_owner_or_tenant_changes_nothing(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    stored = memory(tenant)
    switch = PointSwitch(point_id=identity.point_id(stored.id, 1), stage="archive")
    store.apply(plan(tenant, insert(stored)))

    store.apply(plan(tenant, owner=BOB, switches=(switch,)))
    store.apply(plan(fresh_tenant(), switches=(switch,)))

    assert store.get(scope_of(tenant), stored.id) == stored


def test_a_switch_of_a_point_that_is_not_there_is_no_fault_and_makes_none(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    store.apply(plan(tenant, switches=(PointSwitch(point_id=identity.point_id("nobody", 1), seen_count=2),)))
    assert store.fetch(scope_of(tenant), [identity.point_id("nobody", 1)]) == ()
    assert store.get(scope_of(tenant), "nobody") is None


def test_a_delete_takes_all_versions_and_their_traces_of_this_owner_only(store: MemoryStore) -> None:
    tenant, other = fresh_tenant(), fresh_tenant()
    shared_id = identity.derive_id("memory", tenant)
    old = memory(tenant, id=shared_id)
    change = next_version(old, memory(tenant, "I live in Paris"))
    kept = memory(tenant, "I like tea")
    of_other = memory(other, id=shared_id)
    mine = trace(tenant, 1, memory_id=shared_id)
    about_kept = trace(tenant, 2, memory_id=kept.id)
    others = trace(other, 1, memory_id=shared_id)
    store.apply(plan(tenant, insert(old), *map(insert, change.inserts), insert(kept), traces=(mine, about_kept)))
    store.apply(plan(other, replace(insert(of_other), point_id=identity.point_id(other, 1)), traces=(others,)))

    erase = plan(tenant, deleted_memory_ids=(shared_id,))
    store.apply(erase)
    store.apply(erase)

    assert store.history(scope_of(tenant), shared_id) == ()
    assert store.get_trace(scope_of(tenant), mine.id) is None
    assert store.get(scope_of(tenant), kept.id) == kept
    assert store.get_trace(scope_of(tenant), about_kept.id) == about_kept
    assert store.get(scope_of(other), shared_id) == of_other
    assert store.get_trace(scope_of(other), others.id) == others


def test_a_delete_by_another_owner_takes_nothing(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    stored = memory(tenant)
    store.apply(plan(tenant, insert(stored)))
    store.apply(plan(tenant, owner=BOB, deleted_memory_ids=(stored.id,)))
    assert store.get(scope_of(tenant), stored.id) == stored


def test_one_plan_may_hold_more_points_than_one_batch(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    many = [memory(tenant, f"fact number {number}") for number in range(150)]
    switches = tuple(PointSwitch(point_id=identity.point_id(one.id, 1), access_count=2) for one in many)
    store.apply(plan(tenant, *map(insert, many), switches=switches, traces=tuple(trace(tenant, n) for n in range(70))))

    assert store.count(scope_of(tenant), LIVE) == 150
    assert {one.access_count for one in store.current(scope_of(tenant), memory_ids=[one.id for one in many])} == {2}
    assert len(store.current(scope_of(tenant), memory_ids=[one.id for one in many])) == 150
    assert all(store.get_trace(scope_of(tenant), trace(tenant, n).id) for n in range(70))

    store.apply(plan(tenant, deleted_memory_ids=tuple(one.id for one in many[:100])))
    assert store.count(scope_of(tenant), EVERYTHING) == 50


def test_a_trace_is_replaced_by_a_later_plan_and_not_by_an_earlier_one(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    first = trace(tenant)
    answered = replace(first, verdicts=(Verdict(stage=GuardStage.REVIEW, said="approve"),))
    for traces, made_at in ((first, NOW), (answered, NOW + timedelta(hours=1)), (first, NOW)):
        store.apply(plan(tenant, traces=(traces,), made_at=made_at))
    assert store.get_trace(Scope(tenant_id=tenant), first.id) == answered


def test_a_vector_of_the_wrong_length_is_refused_before_anything_is_written(engine: MemoryStore) -> None:
    tenant = fresh_tenant()
    good, bad = memory(tenant, "good"), memory(tenant, "bad")
    with pytest.raises(DimensionMismatch, match="TIERCEL_EMBEDDER"):
        engine.apply(plan(tenant, insert(good), replace(insert(bad), dense=b"\0" * 12)))
    assert engine.count(scope_of(tenant, ANN), EVERYTHING) == 0


def test_old_traces_of_the_tenant_are_counted_and_removed_and_no_others(store: MemoryStore) -> None:
    tenant, other = fresh_tenant(), fresh_tenant()
    for name in (tenant, other):
        old, late = (trace(name, age, at=NOW - timedelta(days=age)) for age in (91, 89))
        store.apply(replace(plan(name), traces=(old, late)))
    cut = NOW - timedelta(days=90)
    assert store.old_traces(scope_of(tenant), before=cut) == 1
    store.remove_old_traces(scope_of(tenant), before=cut)
    assert store.old_traces(scope_of(tenant), before=cut) == 0
    assert store.old_traces(scope_of(tenant), before=NOW) == 1
    assert store.old_traces(scope_of(other), before=NOW) == 2


def test_equal_switches_of_many_memories_and_different_ones_between_are_all_made(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    memories = [memory(tenant, f"fact {number}") for number in range(150)]
    store.apply(plan(tenant, *map(insert, memories)))
    archived = [
        PointSwitch(point_id=identity.point_id(one.id, one.version), stage="archive", archived_at=NOW, clears=("expires_at",))
        for one in memories
    ]
    archived[70] = replace(archived[70], archived_at=NOW - timedelta(days=1))
    archived[71] = PointSwitch(point_id=archived[71].point_id, stage="long")
    store.apply(replace(plan(tenant), switches=tuple(archived)))
    found = {one.id: one for one in store.current(scope_of(tenant), memory_ids=[one.id for one in memories])}
    assert [found[one.id].stage.value for one in memories] == ["long" if number == 71 else "archive" for number in range(150)]
    assert found[memories[70].id].archived_at == NOW - timedelta(days=1)
    assert found[memories[71].id].archived_at is None
    assert found[memories[149].id].archived_at == NOW
