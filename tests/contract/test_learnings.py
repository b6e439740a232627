"""The book of lessons: the same tests on the fake and on a real Valkey."""

from dataclasses import replace

import pytest

from shared.adapters.redis_learnings import RedisLearnings
from shared.domain.learning import Learning, LearningSource, LearningType
from tests.factories import ANN, NOW, minutes
from tests.fakes.learnings import FakeLearnings


@pytest.fixture(params=["fake", "valkey"])
def learnings(request):
    return FakeLearnings() if request.param == "fake" else RedisLearnings(request.getfixturevalue("connection"))


def lesson(number=1, *, tenant_id="acme", after=0.0, **fields):
    made = Learning(
        id=f"l{number}", tenant_id=tenant_id, owner=ANN, type=LearningType.ERROR, source=LearningSource.EXPLICIT,
        summary="部署脚本 fails without a lock", created_at=NOW, last_at=NOW + minutes(after), context={"exit": 1},
    )  # fmt: skip
    return replace(made, **fields)


def test_a_lesson_is_read_as_it_was_noted_by_its_own_tenant_only(learnings):
    assert learnings.note(lesson()) == lesson()
    assert learnings.get("acme", "l1") == lesson()
    assert learnings.get("other", "l1") is None
    assert learnings.all("other") == ()


def test_the_same_lesson_again_is_counted_and_opened_again(learnings):
    learnings.note(lesson())
    assert learnings.resolve("acme", "l1", at=NOW, by="key:k", note="lock added").note == "lock added"
    again = learnings.note(lesson(after=5))
    assert (again.seen, again.last_at, again.created_at, again.resolved_at) == (2, NOW + minutes(5), NOW, None)
    assert learnings.all("acme") == (again,)


def test_lessons_are_listed_last_noted_first(learnings):
    for number in (1, 3, 2):
        learnings.note(lesson(number, after=number))
    assert [each.id for each in learnings.all("acme")] == ["l3", "l2", "l1"]


def test_a_resolution_stands_and_an_unknown_lesson_has_none(learnings):
    learnings.note(lesson())
    first = learnings.resolve("acme", "l1", at=NOW, by="key:a", note=None)
    assert learnings.resolve("acme", "l1", at=NOW + minutes(1), by="key:b", note="x") == first
    assert learnings.resolve("acme", "l9", at=NOW, by="key:a", note=None) is None
    assert learnings.resolve("other", "l1", at=NOW, by="key:a", note=None) is None
