"""Times of day as people say them: half past seven and 7:30, 下午三点半 and 15:30."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.guard_worker.shares import is_told_share, values_of
from shared.text.numbers import numbers_in

_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MINUTES = "five|ten|twenty(?:[ -]five)?|quarter|half|fifteen|thirty"
_FORMS = (
    re.compile(r"(?<![\d:.])(?P<hour>[01]?\d|2[0-4])[:：.h](?P<minute>[0-5]\d)(?!\d|[:.]\d)\s*(?P<half>[ap]\.?m\b\.?)?", re.IGNORECASE),
    re.compile(r"(?<![\d:.])(?P<hour>1[0-2]|0?[1-9])\s*(?P<half>[ap]\.?m\b\.?)", re.IGNORECASE),
    re.compile(rf"\b(?P<told>(?:an? )?(?:{_MINUTES})|\d{{1,2}})\s+(?P<side>past|after|to|till|before)\s+(?P<hour>{_HOURS}|\d{{1,2}})\b"
               r"\s*(?P<half>[ap]\.?m\b\.?)?",
               re.IGNORECASE),
    re.compile(rf"\b(?P<hour>{_HOURS})\s+(?P<told>thirty|fifteen|forty[ -]five)\b\s*(?P<half>[ap]\.?m\b\.?)?", re.IGNORECASE),
    re.compile(rf"\b(?P<hour>{_HOURS}|1[0-2]|[1-9])\s*(?:o'?clock\b\s*(?P<half>[ap]\.?m\b\.?)?|(?P<half2>[ap]\.?m\b\.?))", re.IGNORECASE),
    re.compile(
        r"(?P<hour>\d{1,2}|[零一二两三四五六七八九十]{1,3})[点點时](?:(?P<half_hour>半)|(?P<quarter>[一三])刻|(?P<minute>\d{1,2}|[零〇一二三四五六七八九十]{1,3})分?)?(?!\d)(?=整|钟|$|[^几多])"
    ),
)  # fmt: skip
_TOLD = {"a quarter": 15, "quarter": 15, "half": 30, "twenty five": 25, "twenty-five": 25, "forty five": 45, "forty-five": 45,
         "thirty": 30, "fifteen": 15, "five": 5, "ten": 10, "twenty": 20}  # fmt: skip
_NAMED_HOURS = {name: number for number, name in enumerate(_HOURS.split("|"), start=1)}
_EARLY = re.compile(r"早上|早晨|上午|凌晨|清晨|今早|明早|\bmorning\b|\ba\.?m\b", re.IGNORECASE)
_LATE = re.compile(r"下午|傍晚|晚上|夜里|今晚|明晚|中午|\b(?:afternoon|evening|night|tonight)\b|\bp\.?m\b", re.IGNORECASE)
_IN_PARTS = re.compile(
    r"(?P<whole>[一二两三四五六七八九]|\d)(?P<unit>米|块|万|千|百)(?P<part>[一二三四五六七八九]{1,2}|\d{1,2})(?![\d一二三四五六七八九十百千万个])"
)


@dataclass(frozen=True, slots=True)
class ClockTime:
    """Hour 0..24 as said, minute, and whether it is known to be of the morning (True), of the later day (False) or neither."""

    hour: int
    minute: int
    is_early: bool | None
    start: int
    end: int

    def agrees(self, other: "ClockTime") -> bool:
        """They can be the same time: 3:30 and 15:30 can, 7 am and 7 pm cannot."""
        if self.minute != other.minute or self.hour % 12 != other.hour % 12:
            return False
        one, two = self.is_morning(), other.is_morning()
        return one is None or two is None or one == two

    def is_morning(self) -> bool | None:
        """As `is_early`, settled by an hour past noon."""
        return False if self.hour > 12 else self.is_early


def clock_times(text: str) -> tuple[ClockTime, ...]:
    """The times of day of a text, in order of their forms."""
    found: list[ClockTime] = []
    for form in _FORMS:
        for match in form.finditer(text):
            time = _read(match, text)
            if time is not None and not any(time.start < other.end and other.start < time.end for other in found):
                found.append(time)
    return tuple(found)


def told_otherwise(statement: str, missing: Sequence[str], sources: Iterable[str]) -> tuple[str, ...]:
    """What of the `missing` amounts the sources do not say in words either."""
    if not missing:
        return ()
    joined = "\n".join(sources)
    known = clock_times(joined)
    supported = [statement[time.start : time.end] for time in clock_times(statement) if any(time.agrees(other) for other in known)]
    parts = {f"{_digit(match['whole'])}.{_digits(match['part'])}" for match in _IN_PARTS.finditer(joined)}
    return tuple(
        surface
        for surface in missing
        if not any(surface.strip() in time for time in supported) and not is_told_share(surface, joined) and not values_of(surface) & parts
    )


def disputed_times(statement: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Times of day in a statement whose hour the sources name, but for another half of the day."""
    known = clock_times("\n".join(sources))
    return tuple(
        statement[time.start : time.end]
        for time in clock_times(statement)
        if not any(time.agrees(other) for other in known)
        and any(time.minute == other.minute and time.hour % 12 == other.hour % 12 for other in known)
    )


def _read(match: re.Match[str], text: str) -> ClockTime | None:
    groups = match.groupdict()
    hour = _number(groups["hour"])
    minute = _minute(groups)
    if hour is None or minute is None or hour > 24 or minute > 59:
        return None
    if groups.get("side") in {"to", "till", "before"}:
        hour, minute = (hour - 1) % 12 or 12, 60 - minute
    half = (groups.get("half") or groups.get("half2") or "").lower()
    return ClockTime(hour, minute, _half(half, text, match), match.start(), match.end())


def _half(mark: str, text: str, match: re.Match[str]) -> bool | None:
    if mark:
        return mark.startswith("a")
    around = f"{text[max(0, match.start() - 4) : match.start()]}\n{text[match.end() : match.end() + 16]}"
    if _EARLY.search(around):
        return True
    return False if _LATE.search(around) else None


def _minute(groups: dict[str, str | None]) -> int | None:
    if groups.get("half_hour"):
        return 30
    if (quarter := groups.get("quarter")) is not None:
        return 15 if quarter == "一" else 45
    if (told := groups.get("told")) is not None:
        return _TOLD.get(told.lower().removeprefix("a "), int(told) if told.isdecimal() else None)
    given = groups.get("minute")
    return 0 if given is None else _number(given)


def _number(words: str | None) -> int | None:
    if words is None:
        return None
    if words.lower() in _NAMED_HOURS:
        return _NAMED_HOURS[words.lower()]
    if words.isdecimal() and words.isascii():
        return int(words)
    found = numbers_in(f"{words.lstrip('零〇') or '零'}个")
    return int(found[0].number) if found and found[0].number is not None else None


def _digit(word: str) -> str:
    return word if word.isdecimal() and word.isascii() else str("零一二三四五六七八九".find("二" if word == "两" else word))


def _digits(words: str) -> str:
    return "".join(_digit(word) for word in words)
