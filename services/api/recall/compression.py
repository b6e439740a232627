"""Long memories are cut at a sentence end for the context; the answer's list keeps the whole text."""

import unicodedata

from shared.text.chunking import sentences

ELLIPSIS = "…"
_JOINER = "\u200d"


def compress(text: str, limit: int) -> str:
    """At most `limit` characters: whole sentences, else whole graphemes and an ellipsis.

    A point inside a number (价格 3.14 元) ends no sentence: `shared.text.chunking.sentences` decides that.
    """
    if len(text) <= limit:
        return text
    end = 0
    for sentence in sentences(text):
        at = text.find(sentence, end)
        if at < 0 or at + len(sentence) > limit:
            break
        end = at + len(sentence)
    if end:
        return text[:end].rstrip()
    return text[: _grapheme_end(text, limit - len(ELLIPSIS))].rstrip() + ELLIPSIS


def _grapheme_end(text: str, at: int) -> int:
    """The last position up to `at` that does not split what is read as one character."""
    while at > 0 and (_continues(text[at]) or text[at - 1] == _JOINER or _splits_a_flag(text, at)):
        at -= 1
    return at


def _continues(character: str) -> bool:
    is_skin_tone = 0x1F3FB <= ord(character) <= 0x1F3FF
    return character == _JOINER or is_skin_tone or unicodedata.category(character) in {"Mn", "Me", "Mc"}


def _splits_a_flag(text: str, at: int) -> bool:
    before = 0
    while before < at and _is_regional(text[at - before - 1]):
        before += 1
    return _is_regional(text[at]) and before % 2 == 1


def _is_regional(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF
