"""Numbers by value: 1.5M, 1,500,000, 150万, 一百五十万 and "1.5 million" are one number. Dates are read by dates.py."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from shared.text.characters import fold_width
from shared.text.dates import DateMention as DateMention
from shared.text.dates import dates_agree, dates_in
from shared.text.number_words import (
    CHINESE_COUNTERS,
    CHINESE_DIGITS,
    CHINESE_NOT_NUMBERS,
    CHINESE_ONE_COUNTERS,
    CHINESE_SCALES,
    CHINESE_STEPS,
    DIGIT_SCALES,
    ENGLISH_ONE,
    ENGLISH_SCALES,
    ENGLISH_SMALL,
)

_SCALE_WORDS = "|".join(sorted((re.escape(word) for word in DIGIT_SCALES), key=len, reverse=True))
_DIGITS = re.compile(
    r"(?<![A-Za-z_\d])(?<![A-Za-z_\d][.\-:/])(?P<sign>(?<![\w)）%])-)?"
    r"(?P<number>\d{1,3}(?:,\d{3}){1,8}(?:\.\d{1,15})?(?![\d,]*\d)|\d{1,40}(?:\.\d{1,40})*)"
    rf"(?:\s?(?P<scale>{_SCALE_WORDS})(?![A-Za-z]))?(?P<percent>\s?(?:%|％|percent\b|per cent\b))?(?![\d])"
)
_CHINESE = re.compile("(?:百分之)?[零〇一二两兩三四五六七八九十百千万萬亿億]{1,24}(?:点[零〇一二三四五六七八九]{1,12})?")
_COUNTER = re.compile(CHINESE_COUNTERS)
_ONE_COUNTER = re.compile(CHINESE_ONE_COUNTERS)
_SMALL = "|".join(sorted((*ENGLISH_SMALL, "one"), key=len, reverse=True))
_SCALES = "|".join(ENGLISH_SCALES)
_ENGLISH = re.compile(
    rf"\b(?:(?:an?\s+)(?:{_SCALES})|(?:{_SMALL})(?:[\s-]+(?:and\s+)?(?:{_SMALL}|{_SCALES})){{0,12}})\b(?P<percent>\s+(?:percent|per cent)\b)?",
    re.IGNORECASE,
)
_WORD = re.compile("[A-Za-z]+")
_MAY_HOLD_NUMBER = re.compile(f"[0-9０-９]|[零〇一二两兩三四五六七八九十百千万萬亿億]|{_SMALL}|{_SCALES}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NumberMention:
    """One number: its plain decimal value (`1500000`, `12.5%`; a version such as `1.2.3` verbatim), the words used, and where they stand."""

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
    taken = [(mention.start, mention.end) for mention in dates_in(text)]
    found: list[NumberMention] = []
    for start, end, value in (*_digit_numbers(folded), *_chinese_numbers(folded), *_english_numbers(folded)):
        found.append(NumberMention(value, text[start:end], start, end))
    return tuple(_without_overlaps(sorted(found, key=lambda mention: (mention.start, -mention.end)), taken))


def unsupported_numbers(statement: str, sources: tuple[str, ...]) -> tuple[str, ...]:
    """Numbers and dates of a statement that no source holds, by value; surfaces in order.

    A date is supported by a date that agrees in every part that both name, a bare year by a year of a date.
    """
    numbers = {mention.value for source in sources for mention in numbers_in(source)}
    dates = [mention.value for source in sources for mention in dates_in(source)]
    parts = {part.lstrip("0") for value in dates for part in value.split("-") if part}
    missing = [
        (mention.start, mention.surface) for mention in numbers_in(statement) if mention.value not in numbers and mention.value not in parts
    ]
    missing += [
        (mention.start, mention.surface)
        for mention in dates_in(statement)
        if mention.value not in numbers and not any(dates_agree(mention.value, other) for other in dates)
    ]
    return tuple(surface for _, surface in sorted(missing))


def plain(value: Decimal) -> str:
    """A decimal without exponent and without trailing zeros: 1.50 and 1.5 are one."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _digit_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _DIGITS.finditer(text):
        number, scale = match["number"], match["scale"]
        if number.count(".") > 1:
            yield *match.span("number"), number
            continue
        value = Decimal(number.replace(",", "")) * DIGIT_SCALES.get(scale, Decimal(1)) if scale else Decimal(number.replace(",", ""))
        sign = "-" if match["sign"] and value else ""
        yield *match.span(), f"{sign}{plain(value)}{'%' if match['percent'] else ''}"


