"""What the clock would do to each memory: a pure list."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.decay_worker.moves import plan_moves, still_holds
from shared.domain.candidate import Category, Layer
from shared.domain.maintenance import DELETED
from shared.domain.memory import RetentionStage
from shared.domain.moves import move_of
from shared.domain.retention import RetentionRules
from tests.factories import ANN, BOB, NOW, make_memory

RULES = RetentionRules()
PAST = NOW - timedelta(seconds=1)
ARCHIVED = {"stage": RetentionStage.ARCHIVE}


def days(number):
    return NOW - timedelta(days=number)


def made(age=0.0, **fields):
    return make_memory(created_at=days(age), observed_at=days(age), valid_from=days(age), **fields)


def moved(memory, rules=RULES, now=NOW):
    move = move_of(memory, now, rules)
    return None if move is None else (move.origin, move.to, move.reason.value)


@pytest.mark.parametrize(
    ("memory", "expected"),
    [
        (made(expires_at=PAST), ("working", "archive", "expired")),
        (made(expires_at=NOW), ("working", "archive", "expired")),
        (made(expires_at=NOW + timedelta(microseconds=1)), None),
        (made(expires_at=PAST, category=Category.OTHER), ("working", "deleted", "expired")),
        (made(expires_at=PAST, layer=Layer.REALTIME_ENV), ("working", "deleted", "expired")),
        (made(expires_at=PAST, category=Category.OTHER, pinned=True), ("working", "archive", "expired")),
        (made(expires_at=PAST, archived_at=PAST, **ARCHIVED), None),
        (made(37, category=Category.OTHER), None),
        (made(38, category=Category.OTHER), ("working", "archive", "forgotten")),
        (made(89, category=Category.OTHER, access_count=1), None),
        (made(90, category=Category.OTHER, access_count=1), ("working", "archive", "forgotten")),
        (made(379), None),
        (made(380), ("working", "archive", "forgotten")),
        (made(5000, pinned=True), None),
        (made(5000, layer=Layer.CORE_RULES), None),
        (made(5000, layer=Layer.SKILL_TEMPLATE), None),
        (made(0, access_count=3), ("working", "short", "earned")),
        (made(0, access_count=10, importance=0.7), ("working", "long", "earned")),
        (made(0, access_count=10, importance=0.69), ("working", "short", "earned")),
        (made(31, importance=0.9, stage=RetentionStage.LONG), ("long", "short", "idle")),
        (made(61, importance=0.9, stage=RetentionStage.SHORT), ("short", "working", "idle")),
        (made(200, category=Category.OTHER, archived_at=days(120), **ARCHIVED), ("archive", "deleted", "archive_over")),
        (made(200, category=Category.OTHER, archived_at=days(119.99), **ARCHIVED), None),
        (made(200, archived_at=days(1000), **ARCHIVED), None),
        (made(200, category=Category.OTHER, archived_at=days(1000), pinned=True, **ARCHIVED), None),
    ],
)
def test_l2_a_memory_moves_where_its_times_and_counts_say(memory, expected):
    assert moved(memory) == expected


@pytest.mark.parametrize(
    ("memory", "rules", "expected"),
    [
        (made(30, category=Category.OTHER), RetentionRules(rate=0.1), ("working", "archive", "forgotten")),
        (made(90, category=Category.OTHER, access_count=1), RetentionRules(boost=0.5), None),
        (made(60, category=Category.OTHER, access_count=9), RetentionRules(boost_cap=0.05), ("working", "archive", "forgotten")),
        (made(20, category=Category.OTHER), RetentionRules(archive_below=0.5), ("working", "archive", "forgotten")),
        (made(38, category=Category.OTHER), RetentionRules(archive_min_idle_days=60), None),
        (made(20, importance=0.9, stage=RetentionStage.LONG), RetentionRules(demote_after_days=10), ("long", "working", "idle")),
        (made(200, category=Category.OTHER, archived_at=days(31), **ARCHIVED), RetentionRules(delete_after_days=30),
         ("archive", "deleted", "archive_over")),
        (made(200, category=Category.OTHER, archived_at=days(5000), **ARCHIVED), RetentionRules(delete_after_days=0), None),
        (made(200, archived_at=days(120), **ARCHIVED), RetentionRules(delete_durable=True), ("archive", "deleted", "archive_over")),
    ],
)  # fmt: skip
def test_l4_each_number_of_the_rules_changes_what_moves(memory, rules, expected):
    assert moved(memory, rules) == expected
    assert moved(memory) != expected


def test_at_capacity_the_least_worth_keeping_goes_first_and_never_what_is_pinned_or_a_rule_or_a_skill():
    pinned = made(memory_id="a", importance=0.0, pinned=True)
    rule = made(memory_id="b", importance=0.0, layer=Layer.CORE_RULES)
    skill = made(memory_id="c", importance=0.0, layer=Layer.SKILL_TEMPLATE)
    weak, middling, strong = (
        made(memory_id=name, importance=worth, owner=owner) for name, worth, owner in (("d", 0.1, BOB), ("e", 0.3, ANN), ("f", 0.5, BOB))
    )
    listed = plan_moves([strong, pinned, weak, rule, middling, skill], now=NOW, rules=RULES, capacity=4)
    assert [(each.owner, each.move.id, each.move.to, each.move.reason.value) for each in listed] == [
        (ANN, "e", DELETED, "capacity"),
        (BOB, "d", DELETED, "capacity"),
    ]
    assert len(plan_moves([pinned, rule, skill], now=NOW, rules=RULES, capacity=1)) == 0


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ({}, True),
        ({"importance": 0.05}, True),
        ({"importance": 0.2}, False),
        ({"access_count": 9}, False),
        ({"pinned": True}, False),
        ({"layer": Layer.SKILL_TEMPLATE}, False),
        ({"importance": 0.0, "stage": RetentionStage.SHORT}, False),
    ],
    ids=str,
)
def test_at_capacity_only_what_is_still_worth_as_little_and_stands_where_it_stood_goes(changes, holds):
    weak = made(importance=0.1)
    (listed,) = plan_moves([weak, made(memory_id="b", importance=0.5)], now=NOW, rules=RULES, capacity=1)
    assert still_holds(listed.move, replace(weak, **changes), NOW, RULES) is holds


def test_what_goes_anyway_makes_room_first():
    gone = made(memory_id="a", category=Category.OTHER, expires_at=PAST)
    assert [each.move.reason.value for each in plan_moves([gone, made(memory_id="b")], now=NOW, rules=RULES, capacity=1)] == ["expired"]


MEMORIES = st.lists(
    st.builds(
        lambda number, age, used, seconds, category, layer, stage, archived, importance, pinned, owner: made(
            age,
            memory_id=f"m{number}",
            category=category,
            layer=layer,
            expires_at=None if seconds is None else NOW + timedelta(seconds=seconds),
            stage=stage,
            archived_at=days(archived) if stage is RetentionStage.ARCHIVE else None,
            importance=importance,
            access_count=used,
            pinned=pinned,
            owner=owner,
        ),
        st.integers(0, 10**6),
        st.floats(0, 900),
        st.integers(0, 20),
        st.none() | st.integers(-5, 5),
        st.sampled_from(Category),
        st.sampled_from(Layer),
        st.sampled_from(RetentionStage),
        st.floats(0, 300),
        st.floats(0, 1),
        st.booleans(),
        st.sampled_from([ANN, BOB]),
    ),
    max_size=8,
    unique_by=lambda memory: memory.id,
)
LIMITS = st.sampled_from([0, 0, 1, 3])


@given(MEMORIES, LIMITS)
def test_no_memory_makes_two_moves_in_one_run_and_pinned_ones_are_never_deleted(memories, capacity):
    listed = plan_moves(memories, now=NOW, rules=RULES, capacity=capacity)
    by_id = {memory.id: memory for memory in memories}
    assert len({each.move.id for each in listed}) == len(listed)
    for each in listed:
        memory = by_id[each.move.id]
        assert (each.owner, each.move.origin) == (memory.owner, memory.stage.value)
        assert not (memory.pinned and each.move.to == DELETED)


@given(MEMORIES)
def test_a_list_made_again_after_it_was_carried_out_is_empty(memories):
    ends = {each.move.id: each.move.to for each in plan_moves(memories, now=NOW, rules=RULES)}
    after = [
        memory
        if memory.id not in ends
        else replace(
            memory,
            stage=RetentionStage(ends[memory.id]),
            archived_at=NOW if ends[memory.id] == "archive" else memory.archived_at,
        )
        for memory in memories
        if ends.get(memory.id) != DELETED
    ]
    assert plan_moves(after, now=NOW, rules=RULES) == []
