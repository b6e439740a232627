"""Secrets by their name: `api_key=...`, `password: "two words"`, 密码：..., 密码是...; prose about passwords stays."""

import re
from collections.abc import Iterator

from shared.text.characters import CJK
from shared.text.redact_patterns import ASSIGNMENT, NO_VALUE, PROSE_VALUE, STATED, STATED_AS_COUNT

_MAY_ASSIGN = re.compile("key|secret|token|pass|pwd|密|口令|秘钥", re.IGNORECASE)
_TRAILING = re.compile(r"[.,;:!?)\]}>\"'`*，。；！？、）】》”’」』]+\Z")
_CJK_STOP = re.compile(f"(?<=[{CJK}])[,;!?]")
_NEXT_FIELD = re.compile(r"[,;&|](?=\\?[\"']?[A-Za-z_][\w\-]{0,40}\\?[\"']?\s?[:=])")
_PLAIN_WORD = re.compile(r"[A-Za-z]+\Z")
_MORE_WORDS = re.compile(r"[ \t]+[a-z]+")
_STARTS_CJK = re.compile(f"[{CJK}]")
_PASSWORD_NAMES = ("pass", "pwd", "密码", "密碼", "口令")
_LONG_PROSE_WORD = 20
_LONG_KEY = 12
_SHORTEST_STATED = 4
_LONGEST_CJK = 20


def assigned_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of each named value: kind `password` for passwords, `secret` for keys and tokens."""
    if _MAY_ASSIGN.search(text) is None:
        return
    position = 0
    while (match := ASSIGNMENT.search(text, position)) is not None:
        found = _quoted(match) if match["quoted"] is not None else _bare(match, text)
        position = match.end("separator") if found is None else found[1]
        if found is not None:
            yield _kind(match["name"]), *found
    for match in STATED.finditer(text):
        value = _TRAILING.sub("", match["bare"])
        end = match.start("bare") + len(value)
        if _is_stated_value(match["name"], value) and not STATED_AS_COUNT.match(text, end):
            yield _kind(match["name"]), match.start("bare"), end


def _is_stated_value(name: str, value: str) -> bool:
    """Behind "is" a plain word is prose: a value has digits, and letters or at least four digits with them."""
    digits = sum(character.isdigit() for character in value)
    if len(value) < (_LONG_KEY if _is_bare_name(name) else _SHORTEST_STATED) or value.startswith("http"):
        return False
    return digits >= 4 or (digits > 0 and any(character.isalpha() for character in value))


def _kind(name: str) -> str:
    return "password" if any(word in name.lower() for word in _PASSWORD_NAMES) else "secret"


def _quoted(match: re.Match[str]) -> tuple[int, int] | None:
    """A quoted value is a secret whatever it holds, unless it stands for no value."""
    value = match["quoted"]
    if not value.strip() or NO_VALUE.match(value) or (_is_bare_name(match["name"]) and _is_prose_word(value)):
        return None
    return match.span("quoted")


def _bare(match: re.Match[str], text: str) -> tuple[int, int] | None:
    start, value = match.start("bare"), match["bare"]
    if NO_VALUE.match(value):
        return None
    cut = _NEXT_FIELD.search(value) or _CJK_STOP.search(value)
    if cut is not None:
        value = value[: cut.start()]
    value = _TRAILING.sub("", value)
    if not value or NO_VALUE.match(value):
        return None
    if _STARTS_CJK.match(value):
        is_phrase = _kind(match["name"]) == "password" and len(value) <= _LONGEST_CJK and not PROSE_VALUE.match(value) and ":" not in value
        return (start, start + len(value)) if is_phrase else None
    end = start + len(value)
    if _PLAIN_WORD.match(value) and match["separator"].startswith(":") and _reads_as_prose(match["name"], value, text, end):
        return None
    return start, end


def _reads_as_prose(name: str, value: str, text: str, end: int) -> bool:
    """A plain word behind "key:" is prose; behind "secret:" or "token:" it is where more words follow."""
    if _is_bare_name(name):
        return _is_prose_word(value)
    return _kind(name) == "secret" and (_is_prose_word(value) and _MORE_WORDS.match(text, end) is not None)


def _is_bare_name(name: str) -> bool:
    return name.lower() == "key"


def _is_prose_word(value: str) -> bool:
    return len(value) < _LONG_PROSE_WORD and (value.islower() or value.istitle()) and value.isalpha()
