"""Where a text may be cut, and that nothing is lost by cutting."""

import pytest
from hypothesis import given, settings, strategies

from shared.text.chunking import chunks, is_long_enough, pieces, sentences, weighted_length
from tests.unit.text.mixed_text import mixed_text


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("你好！世界。再见", ("你好！", "世界。", "再见")),
        ("Hello there. How are you? Fine!", ("Hello there.", "How are you?", "Fine!")),
        ("价格 3.14 元。好", ("价格 3.14 元。", "好")),
        ("See Mr. Smith at a.com v1.2 today. Ok.", ("See Mr. Smith at a.com v1.2 today.", "Ok.")),
        ("one\ntwo", ("one", "two")),
        ("他说：“好。”然后走了。", ("他说：“好。”", "然后走了。")),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, right: tuple[str, ...]) -> None:
    assert sentences(text) == right


def test_chinese_characters_weigh_two_and_a_half() -> None:
    assert weighted_length("用户喜欢") == 10
    assert is_long_enough("用户喜欢简洁的回复")
    assert not is_long_enough("ok thanks")


@settings(max_examples=200, deadline=None)
@given(mixed_text)
def test_pieces_joined_are_the_text(text: str) -> None:
    assert "".join(pieces(text)) == text


@settings(max_examples=200, deadline=None)
@given(mixed_text, strategies.integers(min_value=1, max_value=50))
def test_chunks_are_bounded_and_lose_no_character(text: str, size: int) -> None:
    cut = chunks(text, size)
    assert all(0 < len(chunk) <= size for chunk in cut)
    assert "".join("".join(cut).split()) == "".join(text.split())


def test_e4_a_long_chinese_turn_is_cut_at_sentence_ends() -> None:
    text = "我喜欢喝茶，也喜欢看书。" * 2500
    cut = chunks(text)
    assert "".join(cut) == text
    assert all(chunk.endswith("。") for chunk in cut)


def test_paragraphs_stay_whole_where_they_fit() -> None:
    text = "\n\n".join(f"paragraph {number} " + "word " * 50 for number in range(20))
    assert all(chunk.startswith("paragraph") for chunk in chunks(text, 600))
