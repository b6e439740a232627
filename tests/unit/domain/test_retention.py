"""In which stage a memory belongs: tables, and what must hold for any memory at any time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.candidate import Category, Layer
from shared.domain.forgetting import faded_importance, weibull_survival
from shared.domain.memory import Memory, RetentionStage
from shared.domain.retention import (
    LADDER,
    RetentionRules,
    archived_from,
    due_stage,
    earned_stage,
    entry_stage,
    is_durable,
    is_evictable,
    is_forgotten,
    is_to_be_deleted,
    keeping_score,
    retention,
)
from tests import factories

NOW = datetime(2026, 11, 30, tzinfo=UTC)
RULES = RetentionRules()


def memory(**changes: object) -> Memory:
    aged = {"created_at": NOW, "observed_at": NOW, "category": Category.OTHER, "importance": 0.5, "pinned": False, "last_accessed_at": None}
    return replace(factories.make_memory(), **{**aged, **changes})  # type: ignore[arg-type]


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    created = NOW - timedelta(days=draw(st.floats(-10, 1000)))
    return memory(
        created_at=created,
        observed_at=created - timedelta(days=draw(st.floats(-5, 400))),
        last_accessed_at=draw(st.none() | st.floats(-10, 1000).map(lambda days: NOW - timedelta(days=days))),
        access_count=draw(st.integers(0, 10_000)),
        importance=draw(st.floats(0, 1)),
        reliability=draw(st.floats(0, 1)),
        category=draw(st.sampled_from(Category)),
        layer=draw(st.sampled_from(Layer)),
        stage=draw(st.sampled_from(RetentionStage)),
        pinned=draw(st.booleans()),
    )


@pytest.mark.parametrize(
    ("stage", "days", "expected"),
    [
        (RetentionStage.WORKING, 1, 0.3679),
        (RetentionStage.WORKING, 3, 0.0900),
        (RetentionStage.SHORT, 60, 0.1353),
        (RetentionStage.LONG, 45, 0.5170),
    ],
)
def test_the_weibull_curve_has_the_values_of_its_table(stage: RetentionStage, days: float, expected: float) -> None:
    assert weibull_survival(stage, days) == pytest.approx(expected, abs=5e-5)


def test_importance_fades_from_its_first_value_however_often_it_is_asked_for() -> None:
    assert faded_importance(0.7, 10) == pytest.approx(0.41912, abs=5e-6)


@pytest.mark.parametrize(("days", "uses", "archived"), [(37, 0, False), (38, 0, True), (89, 1, False), (90, 1, True)])
def test_what_passes_is_archived_below_fifteen_hundredths(days: int, uses: int, archived: bool) -> None:
    aged = memory(created_at=NOW - timedelta(days=days), observed_at=NOW - timedelta(days=days), access_count=uses)
    assert is_forgotten(aged, NOW, RULES) is archived
    assert (due_stage(aged, NOW, RULES) is RetentionStage.ARCHIVE) is archived


def test_what_is_equal_to_a_bound_is_kept_by_the_score_and_let_go_by_the_idle_days() -> None:
    fresh = memory()
    assert not is_forgotten(fresh, NOW, replace(RULES, archive_below=1.0))
    assert is_forgotten(fresh, NOW + timedelta(seconds=1), replace(RULES, archive_below=1.0))
    aged = memory(created_at=NOW - timedelta(days=50), observed_at=NOW - timedelta(days=50))
    assert is_forgotten(aged, NOW, replace(RULES, archive_min_idle_days=50))
    assert not is_forgotten(aged, NOW, replace(RULES, archive_min_idle_days=50.01))


@pytest.mark.parametrize("late", ["created_at", "observed_at", "last_accessed_at"])
def test_idle_time_begins_at_the_latest_of_writing_observing_and_using(late: str) -> None:
    long_ago = NOW - timedelta(days=400)
    kept = memory(**{"created_at": long_ago, "observed_at": long_ago, "last_accessed_at": long_ago, late: NOW - timedelta(days=37)})
    assert keeping_score(kept, NOW, RULES) == pytest.approx(0.157237, abs=5e-7)


def test_what_is_archived_stays_there_however_fresh_it_is() -> None:
    assert due_stage(memory(stage=RetentionStage.ARCHIVE, access_count=50), NOW, RULES) is RetentionStage.ARCHIVE


@pytest.mark.parametrize("category", [Category.PREFERENCE, Category.FACT, Category.DECISION, Category.ENTITY])
def test_l3_sixty_idle_days_archive_nothing_durable(category: Category) -> None:
    aged = memory(category=category, created_at=NOW - timedelta(days=60), observed_at=NOW - timedelta(days=60))
    assert due_stage(aged, NOW, RULES) is not RetentionStage.ARCHIVE


@pytest.mark.parametrize("changes", [{"pinned": True}, {"layer": Layer.CORE_RULES}, {"layer": Layer.SKILL_TEMPLATE}])
def test_rules_skills_and_pinned_memories_never_fade(changes: dict[str, object]) -> None:
    aged = memory(created_at=NOW - timedelta(days=5000), observed_at=NOW - timedelta(days=5000), importance=0.9, **changes)
    assert due_stage(aged, NOW, RULES) is RetentionStage.LONG
    assert not is_evictable(aged)


@pytest.mark.parametrize(
    ("importance", "uses", "stage"),
    [
        (0.5, 0, RetentionStage.WORKING), (0.6, 0, RetentionStage.SHORT), (0.8, 0, RetentionStage.LONG),
        (0.5, 2, RetentionStage.WORKING), (0.5, 3, RetentionStage.SHORT), (0.69, 10, RetentionStage.SHORT),
        (0.7, 9, RetentionStage.SHORT), (0.7, 10, RetentionStage.LONG), (0.9, 3, RetentionStage.LONG),
    ],
)  # fmt: skip
def test_use_and_importance_earn_a_stage(importance: float, uses: int, stage: RetentionStage) -> None:
    assert earned_stage(memory(importance=importance, access_count=uses)) is stage


def test_idle_memories_go_down_one_step_at_a_time() -> None:
    for days, stage in [
        (29.9, RetentionStage.LONG),
        (30, RetentionStage.SHORT),
        (60, RetentionStage.WORKING),
        (300, RetentionStage.WORKING),
    ]:
        aged = memory(category=Category.FACT, importance=0.9, created_at=NOW - timedelta(days=days), observed_at=NOW - timedelta(days=days))
        assert due_stage(aged, NOW, RULES) is stage
        assert due_stage(aged, NOW, replace(RULES, demote_after_days=0)) is RetentionStage.LONG


def test_the_deletion_clock_begins_in_the_archive_and_spares_what_is_durable() -> None:
    gone = memory(stage=RetentionStage.ARCHIVE, archived_at=NOW - timedelta(days=120))
    assert is_to_be_deleted(gone, NOW, RULES)
    assert not is_to_be_deleted(replace(gone, archived_at=NOW - timedelta(days=119.99)), NOW, RULES)
    assert not is_to_be_deleted(replace(gone, pinned=True), NOW, RULES)
    assert not is_to_be_deleted(gone, NOW, replace(RULES, delete_after_days=0))
    durable = replace(gone, category=Category.PREFERENCE)
    assert not is_to_be_deleted(durable, NOW, RULES)
    assert is_to_be_deleted(durable, NOW, replace(RULES, delete_durable=True))


def test_the_retention_formula() -> None:
    used = memory(
        importance=0.8, reliability=0.6, access_count=50, created_at=NOW - timedelta(days=90), observed_at=NOW - timedelta(days=90)
    )
    assert retention(used, NOW) == pytest.approx(0.45 * 0.8 + 0.25 * 0.6 + 0.2 + 0.05)


def test_a_capped_boost_lets_often_used_ones_fade_too() -> None:
    old = memory(access_count=10_000, created_at=NOW - timedelta(days=400), observed_at=NOW - timedelta(days=400))
    assert not is_forgotten(old, NOW, RULES)
    assert is_forgotten(old, NOW, replace(RULES, boost_cap=0.1))


@given(memories(), st.floats(0, 500))
def test_l8_scores_fall_with_idle_time_and_rise_with_use_and_importance(kept: Memory, later: float) -> None:
    after = NOW + timedelta(days=later)
    assert keeping_score(kept, after, RULES) <= keeping_score(kept, NOW, RULES)
    assert 0.0 <= retention(kept, after) <= retention(kept, NOW) <= 1.0
    used = replace(kept, access_count=kept.access_count + 1)
    assert keeping_score(used, NOW, RULES) >= keeping_score(kept, NOW, RULES)
    assert retention(used, NOW) >= retention(kept, NOW)
    assert retention(replace(kept, importance=1.0), NOW) >= retention(kept, NOW)


@given(memories())
def test_l2_a_hundred_runs_at_one_time_equal_one(kept: Memory) -> None:
    once = replace(kept, stage=due_stage(kept, NOW, RULES))
    assert due_stage(once, NOW, RULES) is once.stage


@given(memories(), st.floats(0, 100))
def test_using_a_live_memory_never_brings_it_down(kept: Memory, later: float) -> None:
    live = replace(kept, stage=RetentionStage.SHORT)
    at = NOW + timedelta(days=later)
    used = replace(live, access_count=live.access_count + 1, last_accessed_at=max(at, live.last_accessed_at or at))
    ladder = (RetentionStage.ARCHIVE, *LADDER)
    assert ladder.index(due_stage(used, at, RULES)) >= ladder.index(due_stage(live, at, RULES))


@given(memories(), st.floats(0, 30))
def test_a_clock_that_runs_ahead_or_behind_counts_as_now(kept: Memory, ahead: float) -> None:
    skewed = replace(
        kept, created_at=NOW + timedelta(days=ahead), last_accessed_at=NOW + timedelta(days=ahead), stage=RetentionStage.WORKING
    )
    assert due_stage(skewed, NOW, RULES) is earned_stage(skewed)
    assert not is_forgotten(skewed, NOW, RULES)


@given(memories(), st.sampled_from([RULES, replace(RULES, boost_cap=0.05), replace(RULES, archive_min_idle_days=70, boost=0.01)]))
def test_the_forecast_names_the_moment_of_archiving(kept: Memory, rules: RetentionRules) -> None:
    live = replace(kept, stage=RetentionStage.WORKING)
    moment = archived_from(live, rules)
    if moment is None:
        assert not is_forgotten(live, NOW + timedelta(days=100_000), rules)
        return
    assert not is_forgotten(live, moment - timedelta(minutes=1), rules)
    assert is_forgotten(live, moment + timedelta(minutes=1), rules)


def test_entry_and_durability() -> None:
    assert entry_stage(0.59) is RetentionStage.WORKING
    assert is_durable(memory(category=Category.FACT, layer=Layer.STRATEGY_EXP))
    assert not is_durable(memory(category=Category.FACT, layer=Layer.REALTIME_ENV))
