"""Secrets by their name: `api_key=...`, `password: "two words"`, 密码：..., 密码是...; prose about passwords stays."""

import re
from collections.abc import Iterator

from shared.text.characters import CJK
from shared.text.redact_patterns import (
    ADJACENT,
    ASSIGNMENT,
    CODE_VALUE,
    DOTTED_NAME,
    NO_VALUE,
    NOT_ADJACENT,
    PROSE_START,
    PROSE_VALUE,
    SHORT_NAME,
    STATED,
    STATED_AS_COUNT,
)

_MAY_ASSIGN = re.compile(
    "key|secret|token|pass|pwd|pw|密|口令|秘钥|私钥|令牌|授权码|kennwort|contrase|senha|wachtwoord|hasło|пароль|パスワード|비밀번호",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?)]}>\"'`*，。；！？、）】》”’」』"
_CJK_STOP = re.compile(f"[,;!?](?<=[{CJK}].)|[,;](?=[{CJK}])")
_NEXT_FIELD = re.compile(r"[,;&|](?=\\?[\"']?[A-Za-z_][\w\-]{0,40}\\?[\"']?\s?[:=])")
_PLAIN_WORD = re.compile(r"[A-Za-z]+\Z")
_MORE_WORDS = re.compile(r",?[ \t]+[a-z]+")
_STARTS_CJK = re.compile(f"[{CJK}]")
_PASSWORD_NAMES = (
    "pass", "pwd", "pw", "密码", "密碼", "口令", "kennwort", "contrase", "senha", "wachtwoord", "hasło", "пароль", "パスワード", "비밀번호",
)  # fmt: skip
# What makes a `..._key` one that opens something; any other must look like one: cache_key, sort key, i18n key hold names.
_STRONG_KEY = re.compile(
    r"(?:api|access|secret|auth|private|client|app|account|encryption|signing|master|license|storage|webhook)"
    r"[ _\-]?(?:access[ _\-]?)?key\Z",
    re.IGNORECASE,
)
_RUN = re.compile(r"[A-Za-z0-9+/=]{8,}")
_PATH = re.compile(r"~?/|[A-Za-z]:\\")
_LONG_PROSE_WORD = 20
_LONG_KEY = 12
_LOOKED_AT = 200
"""Characters of a value in which letters and digits are looked for: a text may hold ten thousand names with long values."""
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
        if match["quoted"] is not None:
            if _kind(match["name"]) == "password" and not NO_VALUE.match(match["quoted"]) and not PROSE_VALUE.match(match["quoted"]):
                yield "password", *match.span("quoted")
            continue
        value = _without_trailing(match["bare"])
        end = match.start("bare") + len(value)
        if _is_stated_value(match["name"], value) and not STATED_AS_COUNT.match(text, end):
            yield _kind(match["name"]), match.start("bare"), end
    for match in SHORT_NAME.finditer(text):
        yield "password", match.start("value"), match.start("value") + len(match["value"].rstrip(_TRAILING))
    for match in ADJACENT.finditer(text):
        if _is_adjacent(match["value"], is_chinese=match["name"] is not None):
            yield _kind(match["name"] or match["english"]), *match.span("value")


def _is_adjacent(value: str, *, is_chinese: bool) -> bool:
    """Letters and digits; behind a Chinese word digits alone as well."""
    return NOT_ADJACENT.match(value) is None and (
        is_chinese or (len(value) > _SHORTEST_STATED + 1 and any(letter.isalpha() for letter in value))
    )


def _is_stated_value(name: str, value: str) -> bool:
    """Behind "is" a plain word is prose: a value has digits, and letters or at least four digits with them."""
    digits = sum(character.isdigit() for character in value)
    if len(value) < (_LONG_KEY if _is_bare_name(name) else _SHORTEST_STATED) or value.startswith("http"):
        return False
    return digits >= 4 or (digits > 0 and any(character.isalpha() for character in value))


def _kind(name: str) -> str:
    return "password" if any(word in name.lower() for word in _PASSWORD_NAMES) else "secret"


def _opens_nothing(match: re.Match[str], value: str) -> bool:
    """True for a `key` that only names something, and for the `pwd` that is a folder."""
    name = match["name"].lower()
    if name == "pwd":
        return _PATH.match(value) is not None
    if not name.endswith("key"):
        return False
    before = match.string[max(0, match.start("name") - 10) : match.end("name")]
    if before.lower().startswith("public", max(0, len(before) - len(name) - 7)):
        return True
    return _STRONG_KEY.search(before) is None and not _looks_random(value[:_LOOKED_AT])


def _looks_random(value: str) -> bool:
    """True where letters and digits run on without a break."""
    return any(any(map(str.isdigit, run)) and any(map(str.isalpha, run)) for run in _RUN.findall(value))


def _quoted(match: re.Match[str]) -> tuple[int, int] | None:
    """A quoted value is a secret whatever it holds, unless it stands for no value."""
    value = match["quoted"]
    if (
        not value.strip()
        or value[0] == value[-1] == " "
        or not any(character.isalnum() for character in value)
        or NO_VALUE.match(value)
        or _opens_nothing(match, value)
        or (_is_bare_name(match["name"]) and _is_prose_word(value))
    ):
        return None
    return match.span("quoted")


def _bare(match: re.Match[str], text: str) -> tuple[int, int] | None:
    start, value = match.start("bare"), match["bare"]
    if NO_VALUE.match(value) or _is_code(match["name"], value):
        return None
    cut = _NEXT_FIELD.search(value) or _CJK_STOP.search(value)
    if cut is not None:
        value = value[: cut.start()]
    value = _without_trailing(value)
    if not value or NO_VALUE.match(value) or _opens_nothing(match, value):
        return None
    if _STARTS_CJK.match(value):
        is_phrase = _kind(match["name"]) == "password" and len(value) <= _LONGEST_CJK and not PROSE_VALUE.match(value) and ":" not in value
        return (start, start + len(value)) if is_phrase else None
    end = start + len(value)
    if PROSE_START.match(value) and _MORE_WORDS.match(text, end):
        return None
    if _PLAIN_WORD.match(value) and match["separator"].startswith(":") and _reads_as_prose(match["name"], value, text, end):
        return None
    return start, end


def _is_code(name: str, value: str) -> bool:
    """A call, a type, an attribute or another variable; `mysecretpassword` may well be one."""
    is_password = _kind(name) == "password"
    if is_password and value.isalpha() and value.islower() and value != name.lower():
        return False
    return CODE_VALUE.match(value) is not None or (not is_password and DOTTED_NAME.match(value) is not None)


def _without_trailing(value: str) -> str:
    """What ends a sentence is none of the value; an exclamation mark behind letters and digits may be."""
    bare = value.rstrip(_TRAILING)
    return bare + "!" if value == bare + "!" and any(character.isdigit() for character in bare) and not bare.isdigit() else bare


def _reads_as_prose(name: str, value: str, text: str, end: int) -> bool:
    """A plain word behind "key:" is prose; behind "secret:" or "token:" it is where more words follow."""
    if _is_bare_name(name):
        return _is_prose_word(value)
    return _kind(name) == "secret" and (_is_prose_word(value) and _MORE_WORDS.match(text, end) is not None)


def _is_bare_name(name: str) -> bool:
    return name.lower() == "key"


def _is_prose_word(value: str) -> bool:
    return len(value) < _LONG_PROSE_WORD and (value.islower() or value.istitle()) and value.isalpha()
