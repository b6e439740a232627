"""What Redis gives back is redacted once more, and what is no text stays byte for byte."""

from dataclasses import replace

import pytest

from shared.extraction.second_look import redacted_again, redacted_context
from tests.unit.extraction.examples import said, turn

SECRET = "13812345678"
KEY = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"


@pytest.mark.parametrize("text", [f"我的手机是{SECRET}，别打错", f"call me: {SECRET}", f"my key is {KEY}"])
def test_a_turn_that_was_stored_before_a_rule_existed_is_redacted_now(text: str) -> None:
    again = redacted_again(turn(text, ("assistant", f"noted {SECRET}")))
    seen = " ".join(message.text for message in again.messages)
    assert SECRET not in seen
    assert KEY not in seen
    assert "[REDACTED:" in seen


def test_names_metadata_and_data_are_text_too_their_field_names_included() -> None:
    asked = turn("hello", metadata={"transcript": [f"ring {SECRET}"], SECRET: 1}, data={"contact": SECRET, "ctr": 0.02})
    asked = replace(asked, messages=tuple(replace(message, name=f"Ann {SECRET}") for message in asked.messages))
    again = redacted_again(asked)
    assert SECRET not in f"{again.metadata} {again.data} {again.messages}"
    assert again.data["ctr"] == 0.02


def test_identifiers_and_labels_are_left_as_they_are() -> None:
    asked = turn(f"call {SECRET}", user_id=SECRET, session_id=f"s-{SECRET}", chat_id=SECRET, labels={"phone": SECRET})
    again = redacted_again(asked)
    assert (again.user_id, again.session_id, again.chat_id, dict(again.labels)) == (SECRET, f"s-{SECRET}", SECRET, {"phone": SECRET})
    assert [message.message_id for message in again.messages] == [message.message_id for message in asked.messages]


@pytest.mark.parametrize("text", ["I live in Berlin", "我住在杭州", "already gone: [REDACTED:phone]", ""])
def test_a_turn_with_nothing_to_find_is_the_turn_itself(text: str) -> None:
    asked = turn(text, metadata={"a": [1, {"b": None}]}, data={"n": 3})
    assert redacted_again(asked) is asked


def test_a_second_look_at_the_second_look_finds_nothing() -> None:
    once = redacted_again(turn(f"call {SECRET}"))
    assert redacted_again(once) is once


def test_the_messages_before_a_window_are_redacted_likewise() -> None:
    (kept,) = redacted_context([replace(said("user", f"call {SECRET}"), name=f"Ann {SECRET}")])
    assert SECRET not in f"{kept.text}{kept.name}"
    assert (kept.is_context, kept.message_id) == (True, "t0/h0")
