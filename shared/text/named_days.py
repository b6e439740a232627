"""Days, weeks, months, parts of them and feasts by their names, given what is named and when it was said."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta

from shared.text.calendar_days import (
    Days,
    last_begun,
    monday_of,
    month_days,
    months_from,
    third_of_month,
    third_of_week,
    third_of_year,
)
from shared.text.relative_time_patterns import FEASTS, ORDINALS, PARTS, STEPS
from shared.text.time_groups import Groups, count_of, day_of, month_of, names_year, one_day, step_of, weekday_of, year_of

_HALVES = {"first": 1, "second": 2, "上": 1, "下": 2, "1": 1, "2": 2}


def _day(_: Groups, said: datetime, step: int) -> Days:
    return one_day(said.date() + timedelta(days=step))


def _week(groups: Groups, said: datetime, step: int) -> Days:
    monday = monday_of(said.date()) + timedelta(weeks=step_of(groups, step))
    return monday, monday + timedelta(days=6)


def _weekend(groups: Groups, said: datetime, step: int) -> Days:
    saturday = monday_of(said.date()) + timedelta(weeks=step_of(groups, step), days=5)
    return saturday, saturday + timedelta(days=1)


def _last_weekend(groups: Groups, said: datetime, step: int) -> Days:
    """On a Sunday it is the one that ends."""
    further = 1 - len(groups["up"]) if "up" in groups else step
    saturday = said.date() - timedelta(days=(said.weekday() - 5) % 7) + timedelta(weeks=further)
    return saturday, saturday + timedelta(days=1)


def _month(groups: Groups, said: datetime, step: int) -> Days:
    return month_days(*months_from(said.date(), step_of(groups, step)))


def _whole_year(_: Groups, said: datetime, step: int) -> Days:
    return date(said.year + step, 1, 1), date(said.year + step, 12, 31)


def _half(_: Groups, said: datetime, step: int) -> Days:
    return date(said.year, 6 * step - 5, 1), month_days(said.year, 6 * step)[1]


def _half_of_year(groups: Groups, said: datetime, _: int) -> Days:
    year, half = year_of(groups, said.date()), _HALVES[groups["n"]]
    return date(year, 6 * half - 5, 1), month_days(year, 6 * half)[1]


def _quarter(groups: Groups, said: datetime, _: int) -> Days:
    year, number = year_of(groups, said.date()), ORDINALS.get(groups["n"]) or count_of(groups)
    return date(year, 3 * number - 2, 1), month_days(year, 3 * number)[1]


def _weekday_of_week(groups: Groups, said: datetime, step: int) -> Days:
    return one_day(monday_of(said.date()) + timedelta(weeks=step_of(groups, step), days=weekday_of(groups)))


def _past_weekday(groups: Groups, said: datetime, step: int) -> Days:
    return one_day(said.date() + timedelta(weeks=step) - timedelta(days=(said.weekday() - weekday_of(groups) - 1) % 7 + 1))


def _next_weekday(groups: Groups, said: datetime, step: int) -> Days:
    return one_day(said.date() + timedelta(weeks=step, days=(weekday_of(groups) - said.weekday() - 1) % 7 + 1))


def _near_weekday(groups: Groups, said: datetime, _: int) -> Days:
    """A bare weekday is the last one that has been, today included."""
    return one_day(said.date() - timedelta(days=(said.weekday() - weekday_of(groups)) % 7))


def _weekday_weeks_ago(groups: Groups, said: datetime, _: int) -> Days:
    return one_day(_near_weekday(groups, said, 0)[0] - timedelta(weeks=count_of(groups)))


def _weekdays_ago(groups: Groups, said: datetime, _: int) -> Days:
    """Three Fridays ago: last Friday is one."""
    return _past_weekday(groups, said, 1 - count_of(groups))


def _week_of_month(groups: Groups, said: datetime, _: int) -> Days:
    """The first seven days of a month, the next seven, or the last seven."""
    month, today = month_of(groups), said.date()
    first, last = month_days(year_of(groups, today) if names_year(groups) else last_begun(month, today), month)
    if groups["n"] in {"last", "最后"}:
        return last - timedelta(days=6), last
    first += timedelta(weeks=(ORDINALS.get(groups["n"]) or count_of(groups)) - 1)
    return first, first + timedelta(days=6)


def _part_of_quarter(groups: Groups, said: datetime, _: int) -> Days:
    """Its first, second or third month."""
    month = {"start": 0, "early": 0, "middle": 1}.get(PARTS[groups["part"]], 2) + 3 * count_of(groups) - 2
    return month_days(year_of(groups, said.date()), month)


def _part_of_period(groups: Groups, said: datetime, _: int) -> Days:
    part, step, today = PARTS[groups["part"]], STEPS[groups["step"]], said.date()
    if groups["period"] == "week":
        return third_of_week(monday_of(today) + timedelta(weeks=step), part)
    return third_of_year(today.year + step, part) if groups["period"] == "year" else third_of_month(*months_from(today, step), part)


def _part_of_month(groups: Groups, said: datetime, _: int) -> Days:
    part, today = PARTS[groups["part"]], said.date()
    if "month" not in groups:
        return third_of_month(*months_from(today, step_of(groups, 0)), part)
    month = month_of(groups)
    return third_of_month(year_of(groups, today) if names_year(groups) else last_begun(month, today), month, part)


def _part_of_year(groups: Groups, said: datetime, _: int) -> Days:
    part = groups["part"]
    return third_of_year(year_of(groups, said.date()), PARTS[part])


def _day_of_month(groups: Groups, said: datetime, _: int) -> Days:
    return one_day(date(*months_from(said.date(), step_of(groups, 0)), day_of(groups)))


def _day_of_named_month(groups: Groups, said: datetime, _: int) -> Days:
    month, number, today = month_of(groups), day_of(groups), said.date()
    year = year_of(groups, today) if names_year(groups) else today.year - ((month, number) > (today.month, today.day))
    return one_day(date(year, month, number))


def _last_such_day(groups: Groups, said: datetime, _: int) -> Days:
    """The last 25th that has been; a month without such a day is passed over."""
    number, today = day_of(groups), said.date()
    for back in range(0 if number <= today.day else 1, 4):
        first, last = month_days(*months_from(today, -back))
        if number <= last.day:
            return one_day(first.replace(day=number))
    raise ValueError(number)


def _month_of_year(groups: Groups, said: datetime, _: int) -> Days:
    return month_days(year_of(groups, said.date()), month_of(groups))


def _month_name(groups: Groups, said: datetime, _: int) -> Days:
    """A bare month is the last one that has begun."""
    month = month_of(groups)
    return month_days(last_begun(month, said.date()), month)


def _next_month_name(groups: Groups, said: datetime, _: int) -> Days:
    month = month_of(groups)
    return month_days(last_begun(month, said.date()) + 1, month)


def _so_far(groups: Groups, said: datetime, _: int) -> Days:
    today, period = said.date(), groups["period"]
    first = monday_of(today) if period in {"week", "周"} else today.replace(day=1) if period in {"month", "月"} else date(today.year, 1, 1)
    return first, today


def _feast(groups: Groups, said: datetime, _: int) -> Days:
    """The last one that has begun, unless its year or "next" is said."""
    month, number, length = FEASTS[groups["feast"]]
    today, word = said.date(), groups.get("step", "")
    year = today.year - ((month, number) > (today.month, today.day))
    if word == "next":
        year += 1
    elif word != "last" and names_year(groups):
        year = year_of(groups, today)
    first = date(year, month, number)
    return first, first + timedelta(days=length - 1)


KINDS: Mapping[str, Callable[[Groups, datetime, int], Days]] = {
    "day": _day,
    "week": _week,
    "weekend": _weekend,
    "last_weekend": _last_weekend,
    "month": _month,
    "year": _whole_year,
    "half": _half,
    "half_of_year": _half_of_year,
    "quarter": _quarter,
    "weekday_of_week": _weekday_of_week,
    "weekday_of_named_week": _weekday_of_week,
    "past_weekday": _past_weekday,
    "next_weekday": _next_weekday,
    "near_weekday": _near_weekday,
    "weekday_weeks_ago": _weekday_weeks_ago,
    "weekday_weeks_ahead": _next_weekday,
    "weekdays_ago": _weekdays_ago,
    "week_of_month": _week_of_month,
    "part_of_quarter": _part_of_quarter,
    "part_of_period": _part_of_period,
    "part_of_month": _part_of_month,
    "part_of_year": _part_of_year,
    "day_of_month": _day_of_month,
    "day_of_named_month": _day_of_named_month,
    "last_such_day": _last_such_day,
    "month_of_year": _month_of_year,
    "month_name": _month_name,
    "next_month_name": _next_month_name,
    "so_far": _so_far,
    "feast": _feast,
}
"""Each may raise ValueError, KeyError or OverflowError: then the words mean no time."""
