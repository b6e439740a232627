"""Secrets and personal numbers out of a text: the secret goes wholly, a placeholder names its kind, the rest stays."""

import ipaddress
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shared.text import redact_patterns as patterns
from shared.text.assignments import assigned_secrets
from shared.text.characters import INVISIBLE, fold_width
from shared.text.key_patterns import KEYS
from shared.text.number_secrets import account_numbers, phone_numbers
from shared.text.placed_patterns import PLACED

_MAY_HOLD_SECRET = re.compile(
    r"[@＠]|:|：|=|＝|[0-9０-９]|-----BEGIN|sk-|_|xox|LTAI|AK|AIza|eyJ|密|口令|phrase|mnemonic|助记|[Bb]earer|[Bb]asic"
)
_NUMBER_KINDS_FROM = 10**9
# What a placeholder stands beside may read differently from what the secret stood beside: look again until nothing is found.
_MOST_PASSES = 8


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
    counts: Counter[str] = Counter()
    if _MAY_HOLD_SECRET.search(text) is not None:
        for _ in range(_MOST_PASSES):
            secrets = found_secrets(text, include_ips=include_ips)
            if not secrets:
                break
            text = _with_placeholders(text, secrets)
            counts.update(secret.kind for secret in secrets)
    return Redacted(text, dict(counts))


def _with_placeholders(text: str, secrets: list[Secret]) -> str:
    parts, last = [], 0
    for secret in secrets:
        parts.append(text[last : secret.start])
        parts.append(f"[REDACTED:{secret.kind}]")
        last = secret.end
    parts.append(text[last:])
    return "".join(parts)


def found_secrets(text: str, *, include_ips: bool = False) -> list[Secret]:
    """Where the secrets of a text stand, in order."""
    folded, places = _searchable(text)
    secrets = sorted(_secrets(folded, include_ips=include_ips), key=lambda secret: secret.start)
    if places is None:
        return secrets
    return [Secret(secret.kind, places[secret.start], places[secret.end - 1] + 1) for secret in secrets]


def redact_json(value: Any, *, include_ips: bool = False, with_keys: bool = False) -> tuple[Any, dict[str, int]]:
    """A copy of a JSON value with every string redacted; a key that names a secret makes its string, or each of its list, one.

    Keys stay (a label's key is an identifier), unless `with_keys` is set for free JSON, where a secret may stand in one.
    """
    counts: Counter[str] = Counter()
    root: dict[str, Any] = {"": value}
    work: list[tuple[Any, Any, str]] = [(root, "", "")]
    while work:
        holder, key, name = work.pop()
        item = holder[key]
        if isinstance(item, dict):
            holder[key] = copied = _with_redacted_keys(item, counts) if with_keys else dict(item)
            work.extend((copied, inner, inner) for inner in copied)
        elif isinstance(item, (list, tuple)):
            holder[key] = listed = list(item)
            work.extend((listed, position, name) for position in range(len(listed)))
        else:
            holder[key] = _redacted_leaf(item, name, counts, include_ips=include_ips)
    return root[""], dict(counts)


def _with_redacted_keys(item: dict[str, Any], counts: "Counter[str]") -> dict[str, Any]:
    """Two keys that end alike are told apart by a number: no value is lost."""
    copied: dict[str, Any] = {}
    for key, value in item.items():
        cleaned = redact(key)
        counts.update(cleaned.counts)
        name, number = cleaned.text, 1
        while cleaned.counts and (name in copied or name in item):
            number += 1
            name = f"{cleaned.text} {number}"
        copied[name] = value
    return copied


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
        secrets = sorted(detect(text), key=lambda secret: (secret.start, -secret.end))
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
    for kind, literal, pattern in KEYS:
        if literal in text:
            yield from (Secret(kind, *match.span()) for match in pattern.finditer(text))


def _url_passwords(text: str) -> Iterator[Secret]:
    if "://" in text and "@" in text:
        for match in patterns.URL_PASSWORD.finditer(text):
            yield Secret("url_password", *match.span("password"))


def _authorizations(text: str) -> Iterator[Secret]:
    for match in patterns.AUTHORIZATION.finditer(text):
        is_code = patterns.DOTTED_NAME.match(match["value"]) is not None or text.startswith("(", match.end())
        if not is_code and patterns.PLACEHOLDER_VALUE.match(match["value"]) is None:
            yield Secret("authorization", *match.span("value"))


def _placed(text: str) -> Iterator[Secret]:
    lowered = text.lower()
    for kind, needles, pattern in PLACED:
        if any(needle in lowered for needle in needles):
            yield from (Secret(kind, *match.span("value")) for match in pattern.finditer(text))


def _assignments(text: str) -> Iterator[Secret]:
    yield from (Secret(kind, start, end) for kind, start, end in assigned_secrets(text))


def _emails(text: str) -> Iterator[Secret]:
    if "@" in text:
        for match in patterns.EMAIL.finditer(text):
            is_mailbox = patterns.NO_MAILBOX_BEFORE.search(text, max(0, match.start() - 14), match.start()) is None
            # The character behind the domain decides: git@host:path.
            if is_mailbox and patterns.GIT_ADDRESS.match(text, match.start()) is None:
                yield Secret("email", *match.span())


def _account_numbers(text: str) -> Iterator[Secret]:
    yield from (Secret(*found) for found in account_numbers(text))


def _phones(text: str) -> Iterator[Secret]:
    yield from (Secret(*found) for found in phone_numbers(text))


def _addresses(text: str) -> Iterator[Secret]:
    """IP addresses; a version number is none."""
    for match in (*patterns.IPV4.finditer(text), *patterns.IPV6.finditer(text)):
        try:
            ipaddress.ip_address(match.group())
        except ValueError:
            continue
        if not patterns.VERSION_BEFORE.search(text, max(0, match.start() - 12), match.start()):
            yield Secret("ip", *match.span())


_DETECTORS = (_known_keys, _url_passwords, _authorizations, _placed, _assignments, _emails, _account_numbers, _phones, _addresses)
