"""Reads JSON as language models write it: Python literals, stray commas, odd quotes, full-width marks, a missing end."""

import json
import re
from typing import Any

# Mending stops here, so that a hostile answer cannot exhaust the stack.
DEEPEST = 40
CLOSING_QUOTE = {'"': '"', "'": "'", "“": "”", "”": "”", "‘": "’", "’": "’", "「": "」"}
LITERALS: dict[str, Any] = {
    "true": True, "false": False, "null": None, "none": None, "nan": None, "undefined": None, "infinity": None, "-infinity": None,
}  # fmt: skip
SKIPPED = re.compile(r"(?:[\s,，;；\ufeff\u200b]|//[^\n]*(?:\n|\Z)|/\*.*?\*/)*", re.DOTALL)
SPACE = re.compile(r"[\s\ufeff\u200b]*")
COLON = re.compile(r"\s*[:：=]\s*")
WORD = re.compile(r"[^\s,，:：\[\]{}\"'“”]+")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
ESCAPE = re.compile(r"u[0-9a-fA-F]{4}|.", re.DOTALL)


class NotJson(ValueError):
    """There is no value here that could be mended."""


class LenientReader:
    """One pass over a text. `mends` names what had to be mended; `truncated` is among them where the end is missing."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.mends: set[str] = set()

    def read(self, start: int) -> tuple[Any, int]:
        """The object or array that begins at `start`, and where it ends. Raises NotJson."""
        return self._value(start, 0)

    def _value(self, at: int, depth: int) -> tuple[Any, int]:
        at = self._after(SPACE, at)
        sign = self._text[at : at + 1]
        if depth > DEEPEST or not sign:
            raise NotJson(f"no value at {at}")
        if sign == "{":
            return self._object(at + 1, depth)
        if sign == "[":
            return self._array(at + 1, depth)
        if sign in CLOSING_QUOTE:
            return self._string(at)
        return self._bare(at)

    def _object(self, at: int, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        while True:
            at = self._between(at)
            sign = self._text[at : at + 1]
            if sign == "}":
                return found, at + 1
            if not sign:
                self.mends.add("truncated")
                return found, at
            name, at = self._string(at) if sign in CLOSING_QUOTE else self._bare(at)
            colon = COLON.match(self._text, at)
            if colon is None:
                if at >= len(self._text):
                    self.mends.add("truncated")
                    return found, at
                raise NotJson(f"no colon at {at}")
            if colon.group().strip() != ":":
                self.mends.add("colon")
            if colon.end() >= len(self._text):
                self.mends.add("truncated")
                return found, colon.end()
            found[str(name)], at = self._value(colon.end(), depth + 1)

    def _array(self, at: int, depth: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        while True:
            at = self._between(at)
            sign = self._text[at : at + 1]
            if sign == "]":
                return found, at + 1
            if not sign:
                self.mends.add("truncated")
                return found, at
            value, at = self._value(at, depth + 1)
            if "truncated" in self.mends:
                return found, at  # a half element is no element
            found.append(value)

    def _string(self, at: int) -> tuple[str, int]:
        opening = self._text[at]
        if opening != '"':
            self.mends.add("quotes")
        parts: list[str] = []
        at += 1
        while at < len(self._text):
            sign = self._text[at]
            if sign == "\\":
                escaped = ESCAPE.match(self._text, at + 1)
                if escaped is None:
                    break
                parts.append(_unescaped(escaped.group()))
                at = escaped.end()
            elif sign == CLOSING_QUOTE[opening] and self._ends_a_string(at + 1):
                return "".join(parts), at + 1
            else:
                parts.append(sign)
                at += 1
        self.mends.add("truncated")
        return "".join(parts), at

    def _ends_a_string(self, at: int) -> bool:
        """A quote inside a sentence is followed by a word, one that closes a string by a mark or the end."""
        end = self._after(SPACE, at)
        after = self._text[end : end + 1]
        return after == "" or after in ",，:：]};；="

    def _bare(self, at: int) -> tuple[Any, int]:
        word = WORD.match(self._text, at)
        if word is None:
            raise NotJson(f"no value at {at}")
        text = word.group()
        if NUMBER.fullmatch(text):
            return json.loads(text), word.end()
        if text.lower() in LITERALS:
            if text not in {"true", "false", "null"}:
                self.mends.add("literals")
            return LITERALS[text.lower()], word.end()
        if COLON.match(self._text, word.end()) is None:
            raise NotJson(f"a bare word at {at}")
        self.mends.add("quotes")
        return text, word.end()

    def _between(self, at: int) -> int:
        """Past commas, comments and space; a comma that separates nothing is a mend."""
        end = self._after(SKIPPED, at)
        gap = self._text[at:end]
        if "，" in gap or "；" in gap or ";" in gap or "//" in gap or "/*" in gap:
            self.mends.add("commas")
        if "," in gap and self._text[end : end + 1] in {"]", "}"}:
            self.mends.add("commas")
        return end

    def _after(self, pattern: re.Pattern[str], at: int) -> int:
        found = pattern.match(self._text, at)
        return found.end() if found is not None else at


def _unescaped(escape: str) -> str:
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(escape, escape)
