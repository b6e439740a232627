"""Where a text may be cut: sentences, paragraphs and chunks of a bounded size. Nothing is dropped."""

import re

from shared.text.characters import CJK, CJK_MARKS, HANGUL, count_cjk

CJK_WEIGHT = 2.5
MAX_CHUNK_CHARS = 2000
MIN_CHUNK_CHARS = 20

# A full stop ends a sentence only before white space, so that 3.14, v1.2 and a.com stay whole.
_SENTENCE_END = re.compile(
    rf"(?:[。！？…]+|[!?]+(?=[\s\"'”’)\]{CJK}{HANGUL}{CJK_MARKS}]|\Z)|(?<![A-Z]\.[A-Z])\.+(?=[\s\"'”’)]|\Z)|[;；](?=\s|\Z)|\n+)[\"'”’」』）)]*\s*"
)
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|Inc|Ltd|Jr|Sr|[A-Z])\.\s*\Z")
_PARAGRAPH_END = re.compile(r"\n{2,}")


def weighted_length(text: str) -> float:
    """Length without white space; a Chinese, Japanese or Korean character counts 2.5."""
    dense = len("".join(text.split()))
    return dense + (CJK_WEIGHT - 1) * count_cjk(text)


def is_long_enough(text: str, min_chars: int = MIN_CHUNK_CHARS) -> bool:
    """True where a text has enough weight to hold a statement."""
    return weighted_length(text) >= min_chars


def pieces(text: str) -> tuple[str, ...]:
    """The text cut after each sentence end; joined again they are the text."""
    found, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        if end.group().startswith(".") and _ABBREVIATION.search(text, max(start, end.start() - 8), end.end()):
            continue
        found.append(text[start : end.end()])
        start = end.end()
    if start < len(text):
        found.append(text[start:])
    return tuple(found)


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text without the white space around them; empty ones are left out."""
    return tuple(stripped for piece in pieces(text) if (stripped := piece.strip()))


def chunks(text: str, max_chars: int = MAX_CHUNK_CHARS) -> tuple[str, ...]:
    """Pieces of at most `max_chars`, cut at paragraph ends where possible, else at sentence ends, else at spaces.

    Every character other than white space at a cut is in exactly one chunk.
    """
    if len(text) <= max_chars:
        return (text,) if text.strip() else ()
    packed: list[str] = []
    held = ""
    for part in _small_parts(text, max_chars):
        if held and len(held) + len(part) > max_chars:
            packed.append(held.strip())
            held = ""
        held += part
    packed.append(held.strip())
    return tuple(chunk for chunk in packed if chunk)


def _small_parts(text: str, max_chars: int) -> list[str]:
    """Paragraphs, or where one is too long its sentences, or where one is too long its slices."""
    parts: list[str] = []
    for paragraph in _paragraphs(text):
        if len(paragraph) <= max_chars:
            parts.append(paragraph)
            continue
        for sentence in pieces(paragraph):
            parts.extend(_slices(sentence, max_chars))
    return parts


def _paragraphs(text: str) -> list[str]:
    """Paragraphs with the empty lines that follow them."""
    found, start = [], 0
    for end in _PARAGRAPH_END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    found.append(text[start:])
    return found


def _slices(sentence: str, max_chars: int) -> list[str]:
    """A sentence that is too long, cut at the last space of each slice, or anywhere if there is none."""
    slices = []
    while len(sentence) > max_chars:
        cut = sentence.rfind(" ", max_chars // 2, max_chars) + 1 or max_chars
        slices.append(sentence[:cut])
        sentence = sentence[cut:]
    slices.append(sentence)
    return slices
