"""What becomes of memories whose time is over."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from services.decay_worker.expiry import is_over, plan_expiry
from shared.domain.candidate import Category, Layer
from shared.domain.memory import RetentionStage
from tests.factories import ANN, NOW, make_memory

PAST = NOW - timedelta(seconds=1)


def plan(*memories, now=NOW):
    return plan_expiry("acme", ANN, memories, now=now)


def test_an_expired_fact_goes_to_the_archive_and_is_not_deleted():
    answer = plan(make_memory("用户住在上海", expires_at=PAST))
    assert answer.archived == ("mem-1",)
    assert answer.deleted == ()
    assert answer.plan.switches[0].stage == "archive"
    assert answer.plan.switches[0].archived_at == NOW


def test_an_expired_passing_statement_or_other_is_deleted():
    answer = plan(
        make_memory("今天下雨", memory_id="a", layer=Layer.REALTIME_ENV, category=Category.FACT, expires_at=PAST),
        make_memory("misc", memory_id="b", category=Category.OTHER, expires_at=PAST),
    )
    assert answer.deleted == ("a", "b")
    assert answer.plan.deleted_memory_ids == ("a", "b")
    assert answer.plan.switches == ()


def test_it_expires_in_the_very_second_and_not_before():
    memory = make_memory(expires_at=NOW)
    assert is_over(memory, NOW)
    assert not is_over(memory, NOW - timedelta(microseconds=1))


def test_a_pinned_memory_never_expires_by_the_clock():
    assert plan(make_memory(expires_at=PAST, pinned=True)).plan is None


def test_what_somebody_prolonged_meanwhile_is_left_alone():
    assert plan(make_memory(expires_at=NOW + timedelta(days=1))).plan is None


def test_the_audit_line_names_ids_and_no_text():
    answer = plan(make_memory("a private fact", expires_at=PAST))
    assert [(entry.action, entry.subject_ids) for entry in answer.plan.audit] == [("memory.archived", ("mem-1",))]
    assert "private" not in repr(answer.plan)


@given(
    st.lists(
        st.builds(
            lambda number, seconds, category, layer, archived, pinned: make_memory(
                memory_id=f"m{number}",
                category=category,
                layer=layer,
                expires_at=None if seconds is None else NOW + timedelta(seconds=seconds),
                stage=RetentionStage.ARCHIVE if archived else RetentionStage.SHORT,
                pinned=pinned,
            ),
            st.integers(0, 10**6),
            st.none() | st.integers(-5, 5),
            st.sampled_from(Category),
            st.sampled_from(Layer),
            st.booleans(),
            st.booleans(),
        ),
        max_size=8,
        unique_by=lambda memory: memory.id,
    )
)
def test_a_sweep_run_again_after_it_was_applied_plans_nothing(memories):
    first = plan(*memories)
    switched = set(first.archived)
    after = [
        make_memory(memory_id=memory.id, stage=RetentionStage.ARCHIVE, expires_at=memory.expires_at) if memory.id in switched else memory
        for memory in memories
        if memory.id not in first.deleted
    ]
    assert plan(*after).plan is None
    assert not set(first.archived) & set(first.deleted)
