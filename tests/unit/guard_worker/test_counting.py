"""Counts told in words: what the sources tell neither so nor in numerals is found, other ways of saying the same are not."""

import pytest

from services.guard_worker.counting import unlike_counts


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        ("I have a flock of goats", "I have a dozen goats"),
        ("I have hundreds of goats", "I have thousands of goats"),
        ("I have goats", "I have hundreds of goats"),
        ("My goat won the third prize", "My goat won the second prize"),
        ("My goat came in 3rd", "My goat came first"),
        ("I run v2 of the tool", "I run v3 of the tool"),
        ("I was born in the nineties", "I was born in the eighties"),
        ("I drink coffee daily", "I drink coffee every week"),
        ("I paid half a million for the farm", "I paid one million for the farm"),
        ("我养了一打山羊", "我养了两打山羊"),
        ("我养了山羊", "我养了好几百只山羊"),
        ("我养了好几百只山羊", "我养了好几千只山羊"),
        ("租约第三季度到期", "租约第四季度到期"),
        ("我买了俩西瓜", "我买了仨西瓜"),
        ("打九折，我买了", "打八折，我买了"),
        ("我正月初五回家", "我正月初六回家"),
        ("农场每月花五百元", "农场每周花五百元"),
        ("我花了半百万买农场", "我花了一百万买农场"),
    ],
)
def test_another_count_is_found(source: str, statement: str) -> None:
    assert unlike_counts(statement, (source,))


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        ("I have 12 goats", "I have a dozen goats"),
        ("I have 350 goats", "I have hundreds of goats"),
        ("I was born in 1994", "I was born in the nineties"),
        ("I am 34", "I am in my thirties"),
        ("I drink coffee every day", "I drink coffee daily"),
        ("I drink coffee", "I drink coffee first thing in the morning"),
        ("My first day is tomorrow", "My first day is on the 5th"),
        ("My first day is tomorrow", "My first day is December 5th"),
        ("I paid half a million, then one million more", "I paid one million more"),
        ("I came 3rd", "I came third"),
        ("我买了两个西瓜", "我买了俩西瓜"),
        ("我养了350只山羊", "我养了好几百只山羊"),
        ("我每天喝咖啡", "我天天喝咖啡"),
        ("我得了第3名", "我得了第三名"),
        ("我最初住在杭州", "我最初住在杭州"),
        ("我喜欢咖啡", "我第一喜欢咖啡"),
    ],
)
def test_the_same_in_other_words_is_not(source: str, statement: str) -> None:
    assert unlike_counts(statement, (source,)) == ()