def _chinese_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _CHINESE.finditer(text):
        words = match.group()
        if _is_word(text, match.start()) or (match.start() and text[match.start() - 1] in "第0123456789." and words[0] in "十百千万萬亿億"):
            continue
        share = words.startswith("百分之")
        numerals = words.removeprefix("百分之") if share else words
        if not share and len(numerals) == 1 and not _counts(numerals, text, match.end()):
            continue
        value = chinese_value(numerals)
        if value is not None:
            yield *match.span(), f"{plain(value)}{'%' if share else ''}"


def _is_word(text: str, start: int) -> bool:
    """True where a word such as 三明治 or 百度 begins here."""
    return any(text.startswith(word, start) for word in CHINESE_NOT_NUMBERS if word != "百分") or (
        text.startswith("百分", start) and not text.startswith("百分之", start)
    )


def _counts(numeral: str, text: str, end: int) -> bool:
    """True where one numeral is followed by something that is counted."""
    if numeral in "万萬亿億百千":
        return False
    return (_ONE_COUNTER if numeral == "一" else _COUNTER).match(text, end) is not None


def chinese_value(numerals: str) -> Decimal | None:
    """三百五十 -> 350, 一百五十万 -> 1500000, 二〇二六 -> 2026, 三点五 -> 3.5; None where it is not a number."""
    whole, _, fraction = numerals.partition("点")
    if not any(character in CHINESE_STEPS or character in CHINESE_SCALES for character in whole):
        value = int("".join(str(CHINESE_DIGITS[character]) for character in whole))
    elif (composed := _composed(whole)) is None:
        return None
    else:
        value = composed
    tail = "".join(str(CHINESE_DIGITS[character]) for character in fraction)
    return Decimal(f"{value}.{tail}") if tail else Decimal(value)


def _composed(whole: str) -> int | None:
    """Digits with steps (十百千) and scales (万亿)."""
    total, section, digit = 0, 0, 0
    step = 1
    for character in whole:
        if character in CHINESE_DIGITS:
            digit = CHINESE_DIGITS[character]
            step = 1 if character in "零〇" else step
        elif character in CHINESE_STEPS:
            step = CHINESE_STEPS[character]
            section += (digit or (1 if step == 10 and not section else 0)) * step
            digit = 0
            step //= 10
        else:
            if total + section + digit == 0:
                return None
            step = CHINESE_SCALES[character]
            total = (total + section + digit) * step
            section, digit = 0, 0
            step //= 10
    # 三万五 is 35000 and 三百五 is 350: a last digit right behind a step counts in the next step below.
    last_is_short = digit and len(whole) > 1 and whole[-2] in "百千万萬亿億"
    return total + section + digit * (step if last_is_short else 1)


def _english_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _ENGLISH.finditer(text):
        words = [word.lower() for word in _WORD.findall(match.group()) if word.lower() not in {"and", "percent", "per", "cent"}]
        if words != ["one"]:
            yield *match.span(), f"{plain(_english_value(words))}{'%' if match['percent'] else ''}"


def _english_value(words: list[str]) -> Decimal:
    total, section = Decimal(0), Decimal(0)
    for word in words:
        if word == "hundred":
            section = (section or Decimal(1)) * 100
        elif word in ENGLISH_SCALES:
            total += (section or Decimal(1)) * ENGLISH_SCALES[word]
            section = Decimal(0)
        else:
            section += ENGLISH_SMALL.get(word, ENGLISH_ONE.get(word, 0))
    return total + section


def _without_overlaps(mentions: list[NumberMention], taken: list[tuple[int, int]]) -> Iterator[NumberMention]:
    """The first and longest mention of each place, none inside a date."""
    last = 0
    dates = iter(sorted(taken))
    date = next(dates, None)
    for mention in mentions:
        while date is not None and date[1] <= mention.start:
            date = next(dates, None)
        if mention.start < last or (date is not None and date[0] < mention.end):
            continue
        last = mention.end
        yield mention
