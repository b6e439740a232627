"""Secrets by their name: `api_key=...`, `password: "two words"`, 密码：..., 密码是...; prose about passwords stays."""

import re
from collections.abc import Iterator

from shared.text.characters import CJK
from shared.text.redact_patterns import ASSIGNMENT, NO_VALUE, PROSE_VALUE, STATED

_MAY_ASSIGN = re.compile("key|secret|token|pass|pwd|密|口令|秘钥", re.IGNORECASE)
_TRAILING = re.compile(r"[.,;:!?)\]}>\"'`*，。；！？、）】》”’」』]+\Z")
_FULL_STOP = re.compile(f"[，。；！？、）】》”’」』\u3000]|(?<=[{CJK}])[,;!?]")
_NEXT_FIELD = re.compile(r"[,;&|](?=\\?[\"']?[A-Za-z_][\w\-]{0,40}\\?[\"']?\s?[:=])")
_PLAIN_WORD = re.compile(r"[A-Za-z]+\Z")
_MORE_WORDS = re.compile(r"[ \t]+[a-z]+")
_STARTS_CJK = re.compile(f"[{CJK}]")
_PASSWORD_NAMES = ("pass", "pwd", "密码", "密碼", "口令")
_LONG_PROSE_WORD = 20


def assigned_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of each named value: kind `password` for passwords, `secret` for keys and tokens."""
    if _MAY_ASSIGN.search(text) is None:
        return
    for match in ASSIGNMENT.finditer(text):
        found = _quoted(match) if match["quoted"] is not None else _bare(match, text)
        if found is not None:
            yield _kind(match["name"]), *found
    for match in STATED.finditer(text):
        value = _TRAILING.sub("", match["bare"])
        digits = sum(character.isdigit() for character in value)
        if len(value) >= 4 and digits and (digits < len(value) or digits >= 4) and (digits >= 4 or any(c.isalpha() for c in value)):
            yield _kind(match["name"]), match.start("bare"), match.start("bare") + len(value)


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
    for limit in (_NEXT_FIELD, _FULL_STOP):
        cut = limit.search(value)
        if cut is not None:
            value = value[: cut.start()]
    value = _TRAILING.sub("", value)
    if not value or NO_VALUE.match(value):
        return None
    if _STARTS_CJK.match(value):
        return (
            None
            if PROSE_VALUE.search(value) or len(value) > 20 or match["name"].lower().endswith(("key", "token", "secret"))
            else (start, start + len(value))
        )
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
