"""What a candidate does to what is known."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from services.guard_worker.case import Case
from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action, Consistency, Grounding
from shared.domain.memory import Memory, RetentionStage
from tests.factories import NOW
from tests.unit.guard_worker.scenes import LIMITS, action_of, beside, judged, ruled, settle, stored

LATER = NOW + timedelta(hours=1)


def against(text: str, known: Memory, similarity: float = 0.9, consistency: Consistency = Consistency.CONSISTENT, **fields: Any) -> Case:
    """One candidate beside one stored memory, with a judge's word; the decided case."""
    judgement = judged(fields.pop("action", Action.WRITE), consistency, target=known.id)
    case = beside(ruled(text, at=LATER, **fields), (known, similarity), judgement=judgement)
    return settle(case, known=[known])[0][0]


@pytest.mark.parametrize("said", list(Consistency))
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I worked 5 years at Google", "I worked 6 years at Google"),
        ("我在谷歌工作了5年", "我在谷歌工作了6年"),
        ("The flight leaves on March 3", "The flight leaves on March 8"),
        ("会议定在3月3日", "会议定在3月8日"),
    ],
)
def test_d9_a_changed_number_or_date_in_the_same_slot_is_an_update_whatever_the_judge_says(old: str, new: str, said: Consistency) -> None:
    known = stored(old, slot="tenure")
    case = against(new, known, 0.99, said, slot="tenure")
    assert (action_of(case)[0], case.decision.target_id if case.decision else "") == ("UPDATE", "mem-1")


@pytest.mark.parametrize("said", [Consistency.DUPLICATE, Consistency.CONTRADICTS])
@pytest.mark.parametrize(
    ("old", "new"), [("我喜欢咖啡", "我不喜欢咖啡"), ("I like coffee", "I don't like coffee"), ("喜欢苹果不喜欢香蕉", "喜欢香蕉不喜欢苹果")]
)
def test_a_negation_is_never_a_duplicate(old: str, new: str, said: Consistency) -> None:
    assert action_of(against(new, stored(old), 0.99, said))[0] == "UPDATE"


@pytest.mark.parametrize(("old", "new"), [("我喜欢咖啡", "我不喜欢咖啡"), ("喜欢苹果不喜欢香蕉", "喜欢香蕉不喜欢苹果")])
def test_without_a_judge_a_negation_waits_for_a_person(old: str, new: str) -> None:
    known = stored(old)
    case = settle(beside(ruled(new), (known, 0.99)), known=[known], is_offline=True)[0][0]
    assert action_of(case)[0] == "PENDING_REVIEW"


@pytest.mark.parametrize("said", [Consistency.CONTRADICTS, Consistency.REFINES])
def test_d7_unrelated_facts_never_update(said: Consistency) -> None:
    known = stored("周游世界", slot="dream")
    assert action_of(against("在周末吃夜宵", known, 0.85, said, slot="habit")) == ("WRITE", "unrelated_to_target")
    assert action_of(against("在周末吃夜宵", stored("周游世界"), 0.85, said, action=Action.UPDATE)) == ("WRITE", "unrelated_to_target")


def test_a_different_slot_never_retires() -> None:
    known = stored("Ana works at Acme", subject="ana", slot="employer")
    case = against("Ana administers the Acme GitHub org", known, 0.9, Consistency.CONTRADICTS, subject="ana", slot="role")
    assert action_of(case)[0] == "WRITE"


def test_d5_a_contradiction_with_the_same_slot_becomes_a_new_version() -> None:
    known = stored("我喜欢川菜", slot="cuisine")
    judgement = judged(Action.UPDATE, Consistency.CONTRADICTS, target="mem-1")
    case = beside(ruled("我现在不吃辣了，改吃粤菜", at=LATER, slot="cuisine"), (known, 0.8), judgement=judgement)
    _, board = settle(case, known=[known])
    change = board.changes[0]
    assert [(memory.id, memory.version) for memory in change.inserts] == [("mem-1", 2)]
    assert (change.switches[0].current, change.switches[0].valid_to) == (False, change.inserts[0].valid_from)


