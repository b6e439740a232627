"""Which days the time words of a message can mean, so that a resolved date (下周五 -> 2026-12-04) has support in its source."""

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from shared.text.dates import dates_in
from shared.text.numbers import numbers_in

DayRange = tuple[date, date]

_DAYS = {
    r"\btoday\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b|\bjust\b|\bnow\b|\bcurrently\b|今天|今晚|今早|今日|刚|现在|目前": 0,
    r"(?<!before )\byesterday\b|\blast night\b|昨天|昨晚|昨日": -1,
    r"\bday before yesterday\b|(?<!大)前天": -2,
    r"大前天": -3,
    r"(?<!after )\btomorrow\b|明天|明早|明晚|明日": 1,
    r"\bday after tomorrow\b|(?<!大)后天": 2,
    r"大后天": 3,
}  # fmt: skip
_WEEKS = {
    r"\bthis week(?:end)?\b|(?:这个?|本)(?:周|星期|礼拜)(?![一二三四五六日天])|周末": 0,
    r"\blast week(?:end)?\b|上个?(?:周|星期|礼拜)(?![一二三四五六日天])": -1,
    r"\bnext week(?:end)?\b|下个?(?:周|星期|礼拜)(?![一二三四五六日天])": 1,
}
_MONTHS = {r"\bthis month\b|这个月|本月": 0, r"\blast month\b|上个?月": -1, r"\bnext month\b|下个?月": 1}
_YEARS = {r"\bthis year\b|今年": 0, r"\blast year\b|去年": -1, r"前年": -2, r"\bnext year\b|明年": 1, r"后年": 2}
_WEEKDAY = re.compile(
    r"\b(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b|(?:周|星期|礼拜)([一二三四五六日天])", re.IGNORECASE
)
_WEEKDAYS = {
    "mon": 0,
    "tue": 1,
    "wed": 2,
    "thu": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
    **{name: n for n, name in enumerate("一二三四五六日")},
    "天": 6,
}
_MONTH_NAMES = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_UNMISTAKABLE = tuple(name for name in _MONTH_NAMES if name not in {"march", "may"})
_MONTH_NAME = re.compile(
    r"\b("
    + "|".join((*(name.title() for name in _MONTH_NAMES), *_UNMISTAKABLE))
    + r")\b|(?<![\d个])(1[0-2]|[1-9]|(?<![一二三四五六七八九十两几])(?:十[一二]?|[一二三四五六七八九]))月(?!饼|亮|经|光|球|薪|租)"
)
_CHINESE_MONTHS = "零一二三四五六七八九十"
_DAY_OF_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b|(?<!\d)(\d{1,2})[号日]")
_DISTANCE = re.compile(
    r"(?P<amount>\d+|[a-z]+|[一二两三四五六七八九十]+)\s?(?:个)?(?P<unit>days?|weeks?|months?|years?|天|周|星期|月|年)\s?"
    r"(?:ago|before|earlier|later|from now|以?前|以?后)"
    r"|\b(?:in|for|since|about|over)\s(?P<amount2>\d+|[a-z]+)\s(?P<unit2>days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
_UNIT_DAYS = {
    **dict.fromkeys(("day", "天"), (1, 1)),
    **dict.fromkeys(("week", "周", "星期"), (7, 7)),
    **dict.fromkeys(("month", "月"), (28, 31)),
    **dict.fromkeys(("year", "年"), (365, 366)),
}
_SHORTEST_MONTH = 27
_FIRST_YEAR, _LAST_YEAR = 200, 9800  # room to count a century both ways
_VAGUE_AMOUNT = {"few": 3, "couple": 2, "a": 1, "an": 1, "one": 1}


def day_ranges(text: str, at: datetime) -> tuple[DayRange, ...]:
    """Ranges of days, both ends included, that the time words of a message sent `at` can mean.

    Days and weeks have a day's slack, because the speaker's time zone is not known here; a weekday's name settles its day.
    """
    day = at.date()
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        return ()
    found = [_around(day + timedelta(days=offset), 0) for pattern, offset in _DAYS.items() if re.search(pattern, text, re.IGNORECASE)]
    monday = day - timedelta(days=day.weekday())
    found += [(monday + timedelta(days=7 * n), monday + timedelta(days=7 * n + 6)) for n in _matching(_WEEKS, text)]
    found += [_month_range(day.year, day.month + n) for n in _matching(_MONTHS, text)]
    found += [(date(day.year + n, 1, 1), date(day.year + n, 12, 31)) for n in _matching(_YEARS, text)]
    found += _named_months(_without_days(text), day)
    found += [_on_day(day, int(first or second)) for first, second in _DAY_OF_MONTH.findall(text)]
    found += _distances(text, day)
    return (*(_with_slack(start, end) for start, end in found), *_weekdays(text, day))


def is_meant(value: str, ranges: tuple[DayRange, ...]) -> bool:
    """True where a date in normal form (`2026-12-04`, `2026-12`, `2026`, `--12-04`) falls into a range."""
    return any(_meets(value, start, end) for start, end in ranges)


def _with_slack(start: date, end: date) -> DayRange:
    slack = timedelta(days=1 if (end - start).days < _SHORTEST_MONTH else 0)
    return start - slack, end + slack


def _meets(value: str, start: date, end: date) -> bool:
    if value.startswith("--"):
        return any(_meets(f"{year:04d}{value[1:]}", start, end) for year in range(start.year, end.year + 1))
    parts = [int(part) for part in value.split("-")]
    if len(parts) == 1:
        return start.year <= parts[0] <= end.year
    if len(parts) == 2:
        first, last = _month_range(parts[0], parts[1])
        return first <= end and start <= last
    try:
        return start <= date(*parts) <= end
    except ValueError:  # 29 February of another year
        return False


def _matching(table: dict[str, int], text: str) -> list[int]:
    return [offset for pattern, offset in table.items() if re.search(pattern, text, re.IGNORECASE)]


def _around(day: date, slack: int) -> DayRange:
    return day - timedelta(days=slack), day + timedelta(days=slack)


def _month_range(year: int, month: int) -> DayRange:
    """`month` may lie outside 1..12: it then counts into the years beside."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    following = date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, 1), following - timedelta(days=1)


def unlike_days(statement: str, sources: Iterable[str], *, has_time_words: bool) -> tuple[str, ...]:
    """Weekdays and months of a statement where the sources name others, or no time at all."""
    joined = "\n".join(sources)
    return _moved_spans(statement, joined) + tuple(
        match.group()
        for pattern in (_WEEKDAY, _MONTH_NAME)
        for match in pattern.finditer(statement)
        if (known := {_time_key(other) for other in pattern.finditer(joined)} | _months_of_dates(joined, pattern)) is not None
        and _time_key(match) not in known
        and (known or not has_time_words)
    )


def _moved_spans(statement: str, source: str) -> tuple[str, ...]:
    """Last year where the source says last month: spans that the statement names, and the source names others."""
    known = _span_words(source)
    if not known or dates_in(source):
        return ()
    return tuple(words for span, words in _span_words(statement).items() if span not in known)


def _span_words(text: str) -> dict[tuple[str, int], str]:
    """Days, weeks, months and years named relative to now, each with its words; today is none, it is said of anything."""
    tables = (("day", _DAYS), ("week", _WEEKS), ("month", _MONTHS), ("year", _YEARS))
    matches = {(unit, offset): re.search(pattern, text, re.IGNORECASE) for unit, table in tables for pattern, offset in table.items()}
    return {span: match.group() for span, match in matches.items() if match is not None and span != ("day", 0)}


def _time_key(match: re.Match[str]) -> int:
    """Weekday 0..6, or month 1..12."""
    latin, chinese = match.groups()
    name = (latin or chinese).lower()
    if match.re is _WEEKDAY:
        return _WEEKDAYS[name[:3]]
    return _MONTH_NAMES.index(name) + 1 if latin else _month_number(name)


def _month_number(written: str) -> int:
    """12 and 十二 alike."""
    return int(written) if written.isdecimal() and written.isascii() else sum(_CHINESE_MONTHS.index(part) for part in written)


def _months_of_dates(text: str, pattern: re.Pattern[str]) -> set[int]:
    if pattern is not _MONTH_NAME:
        return set()
    values = [mention.value for mention in dates_in(text)]
    return {int(value[2:4] if value.startswith("--") else value[5:7]) for value in values if len(value) > 4}


def _weekdays(text: str, day: date) -> list[DayRange]:
    """The days within two weeks that bear a weekday of the text."""
    named = {_WEEKDAYS[(latin or chinese).lower()[:3]] for latin, chinese in _WEEKDAY.findall(text)}
    near = (day + timedelta(days=n) for n in range(-13, 15)) if named else ()
    return [(other, other) for other in near if other.weekday() in named]


def _without_days(text: str) -> str:
    """The text without its dates that name a day: the month of 12 December is not all of December."""
    for mention in reversed(dates_in(text)):
        if mention.value.startswith("--") or mention.value.count("-") == 2:
            text = f"{text[: mention.start]} {text[mention.end :]}"
    return text


def _named_months(text: str, day: date) -> list[DayRange]:
    months = [_MONTH_NAMES.index(name.lower()) + 1 if name else _month_number(number) for name, number in _MONTH_NAME.findall(text)]
    return [_month_range(day.year + n, month) for month in months for n in (-1, 0, 1)]


def _on_day(day: date, number: int) -> DayRange:
    """The nearest day with that number in its month, this month or the one beside."""
    near = [day + timedelta(days=n) for n in range(-31, 32) if (day + timedelta(days=n)).day == number]
    nearest = min(near, key=lambda other: abs((other - day).days), default=day)
    return _around(nearest, 0)


def _distances(text: str, day: date) -> list[DayRange]:
    found = []
    for match in _DISTANCE.finditer(text):
        amount = _amount(match["amount"] or match["amount2"])
        unit = (match["unit"] or match["unit2"]).lower().rstrip("s")
        if amount is None or unit not in _UNIT_DAYS:
            continue
        shortest, longest = (min(days * amount, 36_500) for days in _UNIT_DAYS[unit])
        slack = max(1, longest // 10) if unit not in ("day", "天") else 0
        found.append((day - timedelta(days=longest + slack), day - timedelta(days=shortest - slack)))
        found.append((day + timedelta(days=shortest - slack), day + timedelta(days=longest + slack)))
    return found


def _amount(words: str) -> int | None:
    if words.lower() in _VAGUE_AMOUNT:
        return _VAGUE_AMOUNT[words.lower()]
    # A counter behind the numeral lets a lone Chinese numeral count.
    value = next((mention.number for mention in numbers_in(f"{words}个" if not words.isascii() else words)), None)
    return None if value is None else min(int(value), 36_500)
