"""Rule 23: large comma-grouped numbers in their short form, only where nothing is lost."""

import re
from decimal import Decimal

from shared.text.numerals import plain

_GROUPED = re.compile(r"(?<![\d,.])\d{1,3}(?:,\d{3}){2,4}(?![\d,]|\.\d)(?!\s?[KMBTkm]\b)")
_SCALES = ((Decimal(10) ** 12, "T"), (Decimal(10) ** 9, "B"), (Decimal(10) ** 6, "M"))
_MOST_DECIMALS = 2


def shorten_numbers(text: str) -> str:
    """1,500,000 becomes 1.5M and 2,000,000,000 becomes 2B; 1,234,567 stays exact; units behind the number stay."""
    return _GROUPED.sub(_short_form, text) if "," in text else text


def _short_form(match: re.Match[str]) -> str:
    value = Decimal(match.group().replace(",", ""))
    for scale, letter in _SCALES:
        if value >= scale:
            short = plain(value / scale)
            is_short = len(short.partition(".")[2]) <= _MOST_DECIMALS
            # A letter right behind would read as part of the unit.
            next_is_letter = match.string[match.end() : match.end() + 1].isascii() and match.string[match.end() : match.end() + 1].isalpha()
            return short + letter if is_short and not next_is_letter else match.group()
    return match.group()
