import pytest

from shared.text.near_duplicates import says_nearly_the_same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ann prefers short reports on Monday morning", "Ann prefers short reports Monday mornings", True),
        ("用户喜欢简洁的回复风格", "用户喜欢简洁的回复风格。", True),
        ("用户喜欢喝绿茶，早上喝", "用户喜欢早上喝绿茶", True),
        ("The budget of brand A is 5000 a day", "The budget of brand A is 6000 a day", False),
        ("The budget of brand A is 1.5k a day", "The budget of brand A is 1500 a day", True),
        ("用户喜欢吃香菜", "用户不喜欢吃香菜", False),
        ("Ann eats meat for lunch", "Ann never eats meat for lunch", False),
        ("Ann works in Berlin", "Ann lives near the office in Munich", False),
        ("", "", False),
    ],
)
def test_near_duplicates_share_their_words_and_differ_in_no_number_and_no_denial(one, other, same):
    assert says_nearly_the_same(one, other) is same
    assert says_nearly_the_same(other, one) is same
