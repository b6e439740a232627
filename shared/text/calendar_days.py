"""Days, weeks, months and years around a day: what the words for times are reckoned with."""

from calendar import monthrange
from datetime import date, timedelta

Days = tuple[date, date]
"""First and last day, both included."""


def month_days(year: int, month: int) -> Days:
    """A whole month."""
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def months_from(day: date, count: int) -> tuple[int, int]:
    """Year and month so many months away."""
    months = day.year * 12 + day.month - 1 + count
    return months // 12, months % 12 + 1


def moved(day: date, unit: str, count: int) -> date:
    """So many units away: the same day of another month or year, or its last one where it has no such day."""
    if unit in _DAYS:
        return day + timedelta(days=count * _DAYS[unit])
    first, last = month_days(*months_from(day, count * _MONTHS[unit]))
    return first.replace(day=min(day.day, last.day))


def monday_of(day: date) -> date:
    """The first day of its week."""
    return day - timedelta(days=day.weekday())


def last_begun(month: int, today: date) -> int:
    """The year of the last such month that has begun."""
    return today.year if month <= today.month else today.year - 1


def third_of_month(year: int, month: int, part: str) -> Days:
    """The first, second or last ten days or so of a month."""
    first, last = month_days(year, month)
    if part in {"start", "early"}:
        return first, first.replace(day=10)
    return (first.replace(day=11), first.replace(day=20)) if part == "middle" else (first.replace(day=21), last)


def third_of_year(year: int, part: str) -> Days:
    """Its first or last month where its very end is meant, else four months."""
    months = {"start": (1, 1), "early": (1, 4), "middle": (5, 8), "late": (9, 12), "end": (12, 12)}[part]
    return date(year, months[0], 1), month_days(year, months[1])[1]


def third_of_week(monday: date, part: str) -> Days:
    """Monday to Wednesday, Tuesday to Thursday, Thursday to Sunday."""
    first, last = {"start": (0, 2), "early": (0, 2), "middle": (1, 3)}.get(part, (3, 6))
    return monday + timedelta(days=first), monday + timedelta(days=last)


_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_MONTHS = {"month": 1, "year": 12, "decade": 120}
