"""What a session keeps of a turn, whatever was said in it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.candidate import Role
from shared.domain.turn import TurnMessage
from shared.extraction.kept_words import LONGEST_MESSAGE, kept_words, length_of
from tests.factories import make_turn

ROLES = st.sampled_from(Role)
TEXTS = st.one_of(st.text(max_size=60), st.sampled_from(["我住在杭州。", "  ", "One. Two three. ", "x" * 30]).map(lambda text: text * 40))


@given(st.lists(st.tuples(ROLES, TEXTS), max_size=6), st.integers(min_value=100, max_value=2000))
def test_it_is_bounded_and_holds_the_newest_spoken_words_as_they_were_said(said: list[tuple[Role, str]], most: int) -> None:
    messages = tuple(TurnMessage(message_id=f"m{number}", role=role, text=text) for number, (role, text) in enumerate(said))
    kept = kept_words(replace(make_turn(), messages=messages), most_characters=most)
    spoken = [message for message in messages if message.role in (Role.USER, Role.ASSISTANT) and message.text.strip()]
    assert (kept is None) == (not spoken)
    if kept is not None:
        assert length_of(kept) <= most
        for told, message in zip(reversed(kept.messages), reversed(spoken), strict=False):
            assert told.message_id == message.message_id
            assert "".join(message.text.split()).startswith("".join(told.text.split()))
            assert told.text


@pytest.mark.parametrize(("sentence", "end"), [("Nolte delivers 1,500 lamps on Thursday. ", "."), ("诺尔特周四送1500盏灯。", "。")])
def test_a_long_message_is_kept_up_to_the_end_of_a_sentence(sentence: str, end: str) -> None:
    kept = kept_words(make_turn(sentence * 50_000), most_characters=24_000)
    assert kept is not None
    (message,) = kept.messages
    assert LONGEST_MESSAGE - 2 * len(sentence) < len(message.text) <= LONGEST_MESSAGE
    assert message.text.endswith(end)
