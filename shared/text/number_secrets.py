"""Numbers that identify a person or an account: resident ids, bank cards, IBANs, phones. Each by checksum, library or label."""

import re
from collections.abc import Iterator

import phonenumbers
from stdnum import iban, luhn
from stdnum.cn import ric

from shared.text import number_patterns as patterns

Found = Iterator[tuple[str, int, int]]

_SEVEN_DIGITS = re.compile(r"\d(?:[ \-().\u00a0/]{0,3}\d){6}")
_SEPARATORS = re.compile(r"[ \-]")
_FEWEST_CARD_DIGITS = 13
_FEWEST_IBAN = 14


def account_numbers(text: str) -> Found:
    """(kind, start, end) of resident ids, bank cards, IBANs, social security and passport numbers."""
    for match in patterns.PASSPORT_NAMED.finditer(text):
        yield "passport", *match.span("number")
    if _SEVEN_DIGITS.search(text) is None:
        return
    yield from _resident_ids(text)
    for match in patterns.CARD.finditer(text):
        if _is_card(text, match):
            yield "bank_card", *match.span()
    for match in patterns.IBAN.finditer(text):
        end = _iban_end(match)
        if end is not None:
            yield "iban", match.start(), end


def _resident_ids(text: str) -> Found:
    """Chinese ids, where behind 身份证 a failed checksum goes too, and US social security numbers."""
    for match in patterns.CN_ID_NAMED.finditer(text):
        yield "cn_id", *match.span("number")
    for match in patterns.CN_ID_18.finditer(text):
        if ric.is_valid(_SEPARATORS.sub("", match.group()).upper()):
            yield "cn_id", *match.span()
    for match in patterns.CN_ID_15.finditer(text):
        if match.group()[:2] in patterns.PROVINCES and not _is_order_number(text, match):
            yield "cn_id", *match.span()
    for match in patterns.US_SSN_NAMED.finditer(text):
        yield "us_ssn", *match.span("number")
    for match in patterns.US_SSN.finditer(text):
        if not _is_order_number(text, match):
            yield "us_ssn", *match.span()


def _iban_end(match: re.Match[str]) -> int | None:
    """Where the account number ends: a short word behind it may look like its last group."""
    written = match.group()
    while len(written) > _FEWEST_IBAN:
        # The checksum and the length of the country decide; banks' own rules are not kept everywhere.
        if iban.is_valid(written, check_country=False):
            return match.start() + len(written)
        if not match["gap"]:
            return None
        written = written[: written.rindex(match["gap"])]
    return None


def phone_numbers(text: str) -> Found:
    """("phone", start, end) of numbers as China and North America write them, of any with a country code, of any behind a label."""
    if _SEVEN_DIGITS.search(text) is None:
        return
    for pattern in (patterns.CN_MOBILE, patterns.CN_LANDLINE, patterns.NORTH_AMERICAN, patterns.NATIONAL):
        for match in pattern.finditer(text):
            if not _is_order_number(text, match) and not patterns.DATE_SHAPE.match(match.group()):
                yield "phone", *match.span()
    if "+" in text or "00" in text:
        for match in patterns.INTERNATIONAL.finditer(text):
            if _is_international(match.group()) and not _is_order_number(text, match):
                yield "phone", *match.span()
    for match in patterns.PHONE_SHAPE.finditer(text):
        if _is_labelled(text, match) and not patterns.DATE_SHAPE.match(match.group()):
            yield "phone", *match.span()


def _is_order_number(text: str, match: re.Match[str]) -> bool:
    """True where the words before say order, invoice, serial, ..."""
    return patterns.ORDER_BEFORE.search(text, max(0, match.start() - 30), match.start()) is not None


def _is_card(text: str, match: re.Match[str]) -> bool:
    """Luhn, an issuer's first digits, and no order number by the words before it; 12 digits only behind such a word as card."""
    digits = _SEPARATORS.sub("", match.group())
    if len(digits) > 19 or len(set(digits)) == 1 or patterns.ISSUER.match(digits) is None or not luhn.is_valid(digits):
        return False
    if len(digits) < _FEWEST_CARD_DIGITS and not patterns.CARD_BEFORE.search(text, max(0, match.start() - 40), match.start()):
        return False
    return not _is_order_number(text, match)


def _is_international(number: str) -> bool:
    """A country code that exists, and a length that it can have."""
    with_plus = "+" + re.sub(r"\A\(?(?:\+|00)", "", number)
    try:
        parsed = phonenumbers.parse(with_plus, None)
        # Digits alone that begin with 00 are often no phone: then the numbering plan has to know them.
        return bool(phonenumbers.is_valid_number(parsed) if number.isdecimal() else phonenumbers.is_possible_number(parsed))
    except phonenumbers.NumberParseException:
        return False


def _is_labelled(text: str, match: re.Match[str]) -> bool:
    if patterns.PHONE_LABEL.search(text, max(0, match.start() - 40), match.start()):
        return True
    # "office" or "fax" behind it; a plain count of things stands without separators.
    return patterns.PHONE_TAIL.match(text, match.end()) is not None and re.search(r"[ \-(.]", match.group()) is not None
