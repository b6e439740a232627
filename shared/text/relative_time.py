"""The time that words mean: "last week", 三天前, "13 July 2026", resolved against when and where they were said.

Days are those of the speaker's timezone; a day that is 23 or 25 hours long there is that long here.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shared.text.dates import dates_in
from shared.text.numbers import numbers_in
from shared.text.relative_time_patterns import COMPILED, MONTHS, UNITS, WEEKDAY

Days = tuple[date, date]
_FIRST_YEAR, _LAST_YEAR = 200, 9800  # room to count a century both ways
_LARGEST_COUNT = 1200
_CLOCK = re.compile(r"\bmidnight\b|\bnoon\b|中午|午夜", re.IGNORECASE)  # of today, where no day is named
_FEW = {"day": (5, 2), "week": (35, 14), "month": (150, 60)}
_COUPLE = {"day": (3, 1), "week": (21, 7), "month": (90, 30)}
_ARTICLES = {"a": 1, "an": 1, "一": 1}
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?![\d/])")
_MONTH_OF_YEAR = re.compile(rf"\b({'|'.join(MONTHS)}),? (\d{{4}})\b", re.IGNORECASE)  # of years too early to be dates elsewhere
_MONTH_ONLY = re.compile(r"(\d{4})-(\d{2})\Z")
_ZH_NUMERALS = {**{numeral: number for number, numeral in enumerate("一二三四五六七八九十", 1)}, "十一": 11, "十二": 12}


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """`start` and `end` are aware UTC, `end` the first moment after it; `surface` the words as written."""

    start: datetime
    end: datetime
    first_day: date
    last_day: date
    surface: str


@cache
def zone_of(name: str) -> tzinfo:
    """The zone of an IANA name; UTC where it is empty or unknown."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def time_meant(text: str, *, at: datetime, timezone: str = "") -> TimeSpan | None:
    """The first time that a text names, or None where it names none."""
    zone = zone_of(timezone)
    today = at.astimezone(zone).date()
    if not _FIRST_YEAR <= today.year <= _LAST_YEAR:
        return None
    found = [each for each in (_absolute(text, today), _relative(text, today)) if each is not None]
    clock = _CLOCK.search(text) if not found else None
    if clock is not None:
        found = [(clock.start(), clock.group(), (today, today))]
    if not found:
        return None
    _, surface, (first, last) = min(found, key=lambda each: each[0])
    try:
        return TimeSpan(_midnight(first, zone), _midnight(last + timedelta(days=1), zone), first, last, surface)
    except OverflowError:  # at the ends of what a datetime can hold
        return None


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _absolute(text: str, today: date) -> tuple[int, str, Days] | None:
    """A written date. Without a year it is the last one that has been; a year alone is a number like any other."""
    for mention in dates_in(text):
        days = _days_of(mention.value, today)
        if days is not None:
            return mention.start, text[mention.start : mention.end], days
    named = _MONTH_OF_YEAR.search(text)
    if named is not None and int(named[2]) > 0:
        return named.start(), named.group(), _month(int(named[2]), MONTHS.index(named[1].lower()) + 1)
    slashed = _SLASHED.search(text)
    day = _slashed_day(*map(int, slashed.groups())) if slashed is not None else None
    return None if slashed is None or day is None else (slashed.start(), slashed.group(), (day, day))


def _slashed_day(one: int, two: int, year: int) -> date | None:
    """Month first, as where slashes are written; day first where it cannot be a month."""
    try:
        return date(year, one, two) if one <= 12 else date(year, two, one)
    except ValueError:
        return None


def _days_of(value: str, today: date) -> Days | None:
    month = _MONTH_ONLY.match(value)
    try:
        if month is not None:
            return _month(int(month[1]), int(month[2]))
        if not value.startswith("--"):
            day = date.fromisoformat(value)
            return day, day
        this_year, last_year = (date.fromisoformat(f"{year:04d}{value[1:]}") for year in (today.year, today.year - 1))
    except ValueError:
        return None
    day = this_year if this_year <= today else last_year
    return day, day


def _relative(text: str, today: date) -> tuple[int, str, Days] | None:
    best: tuple[int, str, Days] | None = None
    for pattern, kind, step in COMPILED:
        match = pattern.search(text)
        if match is None or (best is not None and match.start() >= best[0]):
            continue
        try:
            days = _KINDS[kind](match.groupdict(), today, step)
        except (ValueError, OverflowError):
            continue
        if days is not None:
            best = match.start(), match.group(), days
    return best


def _count(groups: Mapping[str, str | None]) -> int | None:
    written = (groups["n"] or "").lower()
    if written in _ARTICLES:
        return _ARTICLES[written]
    if written.isdecimal():
        number = int(written)
    else:
        # A counter behind the numeral lets a lone Chinese numeral count.
        mention = next(iter(numbers_in(written if written.isascii() else f"{written}个")), None)
        if mention is None or mention.number is None:
            return None
        number = int(mention.number)
    return number if 0 < number <= _LARGEST_COUNT else None


