"""Who speaks in a text, and what is indexed of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.text.spoken_by import as_said, asks_something, speaker_in


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Ann: I moved", "Ann"),
        ("Mary Ann O'Neil: I moved", "Mary Ann O'Neil"),
        ("小林：我搬家了", "小林"),
        ("小林: 我搬家了", "小林"),
        ("I moved: to Rome", None),
        ("at 10:30 we meet", None),
        ("https://example.org", None),
        ("Ann:", None),
    ],
)
def test_a_name_before_a_colon_speaks(text: str, speaker: str | None) -> None:
    assert speaker_in(text) == speaker


@pytest.mark.parametrize(
    ("text", "speaker", "indexed"),
    [
        ("I moved", "Ann", "Ann: I moved"),
        ("我搬家了", "小林", "小林: 我搬家了"),
        ("Ann: I moved", "Ann", "Ann: I moved"),
        ("ann moved", "Ann", "ann moved"),
        ("I moved", "user", "I moved"),
        ("I moved", None, "I moved"),
        ("I moved", "  ", "I moved"),
    ],
)
def test_a_speaker_is_indexed_where_the_text_does_not_name_it(text: str, speaker: str | None, indexed: str) -> None:
    assert as_said(text, speaker) == indexed


@given(st.text(max_size=80), st.text(max_size=20))
def test_naming_a_speaker_twice_changes_nothing(text: str, speaker: str) -> None:
    assert as_said(as_said(text, speaker), speaker) == as_said(text, speaker)


def test_a_question_mark_of_either_width_asks() -> None:
    assert asks_something("Where?")
    assert asks_something("在哪？")
    assert not asks_something("Here.")
