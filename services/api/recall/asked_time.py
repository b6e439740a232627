"""The time a question names, beyond what a statement's words for times say: seasons, quarters, years, "lately"."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

from shared.text.relative_time import TimeSpan, time_meant, zone_of

Days = tuple[date, date]
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
"""Their first months, as on the northern half of the earth; each has three."""
LATELY_DAYS, THESE_DAYS = 30, 7

_EN_SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
_ZH_SEASON = r"(?P<season2>[春夏秋冬])(?:天|季|日)"
_YEAR, _ZH_YEAR = r"(?P<year>(?:19|20)\d{2})", r"(?P<year2>(?:19|20)\d{2})年"
# A pattern names a group once, so the second alternative's groups end in 2.


def asked_time(query: str, *, at: datetime, timezone: str = "") -> TimeSpan | None:
    """The span that the query names, as days of the asker's timezone, or None. The longest wording counts."""
    zone = zone_of(timezone)
    today = at.astimezone(zone).date()
    for pattern, days_of in RULES:
        found = pattern.search(query)
        if found is not None:
            named = {name.rstrip("2"): value for name, value in found.groupdict().items() if value}
            first, last = days_of(named, today)
            start, end = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (first, last + timedelta(days=1)))
            return TimeSpan(start, end, first, last, found.group())
    return time_meant(query, at=at, timezone=timezone)


def _season(year: int, name: str) -> Days:
    month = SEASONS[name.lower()]
    following = date(year + 1, 3, 1) if month == 12 else date(year, month + 3, 1)
    return date(year, month, 1), following - timedelta(days=1)


def _season_of_year(groups: dict[str, str], _: date) -> Days:
    return _season(int(groups["year"]), groups["season"])


def _season_of_this_year(groups: dict[str, str], today: date) -> Days:
    return _season(today.year, groups["season"])


def _season_of_last_year(groups: dict[str, str], today: date) -> Days:
    return _season(today.year - 1, groups["season"])


def _season_before_last_year(groups: dict[str, str], today: date) -> Days:
    return _season(today.year - 2, groups["season"])


def _last_season(groups: dict[str, str], today: date) -> Days:
    """The last one that is over."""
    return next(days for year in (today.year, today.year - 1, today.year - 2) if (days := _season(year, groups["season"]))[1] < today)


def _quarter(today: date, back: int) -> Days:
    number = today.year * 4 + (today.month - 1) // 3 - back
    first, following = (date(place // 4, place % 4 * 3 + 1, 1) for place in (number, number + 1))
    return first, following - timedelta(days=1)


def _last_quarter(_: dict[str, str], today: date) -> Days:
    return _quarter(today, 1)


def _this_quarter(_: dict[str, str], today: date) -> Days:
    return _quarter(today, 0)


def _whole_year(groups: dict[str, str], _: date) -> Days:
    return date(int(groups["year"]), 1, 1), date(int(groups["year"]), 12, 31)


def _lately(_: dict[str, str], today: date) -> Days:
    return today - timedelta(days=LATELY_DAYS), today


def _these_days(_: dict[str, str], today: date) -> Days:
    return today - timedelta(days=THESE_DAYS), today


RULES: tuple[tuple[re.Pattern[str], Callable[[dict[str, str], date], Days]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), days_of)
    for pattern, days_of in (
        (rf"\b{_EN_SEASON},? (?:of |in )?{_YEAR}\b|{_ZH_YEAR}的?{_ZH_SEASON}", _season_of_year),
        (rf"\b{_EN_SEASON} of last year\b|去年的?{_ZH_SEASON}", _season_of_last_year),
        (rf"前年的?{_ZH_SEASON}", _season_before_last_year),
        (rf"\b(?:last|past|previous) {_EN_SEASON}\b|上个?{_ZH_SEASON}", _last_season),
        (rf"\bthis {_EN_SEASON}\b|(?:今年的?|这个?){_ZH_SEASON}", _season_of_this_year),
        (r"\b(?:last|past|previous) quarter\b|上个?季度", _last_quarter),
        (r"\bthis quarter\b|(?:这个?|本)季度", _this_quarter),
        (rf"\b(?:in|during|throughout) {_YEAR}\b(?![-/.])|(?<!\d){_ZH_YEAR}(?![\d一二三四五六七八九十前后以之])", _whole_year),
        (r"\b(?:the other day|(?:these|the last few|the past few) days)\b|前几天|这几天|前些天", _these_days),
        (r"\b(?:recently|lately)\b|最近(?![\d一二两三四五六七八九十几])|近来|近期", _lately),
    )
)
