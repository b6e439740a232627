"""Amounts said without a figure support the figure, and no other."""

import pytest

from services.guard_worker.other_writings import in_figures
from tests.unit.guard_worker.scenes import ruled


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("用户身高178厘米", "我一米七八"),
        ("用户身高1.8米", "我身高一米八"),
        ("用户身高1.75米", "我1米75"),
        ("The user's shoe size is 9.5", "my shoe size is 9 and a half"),
        ("用户9月考试", "我九月考试"),
        ("用户1989年出生", "我是89年的"),
        ("The user was born in 1987", "I was born in '87"),
        ("The user's flat is on the 4th floor", "my flat is on the fourth floor"),
        ("The user's two children attend Hillcrest", "both my kids attend Hillcrest"),
        ("The user has used helix since January", "I've used helix since january"),
    ],
)
def test_a_figure_is_supported_by_words(statement: str, said: str) -> None:
    assert ruled(statement, [("user", said)]).decision is None


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("用户身高187厘米", "我一米七八"),
        ("用户身高1.85米", "我身高一米八"),
        ("The user's shoe size is 9", "my shoe size is 9 and a half"),
        ("用户8月考试", "我九月考试"),
        ("用户1988年出生", "我是89年的"),
        ("The user's flat is on the 5th floor", "my flat is on the fourth floor"),
        ("The user's three children attend Hillcrest", "both my kids attend Hillcrest"),
        ("The user has used helix since June", "I've used helix since january"),
    ],
)
def test_another_figure_is_not(statement: str, said: str) -> None:
    case = ruled(statement, [("user", said)])
    assert case.decision is not None
    assert case.decision.reason == "unsupported_number"


@pytest.mark.parametrize("text", ["三十一米八十", "a third of us", "first things first", "十一米七八的绳子", "近20年的经验"])
def test_what_only_looks_like_one_gives_none(text: str) -> None:
    assert in_figures((text,)) == ()
