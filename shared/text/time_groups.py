"""What a pattern for a time has named: counts, units, steps, years, months and days, as numbers."""

from collections.abc import Mapping
from datetime import date

from shared.text.calendar_days import Days
from shared.text.numbers import numbers_in
from shared.text.relative_time_patterns import MONTH_NUMBER, ORDINALS, STEPS, UNITS, WEEKDAY, ZH_NUMERALS

Groups = Mapping[str, str]
"""Name and words of each group that matched, in lower case."""

_LARGEST_COUNT = 1200
_ONE = {"a": 1, "an": 1, "one": 1, "一": 1, "couple": 2, "a dozen": 12, "a hundred": 100}


def number_of(written: str) -> int | None:
    """12, twelve, 十二; 两三 is the larger of the two."""
    if written in _ONE:
        return _ONE[written]
    if written.isdecimal():
        number = int(written)
    elif len(written) == 2 and all(character in "一二两三四五六七八九" for character in written):
        number = ZH_NUMERALS[written[1]]
    else:
        # A counter behind the numeral lets a lone Chinese numeral count.
        mention = next(iter(numbers_in(written if written.isascii() else f"{written}个")), None)
        if mention is None or mention.number is None:
            return None
        number = int(mention.number)
    return number if 0 < number <= _LARGEST_COUNT else None


def count_of(groups: Groups) -> int:
    """How many are named; ValueError where that is no number."""
    number = number_of(groups["n"])
    if number is None:
        raise ValueError(groups["n"])
    return number


def unit_of(groups: Groups) -> str:
    """day, week, fortnight, month, year, decade, hour or minute."""
    unit = groups["unit"]
    return UNITS[unit] if unit in UNITS else UNITS[unit.rstrip("s")]


def step_of(groups: Groups, step: int) -> int:
    """Each 上 is one back, each 下 one ahead; else the word before, else what the pattern says."""
    return len(groups.get("down", "")) - len(groups.get("up", "")) or (STEPS[groups["step"]] if "step" in groups else step)


def year_of(groups: Groups, today: date) -> int:
    """The year that is named, or the one so many steps away."""
    return int(groups["year"]) if "year" in groups else today.year + step_of(groups, 0)


def names_year(groups: Groups) -> bool:
    """True where a year is named by its number or by a word such as last."""
    return "year" in groups or "step" in groups


def month_of(groups: Groups) -> int:
    """1 to 12."""
    name = groups["month"]
    return int(name) if name.isdecimal() else ZH_NUMERALS[name] if name in ZH_NUMERALS else MONTH_NUMBER[name[:3]]


def day_of(groups: Groups) -> int:
    """The number of a day in its month, whether or not the month has it."""
    written = groups.get("dom", "")
    return ORDINALS[groups["word"]] if "word" in groups else int(written) if written.isdecimal() else ZH_NUMERALS[written]


def weekday_of(groups: Groups) -> int:
    """0 is Monday."""
    return WEEKDAY[groups["day"][:3]]


def one_day(day: date) -> Days:
    """A single day as a span."""
    return day, day
