"""From a model's references back to messages: m1..mN to lines, quotes to the words that hold them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.domain.candidate import Role
from shared.extraction.windows import Line, Window
from shared.text.chunking import sentences
from shared.text.normalise import canonical
from shared.text.tokens import content_words

# A statement without a usable quote is tied to the sentence that shares at least this much of its content.
SHARED_WORDS = 0.5
# Shorter quotes stand in many messages by chance.
SHORTEST_MOVED = 6
# Messages are m1, m2 ...; what is known has bare numbers.
KNOWN_REFERENCE = re.compile(r"(?:known[ :#._\[-]*)?\d{1,3}\]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cited:
    """Words of one line of the window."""

    line: Line
    quote: str


@dataclass(frozen=True, slots=True)
class Citations:
    """What a candidate's evidence came to.

    `known` counts references to what is remembered already (no evidence at all), `invented` those that were never given,
    `moved` quotes that stand in another message than the one named.
    """

    cited: tuple[Cited, ...]
    invented: int
    known: int = 0
    moved: int = 0


def resolve(evidence: Any, window: Window) -> Citations:
    """Evidence as the model wrote it. References to `known` and such as were not given are ignored and counted."""
    lines = {line.ref: line for line in window.lines}
    cited: list[Cited] = []
    invented = known = moved = 0
    for item in evidence if isinstance(evidence, list) else [evidence] if isinstance(evidence, dict) else []:
        entry: Mapping[str, Any] = item if isinstance(item, dict) else {"message_id": item}
        line = lines.get(str(entry.get("message_id")).strip())
        quote = entry.get("quote")
        if line is None:
            is_known = KNOWN_REFERENCE.fullmatch(str(entry.get("message_id", entry.get("ref"))).strip()) is not None
            known, invented = known + is_known, invented + (not is_known)
        elif isinstance(quote, str) and quote.strip():
            home = _home_of(quote, line, window)
            moved += home is not line
            cited.append(Cited(home, quote.strip()))
        else:
            cited.append(Cited(line, line.message.text))
    return Citations(cited=tuple(cited), invented=invented, known=known, moved=moved)


def _home_of(quote: str, named: Line, window: Window) -> Line:
    """The message that holds the words: the named one, or the only other one that does. Who spoke is then checked by its role."""
    wanted = canonical(quote)
    if len(wanted) < SHORTEST_MOVED or wanted in canonical(named.message.text):
        return named
    holders = [line for line in window.lines if wanted in canonical(line.message.text)]
    return holders[0] if len(holders) == 1 else named


def find_support(text: str, lines: Sequence[Line]) -> Cited | None:
    """The sentence of these lines that carries most of a statement's content words; the user's and the newest lead.

    None where no sentence carries half of them: the guard then sees a statement without evidence.
    """
    wanted = set(content_words(text))
    if not wanted:
        return None
    best: tuple[float, bool, int] = (0.0, False, 0)
    found: Cited | None = None
    for number, line in enumerate(lines):
        if line.turn is None or line.message.role is Role.SYSTEM:
            continue
        for sentence in sentences(line.message.text):
            share = len(wanted & set(content_words(sentence))) / len(wanted)
            rank = (share, line.message.role is Role.USER, number)
            if share >= SHARED_WORDS and rank > best:
                best, found = rank, Cited(line, sentence)
    return found
