"""From a model's answer to a list of items, forgiving and counted. Never an empty list instead of an error."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shared.domain.errors import ContentFault
from shared.extraction.lenient_json import LenientReader, NotJson

LIST_NAMES = ("candidates", "memories", "facts", "items", "results")
TEXT_NAMES = ("text", "memory", "fact", "content", "statement", "summary")
DEEPEST_NESTING = 4
MOST_FRAGMENTS = 50

THINKING = re.compile(r"<(think|thinking|thought|reasoning)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
THINKING_OPENS = re.compile(r"<(?:think|thinking|thought|reasoning)\b[^>]*>", re.IGNORECASE)
THINKING_CLOSES = re.compile(r"</(?:think|thinking|thought|reasoning)\s*>", re.IGNORECASE)
DOCUMENT = re.compile(r"""\s*(?:\{\s*["'“}]|\[\s*[\[{"'“\]])""")
STARTS = re.compile(r"[\[{]")
FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """The items in order, each with a non-empty `text`; `mends` names what was forgiven, for the counters."""

    items: tuple[dict[str, Any], ...]
    mends: tuple[str, ...]


def parse_answer(text: str, *, cut_off: bool = False) -> ParsedAnswer:
    """An explicit empty list is a good answer. ContentFault for everything that holds no list of items.

    An answer that ran into max_tokens is a fault even where its beginning could be read: what is missing
    would be lost without a sound.
    """
    if cut_off:
        raise ContentFault("the answer was cut off", raw=text, cut_off=True)
    mends: set[str] = set()
    try:
        found = _items_of(json.loads(text), 0)
    except (ValueError, RecursionError):
        found = None
    if found is None:
        found = _mended_items(text, mends)
    if found is None:
        raise ContentFault("the answer holds no list of candidates", raw=text)
    items = tuple(item for entry in found if (item := _item(entry)) is not None)
    if found and not items:
        raise ContentFault("the answer's items hold no text", raw=text)
    if len(items) < len(found):
        mends.add("items_without_text")
    if "truncated" in mends and not items:
        raise ContentFault("the answer ends before its first item", raw=text, cut_off=True)
    return ParsedAnswer(items=items, mends=tuple(sorted(mends)))


def _mended_items(text: str, mends: set[str]) -> list[Any] | None:
    if text.startswith("\ufeff"):
        mends.add("byte_order_mark")
    answer = _without_thinking(text.lstrip("\ufeff"), mends)
    if FENCE.search(answer):
        mends.add("fences")
        answer = FENCE.sub("\n", answer)
    merged: list[Any] | None = None
    bare: list[Any] = []
    for value in _values(answer, mends):
        found = _items_of(value, 0)
        if found is None:
            continue
        if _is_item(value):
            bare.append(value)  # several objects, one candidate each
        else:
            merged = [*(merged or []), *found]
    return merged if merged is not None else bare or None


def _without_thinking(text: str, mends: set[str]) -> str:
    """What follows the thinking. A block that never ends has no answer behind it."""
    answer = THINKING.sub("\n", text)
    closes = list(THINKING_CLOSES.finditer(answer))
    if closes:
        answer = answer[closes[-1].end() :]  # some templates leave the opening tag out
    opened = THINKING_OPENS.search(answer)
    if opened is not None:
        answer = answer[: opened.start()]
    if answer != text:
        mends.add("thinking")
    return answer


def _values(text: str, mends: set[str]) -> Iterator[Any]:
    """Every object, array or quoted document in the text, one after the other; prose between them is skipped."""
    at, tries = 0, 0
    while (start := _next_start(text, at)) is not None and tries < MOST_FRAGMENTS:
        tries += 1
        reader = LenientReader(text)
        try:
            value, at = reader.read(start)
        except NotJson:
            at = start + 1
            continue
        mends |= reader.mends
        if text[:start].strip() or text[at:].strip():
            mends.add("prose")
        yield value


def _next_start(text: str, at: int) -> int | None:
    found = STARTS.search(text, at)
    return found.start() if found is not None else None


def _items_of(value: Any, depth: int) -> list[Any] | None:
    """The list inside whatever wraps it, or None where there is none."""
    if depth > DEEPEST_NESTING:
        return None
    if isinstance(value, str):
        return _items_in_text(value, depth)
    if isinstance(value, list):
        return _items_in_list(value, depth)
    if isinstance(value, dict):
        return _items_in_object(value, depth)
    return None


def _items_in_list(value: list[Any], depth: int) -> list[Any] | None:
    if len(value) == 1 and not _is_item(value[0]) and (inner := _items_of(value[0], depth + 1)) is not None:
        return inner
    if not value or any(_is_item(entry) or (isinstance(entry, str) and not _is_document(entry)) for entry in value):
        return value
    return None


def _items_in_object(value: dict[str, Any], depth: int) -> list[Any] | None:
    for name in LIST_NAMES:
        listed = value.get(name)
        if isinstance(listed, list) or _is_document(listed):
            inner = _items_of(listed, depth + 1)
            if inner is not None:
                return inner
    if _is_item(value):
        return [value]
    wrapped = [entry for entry in value.values() if isinstance(entry, dict | list) or _is_document(entry)]
    return _items_of(wrapped[0], depth + 1) if len(wrapped) == 1 else None


def _items_in_text(value: str, depth: int) -> list[Any] | None:
    """A document inside a string."""
    if not _is_document(value):
        return None
    try:
        return _items_of(json.loads(value), depth + 1)
    except (ValueError, RecursionError):
        pass
    try:
        return _items_of(LenientReader(value).read(len(value) - len(value.lstrip()))[0], depth + 1)
    except NotJson:
        return None


def _is_document(value: Any) -> bool:
    return isinstance(value, str) and DOCUMENT.match(value) is not None


def _is_item(value: Any) -> bool:
    """An object with a statement in it. A statement may begin like JSON ("[REDACTED:email] is ..."), a wrapper's text does."""
    if not isinstance(value, dict):
        return False
    return isinstance(value.get("text"), str) or any(
        isinstance(value.get(name), str) and not _is_document(value[name]) for name in TEXT_NAMES
    )


def _item(entry: Any) -> dict[str, Any] | None:
    """One item with its statement under `text`, or None where it has none."""
    if isinstance(entry, str):
        return {"text": entry.strip()} if entry.strip() else None
    if not isinstance(entry, dict):
        return None
    for name in TEXT_NAMES:
        statement = entry.get(name)
        if isinstance(statement, str) and statement.strip():
            return {**entry, "text": statement.strip()}
    return None
