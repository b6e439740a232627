"""Whether a source carries a date: in every part that is named, by itself or by the time words of its message. Pure."""

from collections.abc import Sequence
from datetime import datetime

from services.guard_worker.relative_times import DayRange, is_meant
from shared.text.dates import dates_in

_MONTH_DAYS = 27
"""A range of so many days names a month or more, and none of its days."""


def unsupported_dates(statement: str, sources: Sequence[str], ranges: Sequence[DayRange], spoken_at: Sequence[datetime]) -> tuple[str, ...]:
    """Days and months of a statement that no source names, as written.

    A source's date may leave out the year, which is then one beside the message's; it may not leave out a day or a month.
    """
    named = [mention.value for source in sources for mention in dates_in(source)]
    years = {moment.year + beside for moment in spoken_at for beside in (-1, 0, 1)}
    return tuple(
        mention.surface
        for mention in dates_in(statement)
        if _names_month(mention.value)
        and not any(_is_said(mention.value, value, years) for value in named)
        and not is_meant_exactly(mention.value, ranges)
    )


def is_meant_exactly(value: str, ranges: Sequence[DayRange]) -> bool:
    """True where time words mean that date: "last March" means a month and a year, but no day of it."""
    is_day = len(_parts(value)[2]) > 0
    return is_meant(value, tuple(found for found in ranges if not is_day or (found[1] - found[0]).days < _MONTH_DAYS))


def _names_month(value: str) -> bool:
    return bool(_parts(value)[1])


def _is_said(value: str, source: str, years: set[int]) -> bool:
    (year, month, day), (said_year, said_month, said_day) = _parts(value), _parts(source)
    if month != said_month or (day and day != said_day):
        return False
    return not year or year == said_year or (not said_year and int(year) in years)


def _parts(value: str) -> tuple[str, str, str]:
    """Year, month and day of a normal form; empty where it does not name one."""
    year, month, day = (*(value[2:].split("-") if value.startswith("--") else value.split("-")), "", "")[:3]
    return ("", year, month) if value.startswith("--") else (year, month, day)
