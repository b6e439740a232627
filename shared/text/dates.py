"""Plain dates in a text, as normalised strings: `2026-03-01`, `2026-03`, `--03-05` (no year). Relative words are not read here."""

import re
from dataclasses import dataclass

from shared.text.characters import fold_width

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug", "september sept sep",
         "october oct", "november nov", "december dec"), start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "(?P<month_name>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?(?![\d:])"
_YEAR = r"(?P<year>(?:19|20)\d{2})(?![\d年])"
_ZH_NUMBER = "[〇零一二三四五六七八九十]"

_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<![\d.])(?P<year>(?:19|20)\d{2})([-/.])(?P<month>0?[1-9]|1[0-2])\2(?P<day>[12]\d|3[01]|0?[1-9])(?!\d|[-/.]\d)",
        rf"(?<!\d)(?P<year>(?:19|20)\d{{2}})\s?年\s?(?:(?P<month>\d{{1,2}}|{_ZH_NUMBER}{{1,3}})\s?月\s?(?:(?P<day>\d{{1,2}}|{_ZH_NUMBER}{{1,3}})\s?[日号])?)?",
        rf"(?P<year>[一二][〇零一二三四五六七八九]{{3}})年(?:(?P<month>\d{{1,2}}|{_ZH_NUMBER}{{1,3}})月(?:(?P<day>\d{{1,2}}|{_ZH_NUMBER}{{1,3}})[日号])?)?",
        rf"(?<![\d{_ZH_NUMBER[1:-1]}])(?P<month>\d{{1,2}}|{_ZH_NUMBER}{{1,2}})\s?月\s?(?P<day>\d{{1,2}}|{_ZH_NUMBER}{{1,3}})\s?[日号]?",
        rf"\b{_MONTH}\s+{_DAY}(?:\s*,?\s+{_YEAR})?",
        rf"(?<![\d.])\b{_DAY}\s+(?:of\s+)?{_MONTH}(?:\s*,?\s+{_YEAR})?",
        rf"(?<!\d\s)(?<!\d(?:st|nd|rd|th)\s)\b{_MONTH}\s*,?\s+{_YEAR}",
        r"(?<![\d.-])(?P<year>(?:19|20)\d{2})-(?P<month>0[1-9]|1[0-2])(?![\d-])",
    )
)
_MAY_HOLD_DATE = re.compile("(?:19|20)\\d{2}|[年月]|" + "|".join(sorted({name[:3] for name in _MONTHS})), re.IGNORECASE)
_DIGITS = {"〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


@dataclass(frozen=True, slots=True)
class DateMention:
    """One date: its normal form (`2026-03-01`, `2026-03`, `2026`, `--03-05`), the words used, and where they stand."""

    value: str
    surface: str
    start: int
    end: int


def dates_in(text: str) -> tuple[DateMention, ...]:
    """The plain dates of a text in order; impossible ones (month 13, 30 February) are left out."""
    if _MAY_HOLD_DATE.search(text) is None:
        return ()
    folded = fold_width(text)
    found: list[DateMention] = []
    taken = bytearray(len(folded))
    for form in _FORMS:
        for match in form.finditer(folded):
            start, end = match.start(), match.start() + len(match.group().rstrip())
            value = _normal_form(match.groupdict())
            if value is None or any(taken[start:end]):
                continue
            taken[start:end] = b"\x01" * (end - start)
            found.append(DateMention(value, text[start:end], start, end))
    return tuple(sorted(found, key=lambda mention: mention.start))


def dates_agree(first: str, second: str) -> bool:
    """True where two normal forms can mean the same day: parts that only one of them names do not matter."""
    return all(one == other or None in (one, other) for one, other in zip(_parts(first), _parts(second), strict=True))


def _parts(value: str) -> tuple[str | None, str | None, str | None]:
    """Year, month and day of a normal form; None where it does not name one."""
    if value.startswith("--"):
        _, _, month, day = value.split("-")
        return None, month, day
    year, *rest = value.split("-")
    return year, rest[0] if rest else None, rest[1] if len(rest) > 1 else None


def _normal_form(groups: dict[str, str | None]) -> str | None:
    """Parts to `YYYY-MM-DD` and its shorter forms, or None for a day that does not exist."""
    name = groups.get("month_name")
    month = _MONTHS[name.lower()] if name else _number(groups.get("month"))
    year, day = _number(groups.get("year")), _number(groups.get("day"))
    if month is None:
        return None if year is None else f"{year:04d}"
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= _days(year, month)):
        return None
    tail = f"{month:02d}" if day is None else f"{month:02d}-{day:02d}"
    return f"--{tail}" if year is None else f"{year:04d}-{tail}"


def _days(year: int | None, month: int) -> int:
    """Length of a month; February has 29 days where the year is unknown."""
    if month == 2:
        return 29 if year is None or (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)) else 28
    return 30 if month in {4, 6, 9, 11} else 31


def _number(digits: str | None) -> int | None:
    """`05`, `十五` or `二〇二六` as a number."""
    if digits is None:
        return None
    if digits.isdecimal():
        return int(digits)
    if "十" in digits:
        tens, _, ones = digits.partition("十")
        return 10 * _DIGITS.get(tens, 1) + (_DIGITS.get(ones, 0) if ones else 0)
    return int("".join(str(_DIGITS[character]) for character in digits))
