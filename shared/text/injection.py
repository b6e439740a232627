"""Prompt injection: does a text address the model? Such text waits in review; it is never dropped silently."""

import re
import unicodedata

from shared.text.characters import CJK
from shared.text.injection_phrases import ANSWER_PLACE, ANSWER_VERB, CLOSING, DOCUMENT, EMBEDDED_TASKS, PATTERNS, PREFERENCE, SALUTATION
from shared.text.invisible import drop_invisible

EMBEDDED_TASK = "embedded_task"
HIDDEN = "hidden"
OUTPUT_CONTROL = "output_control"

_COMPILED = tuple((mark, needles, re.compile(pattern, re.IGNORECASE)) for mark, needles, pattern in PATTERNS)
_DOCUMENT, _SALUTATION, _CLOSING = (re.compile(pattern, re.IGNORECASE | re.MULTILINE) for pattern in (DOCUMENT, SALUTATION, CLOSING))
_TASKS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in EMBEDDED_TASKS)
_HIDDEN_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_SPREAD_CJK = re.compile(f"(?<=[{CJK}])[ \\t.\\-_*·]{{1,3}}(?=[{CJK}])")
_ANSWER_PLACE = re.compile(ANSWER_PLACE, re.IGNORECASE)
_ANSWER_VERB = re.compile(ANSWER_VERB, re.IGNORECASE)
_PREFERENCE = re.compile(PREFERENCE, re.IGNORECASE)
_SENTENCE_BREAK = re.compile(r"[.!?](?=\s)|[。！？\n]")
_SENTENCE_CHARS = 200
_SPACE_RUN = re.compile(r"[ \t]{2,}")


def injection_mark(text: str) -> str | None:
    """What gives the text away, or None for text between people. Full-width and invisible characters hide nothing.

    One of: override, role, tool_call, exfiltration, memory_control, output_control, embedded_task, hidden.
    """
    if not text.isascii() and _HIDDEN_TAGS.search(text):
        return HIDDEN
    plain = _readable(text)
    lowered = plain.lower()
    ordered = _PREFERENCE.sub("", plain)
    for mark, needles, pattern in _COMPILED:
        if any(word in lowered for word in needles) and pattern.search(ordered if mark == OUTPUT_CONTROL else plain):
            return mark
    if _orders_the_answer(ordered):
        return OUTPUT_CONTROL
    if _is_document(plain) and any(task.search(plain) for task in _TASKS):
        return EMBEDDED_TASK
    return None


def _readable(text: str) -> str:
    """As a reader sees it: folded forms, plain quotes, single spaces."""
    folded = drop_invisible(unicodedata.normalize("NFKC", text))
    if not folded.isascii():
        folded = _SPREAD_CJK.sub("", folded).replace("’", "'").replace("“", '"').replace("”", '"')
    return _SPACE_RUN.sub(" ", folded)


def _orders_the_answer(plain: str) -> bool:
    """True where a sentence tells to put, change or leave out something in "your answer"."""
    for place in _ANSWER_PLACE.finditer(plain):
        start = max(0, place.start() - _SENTENCE_CHARS)
        for sentence_end in _SENTENCE_BREAK.finditer(plain, start, place.start()):
            start = sentence_end.end()
        if _ANSWER_VERB.search(plain, start, place.start()):
            return True
    return False


def _is_document(plain: str) -> bool:
    """A pasted mail, table or page. A person's own chat message is none, so a task in it is an ordinary request."""
    return _DOCUMENT.search(plain) is not None or (_SALUTATION.search(plain) is not None and _CLOSING.search(plain) is not None)
