"""Time words against the dates they can mean. The scene's now is Monday, 30 November 2026."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.guard_worker.relative_times import day_ranges, is_meant
from tests.factories import NOW


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("today", "2026-11-30"),
        ("今天下午", "2026-11-30"),
        ("yesterday", "2026-11-29"),
        ("昨天", "2026-11-29"),
        ("the day before yesterday", "2026-11-28"),
        ("前天", "2026-11-28"),
        ("tomorrow", "2026-12-01"),
        ("后天", "2026-12-02"),
        ("大后天", "2026-12-03"),
        ("next Friday", "2026-12-04"),
        ("下周五", "2026-12-04"),
        ("last week", "2026-11-23"),
        ("上周", "2026-11-23"),
        ("last month", "2026-10"),
        ("上个月", "2026-10"),
        ("下个月", "2026-12"),
        ("last year", "2025"),
        ("去年", "2025"),
        ("后年", "2028"),
        ("three years ago", "2023"),
        ("3年前", "2023"),
        ("三年前", "2023"),
        ("a couple weeks ago", "2026-11-16"),
        ("two days ago", "2026-11-28"),
        ("in March", "2026-03"),
        ("on the 5th", "2026-12-05"),
        ("12月5号", "2026-12-05"),
        ("in 10 days", "2026-12-10"),
        ("yesterday", "--11-29"),
        ("for 5 years", "2021"),
    ],
)
def test_a_date_that_the_words_can_mean_is_supported(words: str, value: str) -> None:
    assert is_meant(value, day_ranges(words, NOW))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("yesterday", "2026-11-20"),
        ("last year", "2024"),
        ("next Friday", "2027-01-08"),
        ("三年前", "2019"),
        ("I like tea", "2026-11-30"),
        ("今天", "--02-29"),
    ],
)
def test_another_date_is_not(words: str, value: str) -> None:
    assert not is_meant(value, day_ranges(words, NOW))


@given(st.text(max_size=60), st.datetimes(timezones=st.just(UTC)))
def test_no_text_and_no_time_breaks_it(text: str, at: datetime) -> None:
    assert all(start <= end for start, end in day_ranges(f"{text} 三年前 99999 years ago last month next year", at))
