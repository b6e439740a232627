"""Sentences in which what must vanish is marked up: `my mail is [[email|a@b.cn]]`, one a line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"
_LABEL = re.compile(r"\[\[([a-z_]+)\|(.+?)\]\](?!\]\])")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A sentence and what must vanish from it: (kind, start, end)."""

    text: str
    spans: tuple[tuple[str, int, int], ...]


def lines_of(name: str) -> Iterator[str]:
    """The lines of a data file without comments and empty ones; `\\n` in them is a line end."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("# "):
            yield line.replace("\\n", "\n")


def labelled(line: str) -> Labelled:
    """A line without its marks, and where they stood."""
    text, spans, last = "", [], 0
    for label in _LABEL.finditer(line):
        text += line[last : label.start()]
        spans.append((label[1], len(text), len(text) + len(label[2])))
        text += label[2]
        last = label.end()
    return Labelled(text + line[last:], tuple(spans))
