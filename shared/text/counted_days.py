"""So many units ago, ahead, or in the last of them, given what is named and when it was said."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from shared.text.calendar_days import Days, moved
from shared.text.time_groups import Groups, count_of, number_of, one_day, unit_of

_FEW = {"day": (5, 2), "week": (35, 14), "month": (150, 60)}
_COUPLE = {"day": (3, 1), "week": (21, 7), "month": (90, 30)}
_CLOCK = frozenset(("hour", "minute"))


def _shift(groups: Groups, said: datetime, step: int) -> Days:
    unit, count = unit_of(groups), step * count_of(groups)
    if unit in _CLOCK:
        return one_day((said + timedelta(minutes=count * (60 if unit == "hour" else 1))).date())
    return one_day(moved(said.date(), unit, count))


def _half_shift(groups: Groups, said: datetime, step: int) -> Days:
    """Half of the unit, and as many whole ones as are named."""
    unit, whole = unit_of(groups), count_of(groups) if "n" in groups else 0
    if unit in _CLOCK or unit == "day":
        hours = {"day": 24.0, "hour": 1.0, "minute": 1 / 60}[unit] * (whole + 0.5)
        return one_day((said + step * timedelta(hours=hours)).date())
    day = moved(said.date(), unit, step * whole)
    return one_day(
        moved(day, "month", 6 * step) if unit == "year" else day + timedelta(days=step * {"week": 3, "fortnight": 7, "month": 15}[unit])
    )


def _past(groups: Groups, said: datetime, _: int) -> Days:
    counted = {"n": "1", **groups}
    return _shift(counted, said, -1)[0], said.date()


def _past_half(groups: Groups, said: datetime, _: int) -> Days:
    return _half_shift(groups, said, -1)[0], said.date()


def _past_few(groups: Groups, said: datetime, _: int) -> Days:
    """Several years are too vague to be a time."""
    return said.date() - timedelta(days={"day": 7, "week": 35, "month": 150}[unit_of(groups)]), said.date()


def _days_before(groups: Groups, said: datetime, _: int) -> Days:
    return said.date() - timedelta(days=count_of(groups)), said.date() - timedelta(days=1)


def _ahead(groups: Groups, said: datetime, _: int) -> Days:
    return said.date(), _shift({"n": "1", **groups}, said, 1)[0]


def _between_ago(groups: Groups, said: datetime, _: int) -> Days:
    near, far = number_of(groups["n"]), number_of(groups["m"])
    if near is None or far is None or near >= far:
        raise ValueError(groups["m"])
    return moved(said.date(), unit_of(groups), -far), moved(said.date(), unit_of(groups), -near)


def _few_ago(groups: Groups, said: datetime, _: int) -> Days:
    return _vague(_FEW, groups, said)


def _couple_ago(groups: Groups, said: datetime, _: int) -> Days:
    return _vague(_COUPLE, groups, said)


def _few_ahead(groups: Groups, said: datetime, _: int) -> Days:
    far, near = _FEW[unit_of(groups)]
    return said.date() + timedelta(days=near), said.date() + timedelta(days=far)


def _couple_ahead(groups: Groups, said: datetime, _: int) -> Days:
    far, near = _COUPLE[unit_of(groups)]
    return said.date() + timedelta(days=near), said.date() + timedelta(days=far)


def _vague(table: Mapping[str, tuple[int, int]], groups: Groups, said: datetime) -> Days:
    far, near = table[unit_of(groups)]
    return said.date() - timedelta(days=far), said.date() - timedelta(days=near)


KINDS: Mapping[str, Callable[[Groups, datetime, int], Days]] = {
    "shift": _shift,
    "half_ago": _half_shift,
    "and_half_ago": _half_shift,
    "past": _past,
    "past_half": _past_half,
    "past_few": _past_few,
    "days_before": _days_before,
    "ahead": _ahead,
    "between_ago": _between_ago,
    "few_ago": _few_ago,
    "couple_ago": _couple_ago,
    "few_ahead": _few_ahead,
    "couple_ahead": _couple_ahead,
}
"""Each may raise ValueError, KeyError or OverflowError: then the words mean no time."""
