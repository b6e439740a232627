"""Since when a statement holds, by its own words."""

from datetime import UTC, datetime

import pytest

from shared.domain.decision import Action
from shared.extraction.offline_extraction import offline_drafts
from shared.extraction.stated_times import begins_at
from tests.pipeline import Pipeline
from tests.unit.extraction.examples import turn, window

EVENING = datetime(2026, 3, 2, 17, 30, tzinfo=UTC)  # a Monday; already Tuesday in Shanghai


@pytest.mark.parametrize(
    ("statement", "timezone", "day"),
    [
        ("I moved to Berlin yesterday", "UTC", datetime(2026, 3, 1, tzinfo=UTC)),
        ("I quit my job last Friday", "UTC", datetime(2026, 2, 27, tzinfo=UTC)),
        ("I adopted a cat three days ago", "UTC", datetime(2026, 2, 27, tzinfo=UTC)),
        ("我昨天搬到了杭州", "UTC", datetime(2026, 3, 1, tzinfo=UTC)),
        ("我昨天搬到了杭州", "Asia/Shanghai", datetime(2026, 3, 1, 16, tzinfo=UTC)),
        ("我上周五辞职了", "UTC", datetime(2026, 2, 27, tzinfo=UTC)),
        ("我三天前领养了一只猫", "UTC", datetime(2026, 2, 27, tzinfo=UTC)),
        ("I started at Acme on Friday", "UTC", datetime(2026, 2, 27, tzinfo=UTC)),
        ("We signed the contract on 20 February", "UTC", datetime(2026, 2, 20, tzinfo=UTC)),
        ("2月20日我们签了合同", "Asia/Shanghai", datetime(2026, 2, 19, 16, tzinfo=UTC)),
    ],
)
def test_e9_e11_a_past_day_is_resolved_where_the_speaker_lives(statement: str, timezone: str, day: datetime) -> None:
    assert begins_at(statement, at=EVENING, timezone=timezone) == day


@pytest.mark.parametrize(
    "statement",
    ["I live in Berlin", "I fly to Rome next Wednesday", "I run every Friday", "I worked there until yesterday",
     "I met Bob yesterday and Eve last Friday", "I moved last month", "我住在杭州", "我下周三去北京出差", "我每周五跑步",
     "周五的产品演示由我负责", "我打算12月20日去东京出差", "会议安排在周五", "我要周五去体检", "The launch is on 20 December",
     "I fly to Rome on Friday", "The demo on Friday is mine", "The call is scheduled for Friday", "I will be promoted on Friday",
     "昨天之前我住在杭州", "我上个月搬家了", "如果昨天下雨我就不去"],
)  # fmt: skip
def test_what_is_ahead_repeated_vague_or_double_begins_nowhere(statement: str) -> None:
    assert begins_at(statement, at=EVENING, timezone="UTC") is None


@pytest.mark.parametrize(("said", "quote"), [("我昨天搬到了杭州", "杭州"), ("I moved to Berlin yesterday", "Berlin")])
def test_e11_the_rules_say_since_when(said: str, quote: str) -> None:
    (draft,) = offline_drafts(window(turn(said, timezone="Asia/Shanghai")))
    assert quote in draft.text
    assert draft.valid_from == datetime(2026, 2, 28, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    "said",
    [
        "周五的产品演示由我负责。",
        "我打算12月20日去东京出差。",
        "我上周五辞职了。",
        "The launch is on 20 December.",
        "I quit my job last Friday.",
    ],
)
@pytest.mark.parametrize("timezone", ["Asia/Shanghai", "America/Los_Angeles", "Pacific/Auckland", "UTC"])
def test_e9_a_day_of_the_speakers_own_timezone_is_supported_by_his_words(said: str, timezone: str) -> None:
    house = Pipeline()
    said_turn = turn(said, timezone=timezone)
    house.play([said_turn])
    assert [(outcome.action, outcome.reason) for outcome in house.outcomes(said_turn)] == [(Action.WRITE, "new")]