def _unit(groups: Mapping[str, str | None]) -> str:
    return UNITS[(groups["unit"] or "").lower()]


def _weekday(groups: Mapping[str, str | None]) -> int:
    return WEEKDAY[(groups["day"] or "").lower()]


def _moved(day: date, unit: str, count: int) -> date:
    """The same day of another month or year, or its last one where it has no such day."""
    if unit in {"day", "week"}:
        return day + timedelta(days=count * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1)
    first, last = _month(months // 12, months % 12 + 1)
    return first.replace(day=min(day.day, last.day))


def _month(year: int, month: int) -> Days:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _one_day(_: Mapping[str, str | None], today: date, step: int) -> Days:
    day = today + timedelta(days=step)
    return day, day


def _week(_: Mapping[str, str | None], today: date, step: int) -> Days:
    monday = _monday(today) + timedelta(weeks=step)
    return monday, monday + timedelta(days=6)


def _weekend(_: Mapping[str, str | None], today: date, step: int) -> Days:
    saturday = _monday(today) + timedelta(weeks=step, days=5)
    return saturday, saturday + timedelta(days=1)


def _last_weekend(_: Mapping[str, str | None], today: date, __: int) -> Days:
    """On a Sunday it is the one that ends."""
    saturday = today - timedelta(days=(today.weekday() - 5) % 7)
    return saturday, saturday + timedelta(days=1)


def _months(_: Mapping[str, str | None], today: date, step: int) -> Days:
    day = _moved(today.replace(day=1), "month", step)
    return _month(day.year, day.month)


def _year(_: Mapping[str, str | None], today: date, step: int) -> Days:
    return date(today.year + step, 1, 1), date(today.year + step, 12, 31)


def _half(_: Mapping[str, str | None], today: date, step: int) -> Days:
    return date(today.year, 6 * step - 5, 1), _month(today.year, 6 * step)[1]


def _quarter(groups: Mapping[str, str | None], today: date, _: int) -> Days | None:
    number = _count(groups)
    return None if number is None else (date(today.year, 3 * number - 2, 1), _month(today.year, 3 * number)[1])


def _weekday_of_week(groups: Mapping[str, str | None], today: date, step: int) -> Days:
    day = _monday(today) + timedelta(weeks=step, days=_weekday(groups))
    return day, day


def _past_weekday(groups: Mapping[str, str | None], today: date, _: int) -> Days:
    day = today - timedelta(days=(today.weekday() - _weekday(groups) - 1) % 7 + 1)
    return day, day


def _next_weekday(groups: Mapping[str, str | None], today: date, _: int) -> Days:
    day = today + timedelta(days=(_weekday(groups) - today.weekday() - 1) % 7 + 1)
    return day, day


def _near_weekday(groups: Mapping[str, str | None], today: date, _: int) -> Days:
    """A bare weekday is the last one that has been, today included."""
    day = today - timedelta(days=(today.weekday() - _weekday(groups)) % 7)
    return day, day


def _shift(groups: Mapping[str, str | None], today: date, step: int) -> Days | None:
    count = _count(groups)
    if count is None:
        return None
    day = _moved(today, _unit(groups), step * count)
    return day, day


def _past(groups: Mapping[str, str | None], today: date, _: int) -> Days | None:
    count = _count(groups)
    return None if count is None else (_moved(today, _unit(groups), -count), today)


def _few(groups: Mapping[str, str | None], today: date, _: int) -> Days | None:
    return _vague(_FEW, groups, today)


def _couple(groups: Mapping[str, str | None], today: date, _: int) -> Days | None:
    return _vague(_COUPLE, groups, today)


def _vague(table: Mapping[str, tuple[int, int]], groups: Mapping[str, str | None], today: date) -> Days | None:
    """Several years ago is too vague to be a time."""
    reach = table.get(_unit(groups))
    return None if reach is None else (today - timedelta(days=reach[0]), today - timedelta(days=reach[1]))


def _month_name(groups: Mapping[str, str | None], today: date, _: int) -> Days:
    """A bare month is the last one that has begun."""
    name = (groups["month"] or "").lower()
    number = _ZH_NUMERALS[name] if name in _ZH_NUMERALS else MONTHS.index(name) + 1
    return _month(today.year if number <= today.month else today.year - 1, number)


_KINDS: Mapping[str, Callable[[Mapping[str, str | None], date, int], Days | None]] = {
    "day": _one_day, "week": _week, "weekend": _weekend, "last_weekend": _last_weekend, "month": _months, "year": _year, "half": _half,
    "quarter": _quarter, "weekday_of_week": _weekday_of_week, "past_weekday": _past_weekday, "next_weekday": _next_weekday,
    "near_weekday": _near_weekday, "shift": _shift, "past": _past, "few_ago": _few, "couple_ago": _couple, "month_name": _month_name,
}  # fmt: skip
