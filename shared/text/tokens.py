"""Text as terms: Chinese words and two-character terms, stemmed Latin words, numbers by value, identifiers whole and in parts."""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import snowballstemmer

from shared.text.characters import CJK, HANGUL, fold_accents
from shared.text.chinese_words import search_words, words
from shared.text.dates import dates_in
from shared.text.numbers import numbers_in
from shared.text.stop_words import CHINESE, CHINESE_PARTICLES, ENGLISH

_CJK_RUN = f"[{CJK}{HANGUL}]+"
_LATIN = "A-Za-z0-9\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff\u0590-\u05ff\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f"
_PIECE = re.compile(rf"(?P<cjk>{_CJK_RUN})|(?P<word>[{_LATIN}_]+(?:[-_.'’/:@+#&][{_LATIN}_]+)*(?:\+\+|#)?)")
_INNER_MARK = re.compile("[-_./:@+#&]+")
_CAMEL = re.compile("[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]+")
_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?\Z")
_LONGEST_TERM = 64
_stemmers = threading.local()


def tokenize(text: str) -> tuple[str, ...]:
    """Every term for the keyword arm in the order of the text, repeats included, stop words of both languages left out.

    A term is at most 64 characters. A number is its value, a date its day, month and year.
    """
    folded = _folded(text)
    spots, rest = _numbers_apart(folded)
    for match in _PIECE.finditer(rest):
        terms = _chinese_terms(match["cjk"]) if match["cjk"] else _latin_terms(match["word"])
        spots.extend((match.start(), term[:_LONGEST_TERM]) for term in terms)
    return tuple(part for _, term in sorted(spots, key=_place) for part in _with_parts(term))


def content_words(text: str) -> tuple[str, ...]:
    """The words that carry content, in order, not stemmed: Chinese words, lower-case Latin words, numbers by value."""
    spots, rest = _numbers_apart(_folded(text))
    for match in _PIECE.finditer(rest):
        if match["cjk"]:
            spots.extend((match.start(), word) for word in words(match["cjk"]) if word not in CHINESE)
            continue
        word = _bare_word(match["word"])
        if word and word not in ENGLISH:
            spots.append((match.start(), word))
    return tuple(word for _, word in sorted(spots, key=_place))


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


def _place(spot: tuple[int, str]) -> int:
    return spot[0]


def _numbers_apart(folded: str) -> tuple[list[tuple[int, str]], str]:
    """The values of numbers and dates with their places, and the text with them blanked, so that none is read twice."""
    numbers = [(number.start, number.end, number.value) for number in numbers_in(folded)]
    mentions = sorted(numbers + [(day.start, day.end, day.value) for day in dates_in(folded)])
    parts, last = [], 0
    for start, end, _ in mentions:
        parts.append(folded[last:start])
        parts.append(" " * (end - start))
        last = end
    parts.append(folded[last:])
    return [(start, value) for start, _, value in mentions], "".join(parts)


def _with_parts(term: str) -> Iterator[str]:
    """A date also as its month and year, and without its year; a percentage also as its number."""
    yield term
    if term.endswith("%"):
        yield term[:-1]
    elif (day := _DAY.match(term)) is not None:
        yield from (day["year"], f"{day['year']}-{day['month']}")
        if day["day"]:
            yield f"--{day['month']}-{day['day']}"


def _bare_word(piece: str) -> str:
    """Lower-case, without quotes, underscores around it and a possessive ending."""
    return piece.strip("_'’").lower().removesuffix("'s").removesuffix("’s")


def _chinese_terms(run: str) -> Iterator[str]:
    found = [word for word in search_words(run) if word not in CHINESE]
    yield from found
    known = set(found)
    for first, second in pairwise(run):
        pair = first + second
        if pair not in known and first not in CHINESE_PARTICLES and second not in CHINESE_PARTICLES and pair not in CHINESE:
            yield pair


def _latin_terms(piece: str) -> Iterator[str]:
    """A plain word as its stem; an identifier whole (lower-case) and in parts."""
    word = piece.strip("_'’")
    lowered = _bare_word(piece)
    if not lowered or lowered in ENGLISH:
        return
    parts = [part for chunk in _INNER_MARK.split(word) for part in _CAMEL.findall(chunk.replace("'", "").replace("’", "")) if part.strip()]
    if len(parts) <= 1:
        yield stem(lowered)
        return
    yield lowered
    for part in parts:
        part_lowered = part.lower()
        if part_lowered not in ENGLISH and len(part_lowered) > 1:
            yield stem(part_lowered)