@pytest.mark.parametrize(
    ("text", "same"), [("I moved to Berlin last month.", "i moved to berlin last month"), ("我喜欢简洁的回复", "我喜欢简洁的回复。")]
)
def test_d4_the_same_text_is_only_seen_again(text: str, same: str) -> None:
    known = stored(text)
    (case,), board = settle(ruled(same), known=[known])
    assert action_of(case) == ("NOOP", "exact_duplicate")
    assert [switch.seen_count for switch in board.changes[0].switches] == [2]


def test_the_same_text_over_a_disjoint_interval_is_another_memory() -> None:
    known = stored("I rent a flat in 2024", valid_to=NOW - timedelta(days=1), valid_from=NOW - timedelta(days=300), slot="flat")
    case = beside(
        ruled("I rent a flat in 2024", slot="flat"), (known, 1.0), judgement=judged(consistency=Consistency.DUPLICATE, target="mem-1")
    )
    assert action_of(settle(case, known=[known])[0][0])[0] == "WRITE"


def test_an_expired_memory_is_no_duplicate_and_an_archived_one_comes_back() -> None:
    expired = stored("I am at the airport", expires_at=NOW - timedelta(seconds=1))
    assert action_of(settle(beside(ruled("I am at the airport"), judgement=judged()), known=[expired])[0][0])[0] == "WRITE"
    archived = stored("I am at the airport", stage=RetentionStage.ARCHIVE, archived_at=NOW)
    case = beside(ruled("I am at the airport"), judgement=judged())
    decided, board = settle(case, known=[archived])
    assert action_of(decided[0]) == ("UPDATE", "restored_by_restatement")
    assert board.changes[0].inserts[0].stage is not RetentionStage.ARCHIVE


@pytest.mark.parametrize("threshold", [0.95, 0.5])
def test_a_rewording_at_the_dedup_similarity_needs_no_judge(threshold: float) -> None:
    known = stored("I prefer dark mode")
    case = beside(ruled("I prefer the dark mode"), (known, 0.9), judgement=judged())
    decided, _ = settle(case, known=[known], limits=replace(LIMITS, dedup_similarity=threshold))
    assert action_of(decided[0]) == (("WRITE", "new") if threshold == 0.95 else ("NOOP", "said_again"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ana manages Bob", "Bob manages Ana"),
        ("I like tea", "I like oolong tea"),
        ("我住在杭州", "我住在上海"),
        ("I paid 5 euros", "I paid 6 euros"),
    ],
)
def test_similarity_alone_never_makes_a_duplicate(old: str, new: str) -> None:
    known = stored(old)
    case = beside(ruled(new), (known, 1.0), judgement=judged())
    assert action_of(settle(case, known=[known])[0][0])[0] != "NOOP"


def test_a_judged_duplicate_counts_where_nothing_hard_changed() -> None:
    known = stored("I like short answers")
    assert action_of(against("I prefer concise replies", known, 0.85, Consistency.DUPLICATE)) == ("NOOP", "judged_duplicate")
    assert action_of(against("I prefer concise replies", known, 0.3, Consistency.DUPLICATE))[0] == "WRITE"


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"attribution": Attribution.TOOL_OBSERVATION}, "PENDING_REVIEW"),
        ({}, "UPDATE"),
    ],
)
def test_better_evidence_supersedes_and_worse_waits_with_both_texts(fields: dict[str, Any], outcome: str) -> None:
    known = stored("I live in Berlin", slot="home")
    lines = [("tool" if fields else "user", "I live in Munich")]
    judgement = judged(consistency=Consistency.CONTRADICTS, target="mem-1")
    case = beside(ruled("I live in Munich", lines, at=LATER, slot="home", **fields), (known, 0.8), judgement=judgement)
    decided = settle(case, known=[known])[0][0]
    assert action_of(decided)[0] == outcome
    if outcome == "PENDING_REVIEW":
        assert decided.verdicts[-1].seen["known"] == "I live in Berlin"


