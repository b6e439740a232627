"""Secrets and personal numbers out of a text: the secret goes wholly, a placeholder names its kind, the rest stays."""

import ipaddress
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import phonenumbers
from stdnum import iban, luhn
from stdnum.cn import ric

from shared.text import redact_patterns as patterns
from shared.text.assignments import assigned_secrets
from shared.text.characters import INVISIBLE, fold_width

_MAY_HOLD_SECRET = re.compile(r"[@＠]|:|：|=|＝|[0-9０-９]|-----BEGIN|sk-|_|xox|LTAI|AK|AIza|eyJ|密|口令|[Bb]earer|[Bb]asic")
_DIGITS = re.compile(r"\d")
_SEVEN_DIGITS = re.compile(r"\d(?:[ \-().\u00a0/]{0,3}\d){6}")
_NUMBER_KINDS_FROM = 10**9


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets, and how many of each kind went."""

    text: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret: its kind, and where it stands."""

    kind: str
    start: int
    end: int


def redact(text: str, *, include_ips: bool = False) -> Redacted:
    """Each secret of a text as `[REDACTED:kind]`. Redacting again changes nothing and counts nothing."""
    if _MAY_HOLD_SECRET.search(text) is None:
        return Redacted(text, {})
    folded, places = _searchable(text)
    secrets = sorted(_secrets(folded, include_ips=include_ips), key=lambda secret: secret.start)
    if not secrets:
        return Redacted(text, {})
    parts, last = [], 0
    for secret in secrets:
        start, end = (secret.start, secret.end) if places is None else (places[secret.start], places[secret.end - 1] + 1)
        parts.append(text[last:start])
        parts.append(f"[REDACTED:{secret.kind}]")
        last = end
    parts.append(text[last:])
    return Redacted("".join(parts), dict(Counter(secret.kind for secret in secrets)))


def redact_json(value: Any, *, include_ips: bool = False) -> tuple[Any, dict[str, int]]:
    """A copy of a JSON value with every string redacted; keys stay, and one that names a secret makes its string one."""
    counts: Counter[str] = Counter()
    root: dict[str, Any] = {"": value}
    work: list[tuple[Any, Any]] = [(root, "")]
    while work:
        holder, key = work.pop()
        item = holder[key]
        if isinstance(item, dict):
            holder[key] = copied = dict(item)
            work.extend((copied, inner) for inner in copied)
        elif isinstance(item, (list, tuple)):
            holder[key] = listed = list(item)
            work.extend((listed, position) for position in range(len(listed)))
        else:
            holder[key] = _redacted_leaf(item, key if isinstance(key, str) else "", counts, include_ips=include_ips)
    return root[""], dict(counts)


def _redacted_leaf(item: Any, key: str, counts: "Counter[str]", *, include_ips: bool) -> Any:
    """A string, or a number long enough to be a phone, an id or a card; anything else stays."""
    if isinstance(item, str):
        cleaned = redact(item, include_ips=include_ips)
        kind = None if cleaned.counts else _kind_named_by(key, item)
        if kind is not None:
            counts[kind] += 1
            return f"[REDACTED:{kind}]"
        counts.update(cleaned.counts)
        return cleaned.text
    if isinstance(item, int) and not isinstance(item, bool) and abs(item) >= _NUMBER_KINDS_FROM:
        cleaned = redact(str(item))
        counts.update(cleaned.counts)
        return cleaned.text if cleaned.counts else item
    return item


def _kind_named_by(key: str, item: str) -> str | None:
    """The kind of secret that a key such as `password` makes of its string. A key that is one itself says nothing of it."""
    if not key or not item or redact(key).counts:
        return None
    named = redact(f"{key}={item!r}" if "\n" in item else f'{key}="{item}"')
    return next(iter(named.counts), None)


def _searchable(text: str) -> tuple[str, list[int] | None]:
    """Half-width and without invisible characters, with the place of each character where places differ."""
    if text.isascii():
        return text, None
    if INVISIBLE.search(text) is None:
        return fold_width(text), None
    places = [place for place, character in enumerate(text) if INVISIBLE.match(character) is None]
    return fold_width("".join(text[place] for place in places)), places


def _secrets(text: str, *, include_ips: bool) -> list[Secret]:
    """Every secret once. What one detector found is blank for the next, and so is what is redacted already."""
    found: list[Secret] = []
    if "[REDACTED:" in text:
        text = patterns.PLACEHOLDER.sub(lambda match: "\x00" * len(match.group()), text)
    for detect in _DETECTORS if include_ips else _DETECTORS[:-1]:
        secrets = sorted(detect(text), key=lambda secret: secret.start)
        last = -1
        fresh = []
        for secret in secrets:
            if secret.start >= last:
                fresh.append(secret)
                last = secret.end
        if fresh:
            text = _blanked(text, fresh)
            found.extend(fresh)
    return found


def _blanked(text: str, secrets: list[Secret]) -> str:
    parts, last = [], 0
    for secret in secrets:
        parts.append(text[last : secret.start])
        parts.append("\x00" * (secret.end - secret.start))
        last = secret.end
    parts.append(text[last:])
    return "".join(parts)


