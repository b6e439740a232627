"""The value of number words: 一百五十万, 二〇二六, 三点五, "two hundred and five thousand"."""

from decimal import Decimal

from shared.text.number_words import CHINESE_DIGITS, CHINESE_SCALES, CHINESE_STEPS, ENGLISH_ONE, ENGLISH_SCALES, ENGLISH_SMALL


def plain(value: Decimal) -> str:
    """A decimal without exponent and without trailing zeros: 1.50 and 1.5 are one."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def chinese_value(numerals: str) -> Decimal | None:
    """三百五十 -> 350, 三万五 -> 35000, 二〇二六 -> 2026, 三点五 -> 3.5; None where it is not a number."""
    whole, _, fraction = numerals.partition("点")
    if all(character in CHINESE_DIGITS for character in whole):
        value: int | None = int("".join(str(CHINESE_DIGITS[character]) for character in whole))
    else:
        value = _composed(whole)
    if value is None:
        return None
    tail = "".join(str(CHINESE_DIGITS[character]) for character in fraction)
    return Decimal(f"{value}.{tail}") if tail else Decimal(value)


def english_value(words: list[str]) -> Decimal:
    """The value of lower-case number words in order: ["two", "hundred", "five"] -> 205."""
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


def _composed(whole: str) -> int | None:
    """Digits with steps (十百千) and scales (万亿); None for a scale without a number."""
    total, section, digit, step = 0, 0, 0, 1
    for character in whole:
        if character in CHINESE_DIGITS:
            digit = CHINESE_DIGITS[character]
        elif character in CHINESE_STEPS:
            step = CHINESE_STEPS[character]
            section += (digit or 1) * step
            digit = 0
        else:
            if total + section + digit == 0:
                return None
            step = CHINESE_SCALES[character]
            total = (total + section + digit) * step
            section, digit = 0, 0
    # 三万五 is 35000 and 三百五 is 350: a last digit right behind a step counts in the step below.
    is_short = digit and len(whole) > 1 and whole[-2] in "百千万萬亿億"
    return total + section + digit * (step // 10 if is_short else 1)
