"""Why a memory came back, in a few readable words of the question's language."""

import re

from services.api.recall.question import Question

MOST_WORDS = 4
LEAST_IMPORTANCE = 0.5
"""Below it a term is a pair of characters that belong to two words."""
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")


def match_reason(question: Question, matched: tuple[int, ...], *, has_vector: bool) -> str:
    """`same words: jasmine, tea` / `同词：茉莉花、茶`; without a common word `close in meaning` / `意思相近`."""
    in_chinese = question.language == "zh"
    words = shown_words(question, matched)
    if words:
        return ("同词：" + "、".join(words)) if in_chinese else ("same words: " + ", ".join(words))
    if has_vector:
        return "意思相近" if in_chinese else "close in meaning"
    return "用词相近" if in_chinese else "similar words"


def shown_words(question: Question, matched: tuple[int, ...]) -> tuple[str, ...]:
    """The question's own spelling of the terms that matched; parts of a longer shown word are left out."""
    surfaces = [term.surface for term in (question.terms[at] for at in matched) if term.importance >= LEAST_IMPORTANCE]
    whole = [surface for surface in surfaces if not any(surface != other and surface in other for other in surfaces)]
    return tuple(dict.fromkeys(_spelled(surface, question.asked) for surface in whole))[:MOST_WORDS]


def _spelled(surface: str, asked: str) -> str:
    """The stem `jasmin` as the word that was written."""
    if not surface.isascii():
        return surface
    return next((word for word in _WORD.findall(asked) if word.lower().startswith(surface)), surface)
