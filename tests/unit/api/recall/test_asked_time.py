"""Which days a question means by its words, in both languages."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.api.recall.asked_time import asked_time

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("what did I do last summer?", "2026-06-01", "2026-08-31"),
        ("where were we last winter", "2025-12-01", "2026-02-28"),
        ("what did we plan last fall", "2025-09-01", "2025-11-30"),
        ("this spring, what did I plant?", "2026-03-01", "2026-05-31"),
        ("what did we decide in the summer of 2023?", "2023-06-01", "2023-08-31"),
        ("去年夏天我去了哪里", "2025-06-01", "2025-08-31"),
        ("2024年夏天我去了哪里", "2024-06-01", "2024-08-31"),
        ("今年春天我种了什么", "2026-03-01", "2026-05-31"),
        ("前年冬天我们住在哪里", "2024-12-01", "2025-02-28"),
        ("in March 2024, which port did staging have?", "2024-03-01", "2024-03-31"),
        ("2024年3月的端口是多少", "2024-03-01", "2024-03-31"),
        ("what did I eat yesterday?", "2026-11-29", "2026-11-29"),
        ("昨天我吃了什么", "2026-11-29", "2026-11-29"),
        ("上周开会讨论了什么", "2026-11-23", "2026-11-29"),
        ("what did we sell last quarter?", "2026-07-01", "2026-09-30"),
        ("上个季度卖了什么", "2026-07-01", "2026-09-30"),
        ("what did I buy in 2023?", "2023-01-01", "2023-12-31"),
        ("2023年我买了什么", "2023-01-01", "2023-12-31"),
        ("what have I been reading lately?", "2026-10-31", "2026-11-30"),
        ("我最近在读什么书", "2026-10-31", "2026-11-30"),
        ("前几天说的那家店叫什么", "2026-11-23", "2026-11-30"),
        ("最近三天我跑了几次步", "2026-11-27", "2026-11-30"),
    ],
)
def test_the_days_that_are_meant(query: str, first: str, last: str) -> None:
    span = asked_time(query, at=NOW)
    assert span is not None
    assert (span.first_day, span.last_day) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    "query", ["what tea do I like?", "我喜欢喝什么茶", "what do I do in winter?", "port 2023 is taken", "2023年前的事"]
)
def test_where_no_time_is_named_none_is_meant(query: str) -> None:
    assert asked_time(query, at=NOW) is None


def test_the_day_is_that_of_the_askers_timezone() -> None:
    late = datetime(2026, 11, 30, 20, tzinfo=UTC)
    here, there = (asked_time("昨天我说了什么", at=late, timezone=zone) for zone in ("", "Asia/Shanghai"))
    assert here is not None
    assert there is not None
    assert (here.first_day, there.first_day) == (date(2026, 11, 29), date(2026, 11, 30))


@given(
    st.integers(0, 40_000).map(lambda days: datetime(1990, 1, 1, tzinfo=UTC) + timedelta(days=days)),
    st.sampled_from(["spring", "summer", "fall", "winter"]),
)
def test_the_last_season_is_over_and_within_the_last_two_years(at: datetime, season: str) -> None:
    span = asked_time(f"what happened last {season}?", at=at)
    assert span is not None
    assert span.last_day < at.date()
    assert (at.date() - span.last_day).days < 400
