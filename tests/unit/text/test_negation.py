"""Yes or no: what a statement affirms and what it denies."""

import pytest

from shared.text.negation import is_negated, negated_words, polarity, same_polarity


@pytest.mark.parametrize(
    "text",
    [
        "我不喜欢咖啡",
        "I don't like coffee",
        "I never eat meat",
        "他没有车",
        "别叫我老王",
        "I no longer work there",
        "我讨厌香菜",
        "我戒了烟",
    ],
)
def test_a_denial_is_negated(text: str) -> None:
    assert is_negated(text)
    assert polarity(text) == -1


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢咖啡",
        "I like coffee",
        "味道不错",
        "差不多了",
        "他特别高兴",
        "不得不说很好",
        "not only tea",
        "能不能快点",
        "别墅很大",
        "无论如何",
        "我非常喜欢",
        "Don't forget that I am diabetic",
        "别忘了我对青霉素过敏",
    ],
)
def test_a_word_that_only_holds_a_negation_denies_nothing(text: str) -> None:
    assert not is_negated(text)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("喜欢苹果不喜欢香蕉", "喜欢香蕉不喜欢苹果", False),
        ("喜欢苹果，不喜欢香蕉", "喜欢苹果不喜欢香蕉", True),
        ("我喜欢咖啡", "我不喜欢咖啡", False),
        ("I love tea, not coffee", "I love coffee, not tea", False),
        ("I like tea", "I really like tea", True),
        ("Ann is vegetarian", "Ann isn't vegetarian", False),
    ],
)
def test_polarity_is_compared_word_by_word(first: str, second: str, *, same: bool) -> None:
    assert same_polarity(first, second) is same
    assert same_polarity(second, first) is same


@pytest.mark.parametrize(
    ("spoken", "affirms"),
    [
        ("No, my budget is 1800 euros", True),
        ("不对，我住在泉州", True),
        ("不，我住在苏州", True),
        ("No, I do not live in Porto", False),
        ("不对，我不住在厦门", False),
        ("No dogs, please", False),
        ("不，", False),
    ],
)
def test_a_no_that_opens_denies_what_was_said_before_and_nothing_that_follows(spoken: str, *, affirms: bool) -> None:
    assert (polarity(spoken) == 1) is affirms


def test_the_denied_words_are_named() -> None:
    assert negated_words("我喜欢苹果，不喜欢香蕉") == ("喜欢香蕉",)
