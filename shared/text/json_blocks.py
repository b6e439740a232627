"""Rule 25: JSON inside a text without the white space between its parts. Its strings and numbers stay letter by letter."""

import json
import re

_BEGINS_JSON = re.compile(r"\{\s*(?:\"|\})|\[\s*(?:[{\[\"\-\d\]]|true|false|null)")
_STRING_OR_SPACE = re.compile(r"(\"(?:\\.|[^\"\\])*+\")|\s+")
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\\n])*+\"|[{}\[\]]")


def compact_json(text: str) -> str:
    """Objects and many-line arrays on one line without spaces between their parts; what is no JSON stays."""
    if "{" not in text and "[" not in text:
        return text
    kept, last = [], 0
    for start, end in _outer_blocks(text):
        block = text[start:end]
        if _is_worth(block) and _is_json(block):
            kept.append(text[last:start])
            kept.append(_STRING_OR_SPACE.sub(lambda match: match.group(1) or "", block))
            last = end
    if not kept:
        return text
    kept.append(text[last:])
    return "".join(kept)


def _outer_blocks(text: str) -> list[tuple[int, int]]:
    """Spans between outermost matching brackets, in one walk; quoted brackets do not count inside a block."""
    blocks: list[tuple[int, int]] = []
    open_brackets: list[str] = []
    start = 0
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "{[":
            if not open_brackets:
                start = token.start()
            open_brackets.append(mark)
        elif mark in "}]" and open_brackets:
            if (open_brackets[-1] == "{") != (mark == "}"):
                open_brackets.clear()
                continue
            open_brackets.pop()
            if not open_brackets:
                blocks.append((start, token.end()))
    return blocks


def _is_worth(block: str) -> bool:
    """An object, or an array over several lines or of objects: [1, 2] in a sentence is prose."""
    return _BEGINS_JSON.match(block) is not None and (block[0] == "{" or "\n" in block or "{" in block)


def _is_json(block: str) -> bool:
    try:
        json.loads(block, strict=False)
    except (ValueError, RecursionError):
        return False
    return True
