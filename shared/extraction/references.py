"""From a model's references back to messages: m1..mN to lines, quotes to the words that hold them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.domain.candidate import Role
from shared.extraction.windows import Line, Window
from shared.text.chunking import sentences
from shared.text.tokens import content_words

# A statement without a usable quote is tied to the sentence that shares at least this much of its content.
SHARED_WORDS = 0.5


@dataclass(frozen=True, slots=True)
class Cited:
    """Words of one line of the window."""

    line: Line
    quote: str


@dataclass(frozen=True, slots=True)
class Citations:
    """What a candidate's evidence came to. `invented` counts references that were never given."""

    cited: tuple[Cited, ...]
    invented: int


def resolve(evidence: Any, window: Window) -> Citations:
    """Evidence as the model wrote it. References that were not given are ignored and counted."""
    lines = {line.ref: line for line in window.lines}
    cited: list[Cited] = []
    invented = 0
    for item in evidence if isinstance(evidence, list) else [evidence] if isinstance(evidence, dict) else []:
        entry: Mapping[str, Any] = item if isinstance(item, dict) else {"message_id": item}
        line = lines.get(str(entry.get("message_id")).strip())
        quote = entry.get("quote")
        if line is None:
            invented += 1
        else:
            cited.append(Cited(line, quote.strip() if isinstance(quote, str) and quote.strip() else line.message.text))
    return Citations(cited=tuple(cited), invented=invented)


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
