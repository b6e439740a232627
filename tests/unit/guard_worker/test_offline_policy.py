"""Without a model: what may be written on the rules alone, and why the rest waits."""

from typing import Any

import pytest

from shared.domain.candidate import Attribution, Category
from tests.unit.guard_worker.scenes import action_of, beside, ruled, settle, stored


def offline(text: str, lines: Any = None, cites: Any = None, *near: Any, **fields: Any) -> tuple[str, str]:
    case = beside(ruled(text, lines, cites, **fields), *near)
    return action_of(settle(case, known=[memory for memory, _ in near], is_offline=True)[0][0])


@pytest.mark.parametrize("text", ["我喜欢简洁的回复", "I prefer dark mode", "好的，我决定用PostgreSQL", "I live in Berlin"])
def test_the_users_own_plain_words_are_written(text: str) -> None:
    assert offline(text) == ("WRITE", "new")


def test_a_confirmed_suggestion_and_a_tools_report_are_written() -> None:
    lines = [("assistant", "建议你每天跑步5公里"), ("user", "对，就这么办")]
    assert offline("每天跑步5公里", lines, [("m1", "每天跑步5公里"), ("m2", "对，就这么办")])[0] == "WRITE"
    assert offline("disk sda is full", [("tool", "disk sda is full")], attribution=Attribution.SYSTEM_EVENT)[0] == "WRITE"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("User prefers short answers always", "I prefer short answers", "offline_paraphrase"),
        ("用户偏好简短回答方式", "我喜欢简短回答", "offline_paraphrase"),
        ("The meeting might be moved", "The meeting might be moved", "offline_hedge"),
        ("会议可能改期", "会议可能改期", "offline_hedge"),
        ("用户喜欢咖啡", "我不喜欢咖啡", "offline_negation"),
        ("User likes coffee", "I do not like coffee", "offline_negation"),
        ("The new layout improved conversion", "The new layout improved conversion", "offline_effect"),
        ("新布局提升了转化率", "新布局提升了转化率", "offline_effect"),
        ("I currently live in Berlin", "I currently live in Berlin", "offline_freshness"),
        ("我目前住在柏林", "我目前住在柏林", "offline_freshness"),
    ],
)
def test_what_needs_judging_waits_with_its_reason(text: str, line: str, reason: str) -> None:
    assert offline(text, [("user", line)]) == ("PENDING_REVIEW", reason)


def test_a_weak_confirmation_waits() -> None:
    lines = [("assistant", "建议你每天跑步5公里"), ("user", "好的")]
    assert offline("每天跑步5公里", lines, [("m1", "每天跑步5公里")]) == ("PENDING_REVIEW", "offline_weak_evidence")


@pytest.mark.parametrize(
    ("similarity", "slots", "outcome"),
    [
        (0.10, ("home", "home"), ("PENDING_REVIEW", "offline_same_slot")),
        (0.10, ("home", "work"), ("WRITE", "new")),
    ],
)
def test_a_neighbour_of_the_same_slot_waits(similarity: float, slots: tuple[Any, Any], outcome: tuple[str, str]) -> None:
    known = stored("I rent a flat in Berlin", slot=slots[0])
    assert offline("I own a house in Munich", None, None, (known, similarity), slot=slots[1]) == outcome


@pytest.mark.parametrize(
    ("said", "similarity", "outcome"),
    [
        ("I rent in Berlin a flat", 0.79, ("WRITE", "new")),
        ("I rent in Berlin a flat", 0.80, ("PENDING_REVIEW", "offline_near_neighbour")),
        ("I rent a flat in Munich", 0.94, ("WRITE", "new")),
        ("Greta rents a flat in Berlin", 0.94, ("WRITE", "new")),
    ],
)
def test_only_what_adds_nothing_to_a_near_neighbour_waits(said: str, similarity: float, outcome: tuple[str, str]) -> None:
    known = stored("I rent a flat in Berlin", slot=None)
    assert offline(said, None, None, (known, similarity), slot=None) == outcome


def test_a_plain_repeat_needs_no_review() -> None:
    known = stored("I prefer dark mode", category=Category.PREFERENCE)
    assert offline("I prefer the dark mode", None, None, (known, 0.96)) == ("NOOP", "said_again")
    assert offline("I prefer dark mode.", None, None, (known, 1.0)) == ("NOOP", "exact_duplicate")
