"""The block between `---` lines at the top of a Markdown file: simple keys with scalars and lists, no YAML engine."""

import re
from collections.abc import Mapping
from typing import Any

_BLOCK = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_PAIR = re.compile(r"([\w.-]+(?: [\w.-]+)*)[ \t]*:(?:[ \t]+(.*))?$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """The fields and the text below. A block that is not made of simple fields stays part of the text."""
    found = _BLOCK.match(text)
    if found is None:
        return {}, text
    fields = _fields(found.group(1))
    return ({}, text) if fields is None else (dict(fields), text[found.end() :])


def _fields(block: str) -> Mapping[str, Any] | None:
    """None where a line is neither a field nor an item of a list."""
    fields: dict[str, Any] = {}
    last: str | None = None
    for line in block.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        item, pair = _ITEM.match(line), _PAIR.match(line)
        if item is not None and last is not None:
            held = fields[last]
            fields[last] = [*(held if isinstance(held, list) else []), _scalar(item.group(1))]
        elif pair is not None:
            last = pair.group(1)
            fields[last] = _value((pair.group(2) or "").strip())
        else:
            return None
    return fields


def _value(written: str) -> Any:
    if written.startswith("[") and written.endswith("]"):
        return [_scalar(part) for part in written[1:-1].split(",") if part.strip()]
    return _scalar(written)


def _scalar(written: str) -> Any:
    """Quoted words, a truth value, a whole or decimal number, else the words as they stand (dates too)."""
    word = written.strip()
    if len(word) >= 2 and word[0] == word[-1] and word[0] in "\"'":
        return word[1:-1]
    if word.lower() in _WORDS:
        return _WORDS[word.lower()]
    if re.fullmatch(r"-?(?:0|[1-9]\d{0,14})", word):
        return int(word)
    return float(word) if re.fullmatch(r"-?\d{1,15}\.\d{1,15}", word) else word
