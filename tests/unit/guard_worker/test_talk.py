"""What is only talk: about the conversation, the work at hand or a passing state; and what sounds like it and is not."""

import pytest

from shared.domain.candidate import Category, Layer
from tests.unit.guard_worker.scenes import action_of, ruled


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("User said thanks", "ok sounds good, thanks a lot!"),
        ("User is asking how to export", "I need an export of this"),
        ("User wants the tests run again", "run the tests again pls"),
        ("User has the same error", "that didn't work, same error"),
        ("User finds it weird", "hmm that's weird"),
        ("User is tired today", "I'm tired today"),
        ("User commits a typo fix", 'git commit -m "fix typo" && git push'),
        ("User likes working on PR 123", "I am debugging PR #123"),
        ("用户表示感谢", "好嘞，多谢！"),
        ("用户问刚才说了什么", "我刚才说什么来着"),
        ("用户要求再跑一遍测试", "再跑一遍测试"),
        ("用户遇到一样的报错", "还是报错，一样的问题"),
        ("用户今天很累", "今天好累啊"),
        ("用户偏好调试PR", "正在调试 PR #123"),
    ],
)
def test_talk_is_no_memory_j7_j15(statement: str, line: str) -> None:
    assert action_of(ruled(statement, [("user", line)])) == ("REJECT", "not_a_memory")


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("User says grace before every meal", "We say grace before every meal"),
        ("User runs again after an injury", "I run again since May, after an injury"),
        ("User is tired of remote work", "I'm tired of remote work"),
        ("用户再也不喝酒", "我再也不喝酒了"),
        ("用户怕冷", "我特别怕冷"),
    ],
)
def test_what_sounds_like_talk_goes_on(statement: str, line: str) -> None:
    assert ruled(statement, [("user", line)]).decision is None


def test_the_work_at_hand_may_be_told_as_the_present_j15() -> None:
    case = ruled("用户正在调试 PR #123", [("user", "正在调试 PR #123")], layer=Layer.REALTIME_ENV, category=Category.FACT)
    assert case.decision is None


@pytest.mark.parametrize(
    ("spoken", "reply", "statement"),
    [
        ("I love a good mushroom risotto.", "ok thanks", "User loves mushroom risotto"),
        ("The data is stored in the Frankfurt bucket.", "cool", "User stores data in Frankfurt"),
        ("我很喜欢番茄牛腩。", "嗯嗯", "用户喜欢番茄牛腩"),
        ("京东退款需要5个工作日。", "知道了", "用户退款需要5个工作日"),
    ],
)
def test_an_ok_takes_up_only_what_was_suggested_j6(spoken: str, reply: str, statement: str) -> None:
    case = ruled(statement, [("assistant", spoken), ("user", reply)], cites=[("m1", spoken)])
    assert action_of(case) == ("REJECT", "unconfirmed_assistant")


@pytest.mark.parametrize(
    ("spoken", "reply", "statement"),
    [
        ("Welcome back! Last time you told me you live in Ghent.", "yep what's up", "User lives in Ghent"),
        ("欢迎回来！上次你说你住在绍兴。", "嗯 有事问你", "用户住在绍兴"),
    ],
)
def test_a_restatement_is_an_echo_whatever_the_reply_j2(spoken: str, reply: str, statement: str) -> None:
    case = ruled(statement, [("assistant", spoken), ("user", reply)], cites=[("m1", spoken)])
    assert action_of(case) == ("REJECT", "recall_echo")


def test_a_restatement_that_asks_may_be_confirmed() -> None:
    spoken = "You told me you live in Ghent, right?"
    case = ruled("User lives in Ghent", [("assistant", spoken), ("user", "Yes, exactly.")], cites=[("m1", spoken)])
    assert case.decision is None
