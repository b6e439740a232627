"""Words for times, resolved against when and where they were said."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.text.relative_time import time_meant
from tests.unit.text.public_data import shared_json

WEDNESDAY = datetime(2026, 8, 12, 14, 30, tzinfo=UTC)
FOREIGN = re.compile(
    r"\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|"
    r"giugno|luglio|settembre|ottobre|novembre|dicembre|janvier|mars|avril|mai|juin|juillet|aout|septembre|octobre|decembre|januar|"
    r"februar|juni|juli|oktober|dezember|marz|letzt\w*|gestern|hier|ayer|hoy|oggi|ieri|aujourd|semana|semaine|settimana|mes|mois|mese|"
    r"anno|jahr|giorni|jours|tagen|dernier|scorso|pasado)\b",
    re.IGNORECASE,
)


def days(text: str, at: datetime = WEDNESDAY, timezone: str = "") -> tuple[str, str] | None:
    span = time_meant(text, at=at, timezone=timezone)
    return None if span is None else (span.first_day.isoformat(), span.last_day.isoformat())


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what did I do last week", "2026-08-03", "2026-08-09"),
        ("上周做了什么", "2026-08-03", "2026-08-09"),
        ("we meet next Friday", "2026-08-14", "2026-08-14"),
        ("下周五见", "2026-08-21", "2026-08-21"),
        ("last Wednesday", "2026-08-05", "2026-08-05"),
        ("上周三开了会", "2026-08-05", "2026-08-05"),
        ("今天下午去了医院", "2026-08-12", "2026-08-12"),
        ("three weeks ago", "2026-07-22", "2026-07-22"),
        ("三周前", "2026-07-22", "2026-07-22"),
        ("in two months", "2026-10-12", "2026-10-12"),
        ("两个月后", "2026-10-12", "2026-10-12"),
        ("大前天", "2026-08-09", "2026-08-09"),
        ("the day before yesterday", "2026-08-10", "2026-08-10"),
        ("去年", "2025-01-01", "2025-12-31"),
        ("第二季度", "2026-04-01", "2026-06-30"),
        ("past 3 days", "2026-08-09", "2026-08-12"),
        ("on 13 July 2026", "2026-07-13", "2026-07-13"),
        ("2024年3月3日入职", "2024-03-03", "2024-03-03"),
        ("01/15/2024", "2024-01-15", "2024-01-15"),
        ("十二月", "2025-12-01", "2025-12-31"),
        ("去年三月", "2025-03-01", "2025-03-31"),
        ("late January 2025", "2025-01-21", "2025-01-31"),
        ("上上周五", "2026-07-31", "2026-07-31"),
        ("Tuesday of last week", "2026-08-04", "2026-08-04"),
        ("上个月20号", "2026-07-20", "2026-07-20"),
        ("the 20th of last month", "2026-07-20", "2026-07-20"),
        ("两三天前", "2026-08-09", "2026-08-10"),
        ("two or three days ago", "2026-08-09", "2026-08-10"),
        ("半年前", "2026-02-12", "2026-02-12"),
        ("a year and a half ago", "2025-02-12", "2025-02-12"),
        ("2025年第三季度", "2025-07-01", "2025-09-30"),
        ("in Q3 2025", "2025-07-01", "2025-09-30"),
        ("去年国庆", "2025-10-01", "2025-10-07"),
        ("last Christmas", "2025-12-25", "2025-12-25"),
        ("7月20号到25号", "2026-07-20", "2026-07-25"),
        ("May 3–7", "2026-05-03", "2026-05-07"),
        ("call at 3pm", "2026-08-11", "2026-08-11"),
        ("早上八点的药", "2026-08-12", "2026-08-12"),
    ],
)
def test_time_words_mean_days(text: str, first: str, last: str) -> None:
    assert days(text) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "上海的天气",
        "she may have been right",
        "一百万年前",
        "十亿年前",
        "the quick brown fox",
        "1234567",
        "wed",
        "几年前",
        "30 February 2026",
        "5号楼",
        "how many days are in a week",
    ],
)
def test_what_names_no_time_means_none(text: str) -> None:
    assert days(text) is None


def test_e9_a_day_is_that_of_the_speakers_zone() -> None:
    late = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
    assert days("今天下午", late, "Asia/Shanghai") == ("2026-11-30", "2026-11-30")
    assert days("今天下午", late) == ("2026-11-29", "2026-11-29")
    span = time_meant("today", at=late, timezone="Asia/Shanghai")
    assert span is not None
    assert (span.start, span.end) == (datetime(2026, 11, 29, 16, tzinfo=UTC), datetime(2026, 11, 30, 16, tzinfo=UTC))


@pytest.mark.parametrize(("at", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-06-01", 24)])
def test_a_day_of_the_change_of_clocks_is_as_long_as_it_was(at: str, hours: int) -> None:
    noon = datetime.fromisoformat(f"{at}T12:00:00+00:00")
    span = time_meant("today", at=noon, timezone="Europe/Berlin")
    assert span is not None
    assert span.end - span.start == timedelta(hours=hours)


@given(st.text(max_size=60), st.datetimes(min_value=datetime(1000, 1, 1), max_value=datetime(9000, 1, 1)))  # noqa: DTZ001
def test_no_text_and_no_time_breaks_it(text: str, at: datetime) -> None:
    span = time_meant(text, at=at.replace(tzinfo=UTC), timezone="Europe/Berlin")
    assert span is None or span.first_day <= span.last_day


@pytest.mark.parametrize("language", ["zh", "en"])
def test_e11_nine_in_ten_golden_dates_are_right_in_each_language(language: str) -> None:
    golden = shared_json("temporal-queries/golden_dev.json")
    right = total = 0
    for question, range_wanted in golden.items():
        at, text = question.split("\x1f")
        if range_wanted is None or _language(text) != language:
            continue
        wanted = tuple(date.fromisoformat(moment[:10]).isoformat() for moment in range_wanted)
        right += days(text, datetime.fromisoformat(at).replace(tzinfo=UTC)) == wanted
        total += 1
    assert total > 100
    assert right / total >= 0.9, f"{right} of {total}"


def _language(text: str) -> str:
    if re.search(r"[\u3040-\u30ff]", text):
        return "ja"
    if re.search(r"[一-鿿]", text):
        return "zh"
    return "en" if text.isascii() and not FOREIGN.search(text) else "other"
