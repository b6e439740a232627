"""The time that words mean: "last week", 三天前, "13 July 2026", resolved against when and where they were said.

Days are those of the speaker's timezone; a day that is 23 or 25 hours long there is that long here.
"""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from itertools import zip_longest
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shared.text import chinese_time_patterns, counted_days, english_time_patterns, named_days
from shared.text.calendar_days import Days, month_days
from shared.text.characters import fold_width
from shared.text.dates import dates_in
from shared.text.relative_time_patterns import MONTHS, ZH_NUMERALS

Rule = tuple[re.Pattern[str], str, int]


def _compiled(rules: tuple[tuple[str, str, int], ...]) -> tuple[Rule, ...]:
    """The patterns, in which a name that stands in several alternatives is numbered, as a pattern may hold it once."""
    return tuple((re.compile(_numbered(rule), re.IGNORECASE), kind, step) for rule, kind, step in rules)


def _numbered(rule: str) -> str:
    seen: Counter[str] = Counter()

    def named(group: re.Match[str]) -> str:
        seen[group[1]] += 1
        return f"(?P<{group[1]}{seen[group[1]]}>"

    return re.sub(r"\(\?P<([a-z]+)>", named, rule)


_ENGLISH = _compiled(english_time_patterns.RULES)
_KINDS = {**named_days.KINDS, **counted_days.KINDS}
_BOTH = (*_ENGLISH, *_compiled(chinese_time_patterns.RULES))
_FIRST_YEAR, _LAST_YEAR = 200, 9800  # room to count a century both ways
# A time of day where no day is named, and what says that it is one of every day.
_CLOCK = re.compile(
    r"\bmidnight\b|\bnoon\b|中午|午夜|\bat (?P<hour>1[0-2]|[1-9])(?::[0-5]\d)? ?(?P<half>[ap])\.?m\b"
    r"|(?:凌晨|早上|早晨|上午|(?P<late>下午|傍晚|晚上))(?P<zh>1[0-2]|\d|十[一二]?|[一二两三四五六七八九])点",
    re.IGNORECASE,
)
_HABIT = re.compile(r"\b(?:every|each|daily|always|usually|normally|often)\b|每|经常|总是|通常|平时|一般", re.IGNORECASE)
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?![\d/])")
_MONTH_OF_YEAR = re.compile(
    rf"(?<!\d )(?<!\d(?:st|nd|rd|th) )\b({'|'.join(MONTHS)}),? (\d{{4}})\b", re.IGNORECASE
)  # of years too early to be dates elsewhere
_UP_TO = re.compile(r"\s*(?:to|through|until|till|至|到|[-~–—])\s*", re.IGNORECASE)
_FURTHER_DAY = re.compile(r"(?<=[A-Za-z] \d|[A-Za-z ]\d\d)[-–](\d{1,2})(?![\d:/.-])|\s?[到至~-]\s?(\d{1,2})[日号]")
_MONTH_ONLY = re.compile(r"(\d{4})-(\d{2})\Z")


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
    text = fold_width(text)
    zone = zone_of(timezone)
    said = at.astimezone(zone)
    today = said.date()
    if not _FIRST_YEAR <= today.year <= _LAST_YEAR:
        return None
    found = [each for each in (_absolute(text, today), _relative(text, said)) if each is not None]
    clock = _CLOCK.search(text) if not found and not _HABIT.search(text) else None
    if clock is not None:
        day = _day_of_clock(clock, said)
        found = [(clock.start(), clock.group(), (day, day))]
    if not found:
        return None
    _, surface, (first, last) = min(found, key=lambda each: each[0])
    try:
        return TimeSpan(_midnight(first, zone), _midnight(last + timedelta(days=1), zone), first, last, surface)
    except OverflowError:  # at the ends of what a datetime can hold
        return None


def _day_of_clock(clock: re.Match[str], said: datetime) -> date:
    """An hour is the last one that has been; noon and midnight are those of today."""
    written = clock["hour"] or clock["zh"]
    if written is None:
        return said.date()
    hour = (int(written) if written.isdecimal() else ZH_NUMERALS[written]) % 12 + (
        12 if clock["late"] or (clock["half"] or "").lower() == "p" else 0
    )
    return said.date() - timedelta(days=hour > said.hour)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _absolute(text: str, today: date) -> tuple[int, str, Days] | None:
    """A written date. Without a year it is the last one that has been; a year alone is a number like any other."""
    mentions = dates_in(text)
    for mention, following in zip_longest(mentions, mentions[1:]):
        days = _days_of(mention.value, today)
        if days is None:
            continue
        until = _days_of(following.value, today) if following is not None and _UP_TO.fullmatch(text, mention.end, following.start) else None
        if following is None or until is None or until[1] < days[0]:
            return _with_last_day(text, mention.start, mention.end, days)
        return mention.start, text[mention.start : following.end], (days[0], until[1])
    named = _MONTH_OF_YEAR.search(text)
    if named is not None and int(named[2]) > 0:
        return named.start(), named.group(), month_days(int(named[2]), MONTHS.index(named[1].lower()) + 1)
    slashed = _SLASHED.search(text)
    day = _slashed_day(*map(int, slashed.groups())) if slashed is not None else None
    return None if slashed is None or day is None else (slashed.start(), slashed.group(), (day, day))


def _with_last_day(text: str, start: int, end: int, days: Days) -> tuple[int, str, Days]:
    """May 3–7 and 7月20号到25号 end on another day of the same month."""
    further = _FURTHER_DAY.match(text, end)
    if further is None or days[0] != days[1]:
        return start, text[start:end], days
    try:
        last = days[0].replace(day=int(further[1] or further[2]))
    except ValueError:
        return start, text[start:end], days
    return (start, text[start : further.end()], (days[0], last)) if last > days[0] else (start, text[start:end], days)


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
            return month_days(int(month[1]), int(month[2]))
        if not value.startswith("--"):
            day = date.fromisoformat(value)
            return day, day
        this_year, last_year = (date.fromisoformat(f"{year:04d}{value[1:]}") for year in (today.year, today.year - 1))
    except ValueError:
        return None
    day = this_year if this_year <= today else last_year
    return day, day


def _relative(text: str, said: datetime) -> tuple[int, str, Days] | None:
    """What matches earliest; of two that begin together, the one whose rule stands first."""
    best: tuple[int, str, Days] | None = None
    for pattern, kind, step in _ENGLISH if text.isascii() else _BOTH:
        match = pattern.search(text)
        if match is None or (best is not None and match.start() >= best[0]):
            continue
        groups = {name.rstrip("123456789"): value.lower() for name, value in match.groupdict().items() if value}
        try:
            best = match.start(), match.group(), _KINDS[kind](groups, said, step)
        except (ValueError, OverflowError, KeyError):
            continue
    return best