@pytest.mark.parametrize("text", ["I live in Munich", "Actually I live in Munich"])
def test_older_evidence_about_a_time_that_is_taken_waits(text: str) -> None:
    known = stored("I live in Berlin", slot="home", observed_at=LATER + timedelta(days=1), valid_from=NOW - timedelta(days=5))
    assert action_of(against(text, known, 0.8, Consistency.CONTRADICTS, slot="home")) == ("PENDING_REVIEW", "weaker_evidence")


def test_a_correction_spoken_later_supersedes_though_it_tells_of_an_earlier_time() -> None:
    known = stored("I live in Berlin", slot="home", observed_at=LATER, valid_from=NOW - timedelta(days=5))
    case = against("Actually I live in Munich", known, 0.8, Consistency.CONTRADICTS, slot="home", observed_at=NOW - timedelta(days=1))
    assert action_of(case) == ("UPDATE", "supersedes")


@pytest.mark.parametrize("text", ["I live in Munich", "Actually I live in Munich"])
def test_late_evidence_takes_its_place_before_what_is_current(text: str) -> None:
    known = stored("I live in Berlin", slot="home", observed_at=LATER + timedelta(days=1), valid_from=LATER + timedelta(days=1))
    case = beside(ruled(text, at=LATER, slot="home"), (known, 0.8), judgement=judged(consistency=Consistency.CONTRADICTS, target="mem-1"))
    (decided,), board = settle(case, known=[known])
    assert action_of(decided) == ("UPDATE", "late_evidence")
    (late,) = board.changes[0].inserts
    assert (late.text, late.version, late.current, late.valid_from, late.valid_to) == (text, 2, False, LATER, known.valid_from)
    assert (board.current["mem-1"].text, board.current["mem-1"].highest_version) == ("I live in Berlin", 2)
    assert board.retired == frozenset()


@pytest.mark.parametrize("fields", [{"importance": 0.7}, {"pinned": True}])
def test_retiring_what_is_important_or_pinned_needs_the_users_own_grounded_word(fields: dict[str, Any]) -> None:
    known = stored("I live in Berlin", slot="home", **fields)
    assert action_of(against("I live in Munich", known, 0.8, Consistency.CONTRADICTS, slot="home"))[0] == "UPDATE"
    lines = [("assistant", "Shall I note that you live in Munich?"), ("user", "Yes, exactly")]
    confirmed = ruled("I live in Munich", lines, at=LATER, slot="home")
    case = beside(confirmed, (known, 0.8), judgement=judged(consistency=Consistency.CONTRADICTS, target="mem-1"))
    assert action_of(settle(case, known=[known])[0][0]) == ("PENDING_REVIEW", "high_risk")


def test_a_pinned_memory_stays_pinned_over_its_versions() -> None:
    known = stored("I live in Berlin", slot="home", pinned=True)
    case = beside(
        ruled("I live in Munich", at=LATER, slot="home"),
        (known, 0.8),
        judgement=judged(consistency=Consistency.CONTRADICTS, target="mem-1"),
    )
    assert settle(case, known=[known])[1].changes[0].inserts[0].pinned


def test_a_core_rule_is_never_overwritten_by_a_machine() -> None:
    known = stored("Always answer in French", layer=Layer.CORE_RULES, slot="language")
    assert action_of(against("Always answer in English", known, 0.9, Consistency.CONTRADICTS, slot="language")) == (
        "PENDING_REVIEW",
        "layer_l1",
    )
    by_admin = against(
        "Always answer in English", known, 0.9, Consistency.CONTRADICTS,
        slot="language", attribution=Attribution.HUMAN_CONFIG, authority=True, layer=Layer.CORE_RULES,
    )  # fmt: skip
    assert action_of(by_admin) == ("UPDATE", "supersedes")


