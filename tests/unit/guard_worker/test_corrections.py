"""A user corrects what was said before: over both drains, offline and with a judge, in both languages."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.scope import owner_scope
from tests.factories import ANN, NOW, make_turn
from tests.fakes.language_model import ScriptedModel
from tests.pipeline import Pipeline

CORRECTIONS = [
    ("I live in Berlin with my two cats.", "I moved from Berlin to Hamburg, so I live in Hamburg now."),
    ("We decided to use MySQL for the booking service.", "We moved the booking service from MySQL to PostgreSQL."),
    ("I am vegetarian.", "I am no longer vegetarian, I eat fish now."),
    ("I work at Acme.", "I no longer work at Acme, I work at Globex now."),
    ("我住在深圳。", "我上个月从深圳搬到了杭州,现在住在杭州。"),
    ("我们决定订单服务使用 MongoDB。", "订单服务不用 MongoDB 了,改用 PostgreSQL。"),
    ("我吃素。", "我已经不吃素了,现在吃鱼。"),
    ("我喜欢川菜", "我现在不吃辣了,改吃粤菜"),
    ("I live in Porto.", "I live in Braga now, not Porto."),
    ("My budget is 1500 euros.", "No, my budget is 1800 euros, I got it wrong."),
    ("My favourite colour is dark green.", "I changed my mind: my favourite colour is purple."),
    ("I'm a vegetarian.", "I'm not a vegetarian any more, I eat fish again."),
    ("我最喜欢的颜色是墨绿色。", "我改主意了,我最喜欢的颜色是紫色。"),
    ("我的预算是一万元。", "不对,我的预算是一万二千元。"),
]  # fmt: skip

UNCERTAIN = [
    ("My working hours are 9 to 17.", "My working hours are 8 to 16, please schedule nothing later."),
    ("I live in Berlin.", "I live in Hamburg."),
    ("我住在深圳。", "我住在杭州。"),
    ("We decided to use MySQL.", "We migrated from Oracle to PostgreSQL."),
    ("I like Italian food.", "I am no longer vegetarian."),
    ("我喜欢川菜", "我已经不吃素了"),
    ("I live in Berlin.", "Actually I also live in Paris part of the year."),
    ("I live in Berlin.", "In 2015 I moved from Rome to Milan."),
    ("I live in Berlin.", "Years ago I moved from Rome to Milan."),
    ("I work at Acme.", "I also work at Globex now."),
    ("我喜欢川菜", "我也喜欢粤菜"),
    ("我喜欢川菜", "我以后想改吃素"),
]
"""Another value of the same property, but nobody says that the stored one has ended."""


def turns(*texts: str) -> Iterator[Any]:
    for day, text in enumerate(texts):
        at = NOW + timedelta(days=day)
        yield make_turn(text, turn_id=f"t{day}", occurred_at=at, received_at=at)


def contradicting(request: Any) -> dict[str, Any]:
    """A judge that calls the first memory it is shown contradicted, and writes where it is shown none."""
    shown = [neighbour["ref"] for neighbour in request.document["neighbours"]]
    quality = dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 0.8)
    return {
        "judgements": [
            {
                "ref": candidate["ref"],
                "action": "UPDATE" if shown else "WRITE",
                "source_attribution": "user_stated",
                "grounding": "grounded",
                "consistency": "contradicts" if shown else "consistent",
                "target_ref": shown[0] if shown else None,
                "quality": quality,
                "reason": "because",
            }
            for candidate in request.document["candidates"]
        ]
    }


@pytest.mark.parametrize(("first", "then"), CORRECTIONS)
def test_d5_d6_offline_the_users_explicit_correction_supersedes_what_it_corrects(first: str, then: str) -> None:
    pipeline = Pipeline()
    said, corrected = turns(first, then)
    pipeline.play([said, corrected])
    (written,), (outcome,) = pipeline.outcomes(said), pipeline.outcomes(corrected)
    assert (outcome.action.value, outcome.reason, outcome.memory_id) == ("UPDATE", "supersedes", written.memory_id)
    (memory,) = pipeline.current()
    old, new = pipeline.history(memory)
    assert (old.current, old.valid_to, new.current, new.valid_to) == (False, new.valid_from, True, None)
    assert new.text in then


@pytest.mark.parametrize(("first", "then"), UNCERTAIN)
def test_offline_what_is_not_certain_to_replace_waits_as_a_new_version_of_what_it_corrects(first: str, then: str) -> None:
    pipeline = Pipeline()
    said, corrected = turns(first, then)
    pipeline.play([said, corrected])
    (written,), (outcome,) = pipeline.outcomes(said), pipeline.outcomes(corrected)
    review = pipeline.doors.reviews.get(owner_scope("acme", ANN), outcome.review_id or "")
    assert (written.action.value, outcome.action.value, outcome.reason) == ("WRITE", "PENDING_REVIEW", "offline_same_slot")
    assert review is not None
    assert review.proposed is not None
    assert (review.proposed.action.value, review.proposed.target_id) == ("UPDATE", written.memory_id)


@pytest.mark.parametrize(("first", "then"), CORRECTIONS)
def test_with_a_judge_a_correction_is_a_new_version_at_once(first: str, then: str) -> None:
    pipeline = Pipeline(judge=ScriptedModel(contradicting))
    pipeline.play(turns(first, then))
    (memory,) = pipeline.current()
    assert memory.version == 2
    assert next(version.text for version in pipeline.history(memory)).rstrip(".。") in first
    assert memory.text in then


@pytest.mark.parametrize(
    ("one", "other"),
    [("I keep 2 hens in barn 1.", "I keep 3 hens in barn 2."), ("我在1号谷仓养了2只鸡。", "我在2号谷仓养了3只鸡。")],
)
def test_offline_what_differs_in_two_numbers_is_not_taken_for_the_same_thing(one: str, other: str) -> None:
    pipeline = Pipeline()
    first, second = turns(one, other)
    pipeline.accept(first, second)
    (kept,), (waits,) = pipeline.outcomes(first), pipeline.outcomes(second)
    assert (kept.reason, waits.action.value in {"WRITE", "PENDING_REVIEW"}) == ("new", True)
    assert one.rstrip(".。") in {memory.text for memory in pipeline.current()}


def test_both_at_once_end_in_one_current_version_with_its_history() -> None:
    pipeline = Pipeline()
    pipeline.accept(*turns("I live in Berlin.", "I moved from Berlin to Hamburg.", "I moved from Hamburg to Kiel."))
    (memory,) = pipeline.current()
    assert (memory.text, memory.version) == ("I moved from Hamburg to Kiel", 3)
