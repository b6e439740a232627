"""A Markdown text as sections: what stands under one heading, word for word. Fences, tables and lists stay whole."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shared.text.chunking import MAX_CHUNK_CHARS
from shared.text.front_matter import split_front_matter

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(\S.*))?$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_NO_TITLE = re.compile(r"\s*$| {4}|\t|[ \t]*(?:[-*+>|]|\d+[.)])[ \t]?|.*\|")
_LIST_OR_TABLE = re.compile(r"[ \t]*(?:[-*+][ \t]|\d+[.)][ \t]|\|)|[ \t]+\S")


@dataclass(frozen=True, slots=True)
class Section:
    """`headings` from the outermost to its own; `occurrence` counts equal headings in the file, `part` its pieces, from 0."""

    headings: tuple[str, ...]
    occurrence: int
    part: int
    text: str


@dataclass(frozen=True, slots=True)
class MarkdownFile:
    """A file, read."""

    metadata: Mapping[str, Any]
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    in_fence: bool
    level: int = 0
    title: str = ""


def read_markdown(text: str, *, max_chars: int = MAX_CHUNK_CHARS) -> MarkdownFile:
    """Sections in their order. One longer than `max_chars` is cut between its blocks, never inside one."""
    metadata, body = split_front_matter(text.replace("\r\n", "\n").replace("\r", "\n"))
    sections: list[Section] = []
    seen: dict[tuple[str, ...], int] = {}
    for headings, lines in _under_headings(_lines(body)):
        if not _says_something(lines):
            continue
        occurrence = seen.get(headings, 0)
        seen[headings] = occurrence + 1
        pieces = _packed(_blocks(lines), max_chars)
        sections += [Section(headings, occurrence, part, piece) for part, piece in enumerate(pieces)]
    return MarkdownFile(metadata, tuple(sections))


def _says_something(lines: list[_Line]) -> bool:
    """A heading of hashes alone says nothing: those below it carry it. An underlined one may be words above a rule."""
    return any(line.level < 0 or (not line.level and line.text.strip()) for line in lines)


def _lines(body: str) -> Iterator[_Line]:
    """Every line with what it is; a `#` inside a fence is no heading."""
    fence = ""
    rows = body.split("\n")
    skip_underline = False
    for number, row in enumerate(rows):
        mark = _FENCE.match(row)
        if fence:
            yield _Line(row, in_fence=True)
            if mark and mark.group(1).startswith(fence) and not mark.group(2).strip():
                fence = ""
        elif mark and not (mark.group(1)[0] == "`" and "`" in mark.group(2)):
            fence = mark.group(1)
            yield _Line(row, in_fence=True)
        elif skip_underline:
            skip_underline = False
            yield _Line(row, in_fence=False, level=-1)
        elif (heading := _HEADING.match(row.rstrip())) is not None:
            yield _Line(row, in_fence=False, level=len(heading.group(1)), title=_title(heading.group(2) or ""))
        elif _is_underlined(rows, number):
            skip_underline = True
            yield _Line(row, in_fence=False, level=1 if rows[number + 1].lstrip()[0] == "=" else 2, title=row.strip())
        else:
            yield _Line(row, in_fence=False)


def _title(written: str) -> str:
    """Without the hashes that may close it."""
    bare = written.rstrip()
    opened = bare.rstrip("#")
    return (opened if not opened or opened[-1] in " \t" else bare).strip()


def _is_underlined(rows: list[str], number: int) -> bool:
    """A title of one line above `===` or `---`, after an empty line."""
    if number + 1 >= len(rows) or _UNDERLINE.match(rows[number + 1]) is None or _NO_TITLE.match(rows[number]) is not None:
        return False
    return number == 0 or not rows[number - 1].strip()


def _under_headings(lines: Iterator[_Line]) -> Iterator[tuple[tuple[str, ...], list[_Line]]]:
    path: list[tuple[int, str]] = []
    held: list[_Line] = []
    for line in lines:
        if line.level > 0:
            yield tuple(title for _, title in path), held
            path = [(level, title) for level, title in path if level < line.level] + [(line.level, line.title)]
            held = []
        held.append(line)
    yield tuple(title for _, title in path), held


def _blocks(lines: list[_Line]) -> Iterator[str]:
    """Runs of lines that stay together: a fence, a table, a list with what is indented under it, a paragraph, heading and all."""
    following = _following(lines)
    held: list[_Line] = []
    has_words = False
    for place, line in enumerate(lines):
        is_empty = not line.text.strip() and not line.in_fence
        if is_empty and held and has_words and not _goes_on(held[-1], following[place]):
            yield "\n".join(each.text for each in held).rstrip()
            held, has_words = [], False
        elif held or not is_empty:
            held.append(line)
            has_words = has_words or (not line.level and not is_empty)
    if held:
        yield "\n".join(each.text for each in held).rstrip()


def _following(lines: list[_Line]) -> list[_Line | None]:
    """For each line the next one with words."""
    found: list[_Line | None] = [None] * len(lines)
    for place in range(len(lines) - 2, -1, -1):
        later = lines[place + 1]
        found[place] = later if later.text.strip() else found[place + 1]
    return found


def _goes_on(last: _Line, following: _Line | None) -> bool:
    """A list or table goes on after an empty line; what is indented belongs to it."""
    if following is None or following.in_fence or last.in_fence:
        return False
    is_listed = not last.text.strip() or _LIST_OR_TABLE.match(last.text) is not None
    return is_listed and _LIST_OR_TABLE.match(following.text) is not None


def _packed(blocks: Iterator[str], max_chars: int) -> list[str]:
    pieces: list[str] = []
    for block in blocks:
        if pieces and len(pieces[-1]) + 2 + len(block) <= max_chars:
            pieces[-1] += "\n\n" + block
        else:
            pieces.append(block)
    return pieces
