"""The local judge's answer is read strictly: whatever is not exactly the format is no answer, and never a WRITE."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.guard_worker.doubt_answer import FIELDS, DoubtAnswer, Flaw, Malformed, judgement_of, read_doubt_answer
from shared.domain.decision import Action, Consistency, Grounding
from tests.factories import make_memory

DOUBTS = "<doubt-check>The user said so.</doubt-check>\n"
WRITE = '{"action": "WRITE", "reason": "said plainly"}'
KNOWN = [make_memory("I live in Berlin", memory_id="mem-1"), make_memory("I own two cats", memory_id="mem-2")]


def flaw_of(text: str, *, memories: int = 2, cut_off: bool = False) -> Flaw:
    with pytest.raises(Malformed) as caught:
        read_doubt_answer(text, memories=memories, cut_off=cut_off)
    return caught.value.flaw


@pytest.mark.parametrize(
    "text",
    [
        DOUBTS + WRITE,
        f"\n\n{DOUBTS}\n\n{WRITE}\n",
        f"\ufeff{DOUBTS}{WRITE}",
        f"{DOUBTS}```json\n{WRITE}\n```",
        f"{DOUBTS}```\n{WRITE}\n```\n",
        f'<think>perhaps {{"action": "REJECT"}}</think>\n{DOUBTS}{WRITE}',
        f'{DOUBTS}{{"reason": "said plainly", "target": null, "action": "WRITE"}}',
        '<doubt-check>他说 "{" 了吗？说了。</doubt-check>{"action":"WRITE","reason":"用户亲口说的"}',
    ],
)
def test_the_format_is_read(text: str) -> None:
    assert read_doubt_answer(text, memories=0).action is Action.WRITE


@pytest.mark.parametrize(("target", "memory_id"), [(1, "mem-1"), ("2", "mem-2")])
def test_an_update_names_a_memory_by_its_number(target: object, memory_id: str) -> None:
    answer = read_doubt_answer(DOUBTS + json.dumps({"action": "UPDATE", "target": target, "reason": "moved"}), memories=2)
    assert judgement_of(answer, KNOWN).target_id == memory_id


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("", Flaw.NO_TAG),
        (WRITE, Flaw.NO_TAG),
        ("I would write it.", Flaw.NO_TAG),
        (f"<doubt>hm</doubt>{WRITE}", Flaw.NO_TAG),
        (f"</doubt-check>{WRITE}", Flaw.NO_TAG),
        (f"<doubt-check>hm {WRITE}", Flaw.UNCLOSED),
        (f"</doubt-check><doubt-check>{WRITE}", Flaw.UNCLOSED),
        (f"<think>{DOUBTS}{WRITE}", Flaw.WORDS_BEFORE),
        (f"{DOUBTS}{DOUBTS}{WRITE}", Flaw.SEVERAL_TAGS),
        (f"<doubt-check><doubt-check>a</doubt-check></doubt-check>{WRITE}", Flaw.SEVERAL_TAGS),
        (f"{DOUBTS}{WRITE}</doubt-check>", Flaw.SEVERAL_TAGS),
        (f"Sure: {DOUBTS}{WRITE}", Flaw.WORDS_BEFORE),
        (DOUBTS, Flaw.BROKEN_JSON),
        (f"{DOUBTS}WRITE", Flaw.BROKEN_JSON),
        (f"{DOUBTS}{WRITE[:-1]}", Flaw.BROKEN_JSON),
        (f"{DOUBTS}{{'action': 'WRITE', 'reason': 'x'}}", Flaw.BROKEN_JSON),
        (f"{DOUBTS}[{WRITE}]", Flaw.BROKEN_JSON),
        (f"{DOUBTS}I say {WRITE}", Flaw.BROKEN_JSON),
        (f"{DOUBTS}{'[' * 100_000}", Flaw.BROKEN_JSON),
        (f'{DOUBTS}{{"action": {"9" * 5000}}}', Flaw.BROKEN_JSON),
        (f"{DOUBTS}{WRITE}{WRITE}", Flaw.TWO_ACTIONS),
        (f'{DOUBTS}{WRITE} {{"action": "REJECT", "reason": "y"}}', Flaw.TWO_ACTIONS),
        (f'{DOUBTS}{{"action": "REJECT", "action": "WRITE", "reason": "x"}}', Flaw.TWO_ACTIONS),
        (f"{DOUBTS}{WRITE} That is all.", Flaw.WORDS_BEHIND),
        (f'{DOUBTS}{{"action": "WRITE", "reason": "x", "second": "REJECT"}}', Flaw.UNKNOWN_FIELD),
        (f'{DOUBTS}{{"action": ["WRITE", "REJECT"], "reason": "x"}}', Flaw.UNKNOWN_ACTION),
        (f'{DOUBTS}{{"action": "WRITE|UPDATE", "reason": "x"}}', Flaw.UNKNOWN_ACTION),
        (f'{DOUBTS}{{"action": "write", "reason": "x"}}', Flaw.UNKNOWN_ACTION),
        (f'{DOUBTS}{{"action": "NOOP", "reason": "x"}}', Flaw.UNKNOWN_ACTION),
        (f'{DOUBTS}{{"reason": "x"}}', Flaw.UNKNOWN_ACTION),
        (f'{DOUBTS}{{"action": "WRITE"}}', Flaw.NO_REASON),
        (f'{DOUBTS}{{"action": "WRITE", "reason": " "}}', Flaw.NO_REASON),
    ],
)
def test_anything_else_is_malformed_and_says_how(text: str, flaw: Flaw) -> None:
    assert flaw_of(text) is flaw


@pytest.mark.parametrize("target", [None, 0, 3, -1, 1.0, True, "three", "", "²", [1], {"number": 1}])
def test_an_update_of_nothing_that_was_listed_is_malformed(target: object) -> None:
    assert flaw_of(DOUBTS + json.dumps({"action": "UPDATE", "target": target, "reason": "x"})) is Flaw.UNKNOWN_TARGET


@pytest.mark.parametrize("action", ["WRITE", "REJECT"])
def test_a_target_with_another_action_is_malformed(action: str) -> None:
    assert flaw_of(DOUBTS + json.dumps({"action": action, "target": 1, "reason": "x"})) is Flaw.UNKNOWN_TARGET


def test_an_answer_that_was_cut_off_is_malformed_however_complete_it_looks_x6() -> None:
    assert flaw_of(DOUBTS + WRITE, cut_off=True) is Flaw.CUT_OFF


@pytest.mark.parametrize(
    ("action", "target", "grounding", "consistency"),
    [
        (Action.WRITE, None, Grounding.GROUNDED, Consistency.CONSISTENT),
        (Action.UPDATE, 2, Grounding.GROUNDED, Consistency.REFINES),
        (Action.REJECT, None, Grounding.UNSUPPORTED, Consistency.UNKNOWN),
    ],
)
def test_an_answer_is_said_in_the_guards_words(action: Action, target: int | None, grounding: Grounding, consistency: Consistency) -> None:
    judgement = judgement_of(DoubtAnswer(action=action, target=target, reason="because", doubts="who said it?"), KNOWN)
    assert (judgement.action, judgement.grounding, judgement.consistency) == (action, grounding, consistency)
    assert judgement.target_id == ("mem-2" if target else None)
    assert (judgement.attribution, judgement.quality, judgement.said_by) == (None, None, "local")


def test_a_reason_keeps_no_secret() -> None:
    answer = read_doubt_answer(DOUBTS + '{"action": "REJECT", "reason": "holds AKIAIOSFODNN7EXAMPLE"}', memories=0)
    assert "AKIA" not in judgement_of(answer, ()).reason


PIECES = st.sampled_from([
    "<doubt-check>", "</doubt-check>", "<think>", "</think>", WRITE, WRITE[:-1], '{"action": "UPDATE", "target": 1, "reason": "x"}',
    '{"action": "REJECT", "reason": "x"}', "```json\n", "\n```", " ", "\n", "说得对", "WRITE", '"action"', "{", "}",
])  # fmt: skip


@given(st.lists(PIECES, max_size=8).map("".join) | st.text(max_size=60), st.integers(0, 2))
def test_whatever_comes_either_keeps_to_the_format_or_is_malformed(text: str, memories: int) -> None:
    try:
        answer = read_doubt_answer(text, memories=memories)
    except Malformed:
        return
    assert text.count("<doubt-check>") >= 1
    assert text.count("{") >= 1
    assert (answer.target is not None) == (answer.action is Action.UPDATE)
    assert answer.target is None or 1 <= answer.target <= memories


@given(st.dictionaries(st.sampled_from([*sorted(FIELDS), "extra"]), st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=6)))
def test_an_object_counts_only_with_its_own_fields_and_words(fields: dict[str, Any]) -> None:
    is_whole = (
        fields.keys() <= FIELDS
        and fields.get("action") in {"WRITE", "REJECT"}
        and isinstance(fields.get("reason"), str)
        and bool(str(fields["reason"]).strip())
        and fields.get("target") is None
    )
    if is_whole:
        assert read_doubt_answer(DOUBTS + json.dumps(fields), memories=2).action.value == fields["action"]
    elif fields.get("action") != "UPDATE":
        assert flaw_of(DOUBTS + json.dumps(fields))