def _known_keys(text: str) -> Iterator[Secret]:
    for kind, literal, pattern in patterns.KEYS:
        if literal in text:
            yield from (Secret(kind, *match.span()) for match in pattern.finditer(text))


def _url_passwords(text: str) -> Iterator[Secret]:
    if "://" in text and "@" in text:
        for match in patterns.URL_PASSWORD.finditer(text):
            yield Secret("url_password", *match.span("password"))


def _authorizations(text: str) -> Iterator[Secret]:
    for match in patterns.AUTHORIZATION.finditer(text):
        yield Secret("authorization", *match.span("value"))


def _assignments(text: str) -> Iterator[Secret]:
    yield from (Secret(kind, start, end) for kind, start, end in assigned_secrets(text))


def _emails(text: str) -> Iterator[Secret]:
    if "@" in text:
        yield from (Secret("email", *match.span()) for match in patterns.EMAIL.finditer(text))


def _long_numbers(text: str) -> Iterator[Secret]:
    """Resident ids, bank cards and IBANs, each by its checksum."""
    if _SEVEN_DIGITS.search(text) is None:
        return
    for match in patterns.CN_ID_NAMED.finditer(text):
        yield Secret("cn_id", *match.span("number"))
    for match in patterns.CN_ID_18.finditer(text):
        if ric.is_valid(re.sub(r"[ \-]", "", match.group()).upper()):
            yield Secret("cn_id", *match.span())
    for match in patterns.CN_ID_15.finditer(text):
        if match.group()[:2] in _PROVINCES and not patterns.ORDER_BEFORE.search(text, max(0, match.start() - 30), match.start()):
            yield Secret("cn_id", *match.span())
    for match in patterns.CARD.finditer(text):
        if _is_card(text, match):
            yield Secret("bank_card", *match.span())
    for match in patterns.IBAN.finditer(text):
        if iban.is_valid(match.group()):
            yield Secret("iban", *match.span())


_PROVINCES = frozenset(
    [
        "11",
        "12",
        "13",
        "14",
        "15",
        "21",
        "22",
        "23",
        "31",
        "32",
        "33",
        "34",
        "35",
        "36",
        "37",
        "41",
        "42",
        "43",
        "44",
        "45",
        "46",
        "50",
        "51",
        "52",
        "53",
        "54",
        "61",
        "62",
        "63",
        "64",
        "65",
        "71",
        "81",
        "82",
    ]
)


def _is_card(text: str, match: re.Match[str]) -> bool:
    """Luhn, an issuer's first digits, and no order number by the words before it."""
    digits = re.sub(r"[ \-]", "", match.group())
    if not 13 <= len(digits) <= 19 or patterns.ISSUER.match(digits) is None or len(set(digits)) < 2 or not luhn.is_valid(digits):
        return False
    return not patterns.ORDER_BEFORE.search(text, max(0, match.start() - 30), match.start())


def _phones(text: str) -> Iterator[Secret]:
    if _SEVEN_DIGITS.search(text) is None:
        return
    for match in patterns.CN_MOBILE.finditer(text):
        if not patterns.ORDER_BEFORE.search(text, max(0, match.start() - 30), match.start()):
            yield Secret("phone", *match.span())
    for match in patterns.PHONE_SHAPE.finditer(text):
        if _is_phone(text, match):
            yield Secret("phone", *match.span())


_DATE_SHAPE = re.compile(
    r"(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d{2}\Z|(?:19|20)\d{2} ?- ?(?:19|20)\d{2}"
)
_REGIONS = ("US", "CN", "GB", "DE", "FR", "AU", "IN")


def _is_phone(text: str, match: re.Match[str]) -> bool:
    """By the library: with a country code anywhere, else only as phones are written or behind a word such as "call"."""
    number = match.group()
    if _DATE_SHAPE.match(number) or patterns.ORDER_BEFORE.search(text, max(0, match.start() - 30), match.start()):
        return False
    if number.lstrip("(").startswith(("+", "00")):
        return _is_valid_phone(number.replace("00", "+", 1) if number.startswith("00") else number, None)
    separators = len(re.findall(r"[ \-.()]+", number))
    announced = patterns.PHONE_BEFORE.search(text, max(0, match.start() - 60), match.start()) is not None
    if not announced and (separators == 0 or ("(" not in number and "-" not in number and "." not in number)):
        return False
    regions = _REGIONS if announced else _REGIONS[:2]
    return any(_is_valid_phone(number, region) for region in regions)


def _is_valid_phone(number: str, region: str | None) -> bool:
    try:
        return bool(phonenumbers.is_valid_number(phonenumbers.parse(number, region)))
    except phonenumbers.NumberParseException:
        return False


def _addresses(text: str) -> Iterator[Secret]:
    """IP addresses; a version number is none."""
    for match in (*patterns.IPV4.finditer(text), *patterns.IPV6.finditer(text)):
        try:
            ipaddress.ip_address(match.group())
        except ValueError:
            continue
        if not patterns.VERSION_BEFORE.search(text, max(0, match.start() - 12), match.start()):
            yield Secret("ip", *match.span())


_DETECTORS = (_known_keys, _url_passwords, _authorizations, _assignments, _emails, _long_numbers, _phones, _addresses)
