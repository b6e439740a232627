"""Text as terms: Chinese words and two-character terms, stemmed Latin words, numbers by value, identifiers whole and in parts."""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import rjieba
import snowballstemmer

from shared.text.characters import CJK, HANGUL, fold_accents
from shared.text.dates import dates_in
from shared.text.numbers import numbers_in
from shared.text.stop_words import CHINESE, CHINESE_PARTICLES, ENGLISH

_CJK_RUN = f"[{CJK}{HANGUL}]+"
_LATIN = "A-Za-z0-9\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff\u0590-\u05ff\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f"
_PIECE = re.compile(rf"(?P<cjk>{_CJK_RUN})|(?P<word>[{_LATIN}_]+(?:[-_.'’/:@+#&][{_LATIN}_]+)*(?:\+\+|#)?)")
_INNER_MARK = re.compile("[-_./:@+#&]+")
_CAMEL = re.compile("[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]+")
_LONGEST_TERM = 64
_stemmers = threading.local()


def tokenize(text: str) -> tuple[str, ...]:
    """Every term for the keyword arm, repeats included, in the order of the text (numbers and dates first).

    A term is at most 64 characters; stop words of both languages are left out.
    """
    return tuple(_terms(_folded(text)))


def content_words(text: str) -> tuple[str, ...]:
    """The words that carry content, in order, not stemmed: Chinese words, lower-case Latin words, numbers by value."""
    folded = _folded(text)
    spots: list[tuple[int, str]] = [(mention.start, mention.value) for mention in (*numbers_in(folded), *dates_in(folded))]
    for match in _PIECE.finditer(_without_numbers(folded)):
        if match["cjk"]:
            spots.extend((match.start(), word) for word in rjieba.cut(match["cjk"]) if word not in CHINESE)
            continue
        word = match["word"].lower().strip("_'’")
        if word and word not in ENGLISH:
            spots.append((match.start(), word.removesuffix("'s").removesuffix("’s")))
    return tuple(word for _, word in sorted(spots, key=lambda spot: spot[0]))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The English stem of a lower-case word; words of other scripts come back unchanged."""
    if not word.isascii() or not word.isalpha():
        return word
    stemmer: Any = getattr(_stemmers, "english", None)
    if stemmer is None:
        # A stemmer keeps state while it works, so each thread has its own.
        stemmer = _stemmers.english = snowballstemmer.stemmer("english")
    return str(stemmer.stemWord(word))


def _folded(text: str) -> str:
    return fold_accents(unicodedata.normalize("NFKC", text))


def _terms(folded: str) -> Iterator[str]:
    for mention in (*numbers_in(folded), *dates_in(folded)):
        yield mention.value[:_LONGEST_TERM]
    for match in _PIECE.finditer(_without_numbers(folded)):
        if match["cjk"]:
            yield from _chinese_terms(match["cjk"])
        else:
            yield from _latin_terms(match["word"])


def _without_numbers(folded: str) -> str:
    """The text with numbers and dates blanked, so that none is read twice."""
    spans = sorted((mention.start, mention.end) for mention in (*numbers_in(folded), *dates_in(folded)))
    if not spans:
        return folded
    parts, last = [], 0
    for start, end in spans:
        parts.append(folded[last:start])
        parts.append(" " * (end - start))
        last = end
    parts.append(folded[last:])
    return "".join(parts)


def _chinese_terms(run: str) -> Iterator[str]:
    words = [word for word in rjieba.cut_for_search(run) if word not in CHINESE]
    yield from words
    known = set(words)
    for first, second in zip(run, run[1:], strict=False):
        pair = first + second
        if pair not in known and first not in CHINESE_PARTICLES and second not in CHINESE_PARTICLES and pair not in CHINESE:
            yield pair


def _latin_terms(piece: str) -> Iterator[str]:
    """A plain word as its stem; an identifier whole (lower-case) and in parts."""
    word = piece.strip("_'’")
    lowered = word.lower().removesuffix("'s").removesuffix("’s")
    if not lowered or lowered in ENGLISH:
        return
    parts = [part for chunk in _INNER_MARK.split(word) for part in _CAMEL.findall(chunk.replace("'", "").replace("’", "")) if part.strip()]
    if len(parts) <= 1:
        yield stem(lowered)[:_LONGEST_TERM]
        return
    yield lowered[:_LONGEST_TERM]
    for part in parts:
        part_lowered = part.lower()
        if part_lowered not in ENGLISH and len(part_lowered) > 1:
            yield stem(part_lowered)[:_LONGEST_TERM]
