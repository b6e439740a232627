"""What is foretold of a memory is what the sweep then does to it."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.candidate import Category
from shared.domain.forecast import Change, Standing, alternatives, coming_moves, curve, next_move, standing
from shared.domain.maintenance import DELETED
from shared.domain.memory import Memory, RetentionStage
from shared.domain.moves import move_of
from shared.domain.retention import RetentionRules, due_stage
from tests.unit.domain.test_retention import NOW, memories, memory

RULES = RetentionRules()
ARCHIVE = RetentionStage.ARCHIVE
rules = st.builds(
    RetentionRules,
    rate=st.floats(0.001, 2),
    boost=st.floats(0, 1),
    archive_below=st.floats(0, 0.9),
    archive_min_idle_days=st.just(0.0) | st.floats(0, 500),
    demote_after_days=st.just(0.0) | st.floats(0.5, 400),
    delete_after_days=st.just(0.0) | st.floats(1, 400),
    delete_durable=st.booleans(),
)


@st.composite
def any_memories(draw: st.DrawFn) -> Memory:
    made = draw(memories())
    expires = draw(st.none() | st.floats(-30, 400).map(lambda days: NOW + timedelta(days=days)))
    archived = draw(st.floats(0, 400).map(lambda days: NOW - timedelta(days=days)))
    return replace(made, expires_at=expires, archived_at=archived if made.stage is ARCHIVE else None)


def idle(days: float, **changes: object) -> Memory:
    return memory(created_at=NOW - timedelta(days=days), observed_at=NOW - timedelta(days=days), **changes)


@given(any_memories(), rules, st.lists(st.floats(0, 1), max_size=12))
def test_nothing_moves_before_the_foretold_moment_and_the_foretold_move_is_true_after_it(
    made: Memory, limits: RetentionRules, shares: list[float]
) -> None:
    foretold = next_move(made, NOW, limits)
    end = NOW + timedelta(days=3000) if foretold is None else foretold.at
    before = [NOW + share * (end - NOW - timedelta(seconds=5)) for share in shares if end - NOW > timedelta(seconds=10)]
    assert [move_of(made, at, limits) for at in before] == [None] * len(before)
    if foretold is not None:
        later = foretold.at if foretold.at == NOW else foretold.at + timedelta(seconds=1)
        move = move_of(made, later, limits)
        assert move is not None
        assert (foretold.origin.value, foretold.to, foretold.reason) == (move.origin, move.to, move.reason)


@given(any_memories(), rules)
def test_the_stages_to_come_are_those_that_are_due(made: Memory, limits: RetentionRules) -> None:
    made = replace(made, expires_at=None)
    for move in coming_moves(made, NOW, limits):
        if move.to != DELETED:
            at = move.at if move.at == NOW else move.at + timedelta(seconds=1)
            assert due_stage(replace(made, stage=move.origin), at, limits) == move.to


@given(any_memories(), rules)
def test_moves_come_one_after_the_other_and_end_in_deletion_if_at_all(made: Memory, limits: RetentionRules) -> None:
    moves = coming_moves(made, NOW, limits)
    assert list(moves) == sorted(moves, key=lambda move: move.at)
    assert [move.to for move in moves[:-1] if move.to == DELETED] == []
    assert [str(move.to) for move in moves[:-1]] == [move.origin.value for move in moves[1:]]


@given(any_memories(), rules)
def test_only_what_makes_a_difference_is_offered(made: Memory, limits: RetentionRules) -> None:
    as_it_is = (made.stage, next_move(made, NOW, limits))
    assert all((each.stage, each.next_move) != as_it_is for each in alternatives(made, NOW, limits))


def test_a_passing_note_waits_thirty_eight_days_for_the_archive_and_then_a_hundred_and_twenty() -> None:
    archived, deleted = coming_moves(memory(), NOW, RULES)
    assert (archived.to, archived.reason.value) == ("archive", "forgotten")
    assert 37 < (archived.at - NOW) / timedelta(days=1) < 38
    assert (deleted.to, deleted.at) == (DELETED, archived.at + timedelta(days=120))


def test_a_fact_steps_down_and_is_never_deleted_by_the_clock() -> None:
    moves = coming_moves(memory(category=Category.FACT, importance=0.85, stage=RetentionStage.LONG), NOW, RULES)
    assert [(move.to, round((move.at - NOW) / timedelta(days=1))) for move in moves] == [("short", 30), ("working", 60), ("archive", 379)]


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (memory(), Standing.ENTERED),
        (memory(importance=0.9, stage=RetentionStage.LONG), Standing.ENTERED),
        (memory(access_count=3, stage=RetentionStage.SHORT), Standing.EARNED),
        (idle(31, importance=0.9, category=Category.FACT, stage=RetentionStage.SHORT), Standing.IDLE),
        (idle(31, importance=0.9, category=Category.FACT, stage=RetentionStage.LONG), Standing.MOVE_DUE),
        (idle(50, stage=ARCHIVE, archived_at=NOW), Standing.ARCHIVED),
    ],
)
def test_a_stage_has_its_reason(made: Memory, expected: Standing) -> None:
    assert standing(made, NOW, RULES) is expected


def test_use_and_pinning_change_what_comes() -> None:
    offered = {each.change: each for each in alternatives(idle(37), NOW, RULES)}
    assert set(offered) == {Change.USE, Change.MORE_USES, Change.PIN}
    assert offered[Change.PIN].next_move is None
    used = offered[Change.USE].next_move
    assert used is not None
    assert 89 < (used.at - NOW) / timedelta(days=1) < 90
    assert (offered[Change.MORE_USES].uses, offered[Change.MORE_USES].stage) == (3, RetentionStage.SHORT)


def test_an_expiry_is_lifted_and_an_archived_one_restored() -> None:
    expiring = memory(expires_at=NOW + timedelta(days=2))
    assert next_move(expiring, NOW, RULES).to == DELETED  # type: ignore[union-attr]
    lifted = {each.change: each for each in alternatives(expiring, NOW, RULES)}[Change.NO_EXPIRY].next_move
    assert lifted is not None
    assert lifted.to == ARCHIVE
    archived = idle(200, stage=ARCHIVE, archived_at=NOW - timedelta(days=100))
    restored = {each.change: each for each in alternatives(archived, NOW, RULES)}[Change.RESTORE]
    assert restored.stage is RetentionStage.WORKING


@given(any_memories(), rules)
def test_the_curve_falls_from_the_last_use_and_passes_now(made: Memory, limits: RetentionRules) -> None:
    drawn = curve(made, NOW, limits)
    scores = [score for _, score in drawn]
    assert scores == sorted(scores, reverse=True)
    assert drawn[-1][0] >= NOW - timedelta(seconds=1)
    assert all(isinstance(at, datetime) for at, _ in drawn)