@pytest.mark.parametrize("limit", [3, 1])
def test_one_batch_retires_at_most_so_many_memories(limit: int) -> None:
    colours = ["red", "green", "blue", "white", "black"]
    known = [
        stored(f"My {thing} is {colour}", f"mem-{thing}", slot=thing)
        for thing, colour in zip(["car", "door", "bike", "coat", "hat"], colours, strict=True)
    ]
    cases = [
        beside(
            ruled(f"My {memory.slot} is yellow", at=LATER, slot=memory.slot, number=number),
            (memory, 0.9),
            judgement=judged(consistency=Consistency.CONTRADICTS, target=memory.id),
        )
        for number, memory in enumerate(known, start=1)
    ]
    decided, board = settle(*cases, known=known, limits=replace(LIMITS, max_retired=limit))
    assert [action_of(case)[0] for case in decided].count("UPDATE") == limit
    assert {action_of(case)[1] for case in decided if action_of(case)[0] == "PENDING_REVIEW"} == {"too_many_retired"}
    assert len(board.retired) == limit


@pytest.mark.parametrize("is_offline", [True, False])
def test_contradictions_inside_a_batch_end_in_one_current_version_with_dense_history(is_offline: bool) -> None:
    texts = ["My desk is red", "My desk is green", "My desk is blue"]
    cases = [
        beside(ruled(text, at=NOW + timedelta(minutes=10 * n), slot="desk", number=n, capture_id=f"c{n}"), judgement=judged())
        for n, text in enumerate(texts)
    ]
    decided, board = settle(*reversed(cases), is_offline=is_offline)
    assert [action_of(case)[0] for case in decided] == ["UPDATE", "UPDATE", "WRITE"]
    versions = [memory for change in board.changes for memory in change.inserts]
    assert [(memory.text, memory.version) for memory in versions] == [(text, n) for n, text in enumerate(texts, start=1)]
    assert len({memory.id for memory in versions}) == 1
    switches = [switch for change in board.changes for switch in change.switches]
    assert [switch.valid_to for switch in switches] == [memory.valid_from for memory in versions[1:]]


def test_the_same_thing_twice_in_a_batch_is_written_once() -> None:
    cases = [beside(ruled("I own two cats", number=n, slot="cats"), judgement=judged()) for n in (1, 2)]
    decided, _ = settle(*cases)
    assert [action_of(case)[0] for case in decided] == ["WRITE", "NOOP"]


def test_what_the_judge_cannot_place_beside_the_same_slot_waits() -> None:
    known = stored("I live in Berlin", slot="home")
    case = beside(ruled("I live in Munich", slot="home"), (known, 0.8), judgement=judged(consistency=Consistency.UNKNOWN))
    assert action_of(settle(case, known=[known])[0][0]) == ("PENDING_REVIEW", "slot_unclear")


@pytest.mark.parametrize(
    ("first", "second"), [("I live in Berlin", "I live in Hamburg"), ("我住在杭州", "我住在苏州")], ids=["english", "chinese"]
)
@pytest.mark.parametrize(
    ("level", "becomes"),
    [(Grounding.GROUNDED, ("UPDATE", "supersedes")), (Grounding.WEAKLY_GROUNDED, ("PENDING_REVIEW", "weaker_evidence"))],
    ids=["better", "weaker"],
)
def test_a_judge_that_says_consistent_cannot_let_two_values_of_one_slot_stand_d6(
    first: str, second: str, level: Grounding, becomes: tuple[str, str]
) -> None:
    known = stored(first, slot="residence")
    late = ruled(second, slot="residence", at=NOW + timedelta(hours=1))
    case = beside(late, (known, 0.8), judgement=judged(Action.WRITE, Consistency.CONSISTENT, grounding=level))
    assert action_of(settle(case, known=[known])[0][0]) == becomes


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        ("I live in Berlin", "I moved from Berlin to Hamburg", "UPDATE"),
        ("我住在深圳", "我从深圳搬到了杭州", "UPDATE"),
        ("I moved from Berlin to Hamburg", "I relocated from Berlin to Hamburg", "NOOP"),
    ],
)
def test_no_judge_makes_a_repeat_of_a_correction_that_names_something_new(old: str, new: str, outcome: str) -> None:
    assert action_of(against(new, stored(old, slot="residence"), 0.9, Consistency.DUPLICATE, slot="residence"))[0] == outcome
