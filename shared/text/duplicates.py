"""Rules 26 and 27: sentences and paragraphs that stand twice."""

import re

from shared.text.chunking import pieces, weighted_length

# Shorter ones say something by standing again ("No. ... No."); they go only right behind themselves.
_MIN_WEIGHT = 6
_BLANK = re.compile(r"(\n{2,})")
_END_MARKS = ".。!！?？…;； \t\n\"'”’」』)）"


def drop_duplicate_sentences(text: str) -> str:
    """Each exact sentence once; a line without a sentence end is no sentence."""
    kept: list[str] = []
    seen: set[str] = set()
    before = ""
    for piece in pieces(text):
        sentence = piece.strip()
        core = sentence.rstrip(_END_MARKS)
        continues = bool(kept) and not kept[-1].endswith("\n")
        is_sentence = bool(core) and (len(sentence) > len(core) or continues)
        key = sentence if len(sentence) > len(core) else core
        if is_sentence and (core == before or (key in seen and weighted_length(core) >= _MIN_WEIGHT)) and key in seen:
            if piece.endswith("\n") and kept and not kept[-1].endswith("\n"):
                kept.append("\n" * (len(piece) - len(piece.rstrip("\n"))))
            continue
        if is_sentence:
            seen.update((key, core))
        before = core
        kept.append(piece)
    return "".join(kept)


def drop_duplicate_paragraphs(text: str) -> str:
    """Each exact paragraph once; very short ones go only right behind themselves."""
    if "\n\n" not in text:
        return text
    parts = _BLANK.split(text)
    kept: list[str] = []
    seen: set[str] = set()
    before = ""
    for position in range(0, len(parts), 2):
        paragraph = parts[position].strip()
        if paragraph and paragraph in seen and (paragraph == before or weighted_length(paragraph) >= _MIN_WEIGHT):
            continue
        if kept:
            kept.append(parts[position - 1])
        kept.append(parts[position])
        seen.add(paragraph)
        before = paragraph
    return "".join(kept)
