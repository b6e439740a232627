"""Standing orders without a model: kept with their condition, and told from a wish, a piece of advice and one evening's plan."""

import pytest

from tests.unit.extraction.test_offline_extraction import kept

ORDERS = [
    "If a test fails twice, stop and show me its output",
    "Whenever you rename a file, update the index as well",
    "Never rebase a shared branch",
    "Only use approved colours in the slides",
    "Pagers on holidays are forbidden without approval",
    "如果接口报错超过三次，就直接回滚，不要再试",
    "凡是对外的文件，必须先让法务确认",
    "合同里不准出现口头承诺",
    "和供应商沟通要用书面邮件",
    "任何时候都不要直接改线上配置，先出方案给我看",
]
NO_ORDERS = [
    "If it rains tomorrow, I take the tram",
    "If you ever need a hand, call me",
    "If the client signs, we're hiring",
    "Never mind, it works now",
    "Never give up on your dreams",
    "Always happy to help",
    "If a test fails twice, should I stop?",
    "要是明天下雨，就别去爬山了",
    "如果我有空，就先看书",
    "我们必须努力",
    "如果测试失败，要停下来吗？",
]


@pytest.mark.parametrize("spoken", ORDERS)
def test_an_order_for_whenever_something_is_so_is_kept_whole(spoken: str) -> None:
    assert kept(spoken) == [spoken]


@pytest.mark.parametrize("spoken", NO_ORDERS)
def test_a_supposition_a_farewell_and_a_question_are_no_orders(spoken: str) -> None:
    assert kept(spoken) == []
