"""The stretch of speech that a statement rests on: the fewest neighbouring clauses that hold most of its words."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.guard_worker.speech_acts import spoken_sentences
from services.guard_worker.wording import amounts_in, base, content
from shared.text.dates import dates_in
from shared.text.normalise import canonical
from shared.text.numbers import numbers_in

_CLAUSE_END = re.compile(r"(?<=[,，;；:：\n])(?!\d{3}\b)|(?<= - )|(?<= — )")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ0-9]+(?:[-'’][A-Za-zÀ-ɏ0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """`text` is the stretch itself, `sentence` the whole sentences it lies in, `sentences` how many these are."""

    text: str
    sentence: str
    sentences: int


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    sentence: int
    held: frozenset[str]


def find_passage(statement: str, texts: Iterable[str]) -> Passage | None:
    """The best stretch of one text: most words of the statement, then fewest clauses; None where no text holds any."""
    wanted = frozenset((*content(statement), *amounts_in(statement)))
    found: list[tuple[int, int, Passage]] = []
    for text in texts:
        sentences = spoken_sentences(text)
        clauses = [_Clause(piece, number, _held(piece, wanted)) for number, sentence in enumerate(sentences) for piece in _pieces(sentence)]
        reach = frozenset().union(*(clause.held for clause in clauses))
        if reach:
            first, last = _shortest(clauses, reach)
            found.append((len(reach), first - last, _passage(clauses[first : last + 1], sentences)))
    return max(found, key=lambda entry: entry[:2])[2] if found else None


def is_whole_sentence(statement: str, texts: Iterable[str]) -> bool:
    """True where the statement is one of the sentences, word for word."""
    wanted = canonical(statement)
    return any(wanted == canonical(sentence) for text in texts for sentence in spoken_sentences(text))


def places(words: Iterable[str], text: str) -> dict[str, int]:
    """Where each word (stem, Chinese word, number by value or date in normal form) first stands in a text."""
    lowered = text.lower()
    stems: dict[str, int] = {}
    for match in _LATIN.finditer(lowered):
        plain = re.sub(r"['’]s?$", "", match.group())
        stems.setdefault(base(plain), match.start())
        for part in plain.split("-"):
            stems.setdefault(base(part), match.start())
    amounts = {mention.value: mention.start for mention in reversed(numbers_in(text))}
    amounts |= {mention.value: mention.start for mention in reversed(dates_in(text))}
    found = {word: amounts.get(word, stems.get(word, lowered.find(word) if not word.isascii() else -1)) for word in words}
    return {word: place for word, place in found.items() if place >= 0}


def _held(piece: str, wanted: frozenset[str]) -> frozenset[str]:
    own = frozenset((*content(piece), *amounts_in(piece)))
    squeezed = canonical(piece)
    return frozenset(word for word in wanted if word in own or (not word.isascii() and word in squeezed))


def _pieces(sentence: str) -> Sequence[str]:
    return [piece for piece in _CLAUSE_END.split(sentence) if piece.strip()]


def _shortest(clauses: Sequence[_Clause], reach: frozenset[str]) -> tuple[int, int]:
    """First and last of the fewest neighbouring clauses that hold all of `reach`."""
    counts: Counter[str] = Counter()
    best, first = (0, len(clauses) - 1), 0
    for last, clause in enumerate(clauses):
        counts.update(clause.held)
        while all(counts[word] > (word in clauses[first].held) for word in reach) and first < last:
            counts.subtract(clauses[first].held)
            first += 1
        if all(counts[word] > 0 for word in reach) and last - first < best[1] - best[0]:
            best = (first, last)
    return best


def _passage(clauses: Sequence[_Clause], sentences: Sequence[str]) -> Passage:
    first, last = clauses[0].sentence, clauses[-1].sentence
    return Passage(
        text="".join(clause.text for clause in clauses),
        sentence=" ".join(sentences[first : last + 1]),
        sentences=last - first + 1,
    )
