"""Numbers by value: 1.5M, 1,500,000, 150万, 一百五十万 and "1.5 million" are one number. Dates are read by dates.py."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from shared.text.characters import fold_width
from shared.text.dates import DateMention, dates_agree, dates_in
from shared.text.number_words import (
    CHINESE_COUNTERS,
    CHINESE_NOT_NUMBERS,
    CHINESE_ONE_COUNTERS,
    DIGIT_SCALES,
    ENGLISH_SCALES,
    ENGLISH_SMALL,
)
from shared.text.numerals import chinese_value, english_value, plain

__all__ = ["DateMention", "NumberMention", "dates_in", "numbers_in", "unsupported_numbers"]


def _either(words: Sequence[str]) -> str:
    """A pattern for any of these words, the longest first."""
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))


_SMALL = _either((*ENGLISH_SMALL, "one"))
_SCALES = _either(tuple(ENGLISH_SCALES))
# Digits that begin a word of their own: in GPT-4, v2 and abc123 they belong to a name.
_DIGITS = re.compile(
    r"(?<![A-Za-z_\d])(?<![A-Za-z_][.\-:/])(?P<sign>(?<![\w)）%])-)?"
    r"(?P<number>\d{1,3}(?:,\d{3}){1,8}(?:\.\d{1,15})?(?![\d,]*\d)|\d{1,40}(?:\.\d{1,40}){0,5})"
    rf"(?:\s?(?P<scale>{_either(tuple(DIGIT_SCALES))})(?![A-Za-z]))?(?P<percent>\s?(?:%|percent\b|per cent\b))?(?!\d)"
)
_NUMERALS = "零〇一二两兩三四五六七八九十百千万萬亿億"
_CHINESE = re.compile(f"(?:百分之)?[{_NUMERALS}]{{1,24}}(?:点[零〇一二三四五六七八九]{{1,12}})?")
_CHINESE_WORD = re.compile(CHINESE_NOT_NUMBERS)
_COUNTER = re.compile(CHINESE_COUNTERS)
_ONE_COUNTER = re.compile(CHINESE_ONE_COUNTERS)
_ENGLISH = re.compile(
    rf"\b(?:an?\s+(?:{_SCALES})|(?:{_SMALL})(?:[\s-]+(?:and\s+)?(?:{_SMALL}|{_SCALES})){{0,12}})\b(?P<percent>\s+(?:percent|per cent)\b)?",
    re.IGNORECASE,
)
_AND_A_HALF = re.compile(r"\s+and a half\b(?! (?:million|billion|thousand|hundred|dozen)\b)", re.IGNORECASE)
_WORD = re.compile("[A-Za-z]+")
_NOT_VALUES = frozenset(("and", "percent", "per", "cent"))
_MAY_HOLD_NUMBER = re.compile(f"[0-9０-９]|[{_NUMERALS}]|{_SMALL}|{_SCALES}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NumberMention:
    """One number: its plain decimal value (`1500000`, `12.5%`, a version such as `1.2.3` verbatim), its words and their place."""

    value: str
    surface: str
    start: int
    end: int

    @property
    def number(self) -> Decimal | None:
        """The value without its percent sign, or None for a dotted version."""
        bare = self.value.removesuffix("%")
        return None if bare.count(".") > 1 else Decimal(bare)


def numbers_in(text: str) -> tuple[NumberMention, ...]:
    """The numbers of a text in order, those inside plain dates left out."""
    if _MAY_HOLD_NUMBER.search(text) is None:
        return ()
    folded = fold_width(text)
    spots = sorted((*_digit_numbers(folded), *_chinese_numbers(folded), *_english_numbers(folded)), key=lambda spot: (spot[0], -spot[1]))
    dates = [(mention.start, mention.end) for mention in dates_in(text)]
    found = (_with_half(folded, *spot) for spot in _apart(spots, dates))
    return tuple(NumberMention(value, text[start:end], start, end) for start, end, value in found)


def _with_half(text: str, start: int, end: int, value: str) -> tuple[int, int, str]:
    """9 and a half is 9.5."""
    half = _AND_A_HALF.match(text, end)
    return (start, half.end(), f"{value}.5") if half is not None and value.isdecimal() else (start, end, value)


def unsupported_numbers(statement: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Numbers and dates of a statement that no source holds, by value; their words in order.

    A date is supported by a date that agrees in every part that both name; a bare number also by a part of a date.
    """
    numbers = {mention.value for source in sources for mention in numbers_in(source)}
    dates = [mention.value for source in sources for mention in dates_in(source)]
    numbers |= {part.lstrip("0") for value in dates for part in value.split("-") if part}
    missing = [(mention.start, mention.surface) for mention in numbers_in(statement) if mention.value not in numbers]
    missing += [
        (mention.start, mention.surface)
        for mention in dates_in(statement)
        if mention.value not in numbers and not any(dates_agree(mention.value, other) for other in dates)
    ]
    return tuple(surface for _, surface in sorted(missing))


def _digit_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _DIGITS.finditer(text):
        number = match["number"]
        if number.count(".") > 1:
            yield *match.span("number"), number
            continue
        value = Decimal(number.replace(",", "")) * DIGIT_SCALES.get(match["scale"], Decimal(1))
        sign = "-" if match["sign"] and value else ""
        yield *match.span(), f"{sign}{plain(value)}{'%' if match['percent'] else ''}"


def _chinese_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _CHINESE.finditer(text):
        words, start = match.group(), match.start()
        continues_digits = start > 0 and words[0] in "十百千万萬亿億" and text[start - 1] in "0123456789."
        if continues_digits or _CHINESE_WORD.match(text, start):
            continue
        numerals = words.removeprefix("百分之")
        is_share = len(numerals) < len(words)
        if not is_share and len(numerals) == 1 and not _is_counted(numerals, text, match.end()):
            continue
        value = chinese_value(numerals) if numerals else None
        if value is not None:
            yield *match.span(), f"{plain(value)}{'%' if is_share else ''}"


def _is_counted(numeral: str, text: str, end: int) -> bool:
    """True where one numeral is followed by something that is counted."""
    if numeral in "百千万萬亿億":
        return False
    return (_ONE_COUNTER if numeral == "一" else _COUNTER).match(text, end) is not None


def _english_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _ENGLISH.finditer(text):
        words = [word for word in (found.lower() for found in _WORD.findall(match.group())) if word not in _NOT_VALUES]
        if words != ["one"]:
            yield *match.span(), f"{plain(english_value(words))}{'%' if match['percent'] else ''}"


def _apart(spots: list[tuple[int, int, str]], dates: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """The first and longest spot of each place, none inside a date. Both lists are in order."""
    last, position = 0, 0
    for start, end, value in spots:
        while position < len(dates) and dates[position][1] <= start:
            position += 1
        inside_date = position < len(dates) and dates[position][0] < end
        if start >= last and not inside_date:
            yield start, end, value
            last = end
