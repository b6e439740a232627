"""Prompt injection: does a text address the model? Such text waits in review; it is never dropped silently."""

import re
import unicodedata

from shared.text.characters import CJK
from shared.text.injection_phrases import (
    ABOUT_ATTACKS,
    ANSWER_PLACE,
    ANSWER_VERB,
    BARE_ORDER,
    BARE_ORDER_ZH,
    BARE_QUESTION,
    BETWEEN_PEOPLE,
    CERTAIN_TASK,
    CLOSING,
    DOCUMENT,
    DOCUMENT_ORDERS,
    EMBEDDED_TASKS,
    OWN_DETAILS,
    PATTERNS,
    PREFERENCE,
    REQUEST,
    SALUTATION,
)
from shared.text.invisible import drop_invisible

EMBEDDED_TASK = "embedded_task"
HIDDEN = "hidden"
OUTPUT_CONTROL = "output_control"

_COMPILED = tuple((mark, needles, re.compile(pattern, re.IGNORECASE)) for mark, needles, pattern in PATTERNS)
_DOCUMENT, _SALUTATION, _CLOSING = (re.compile(pattern, re.IGNORECASE | re.MULTILINE) for pattern in (DOCUMENT, SALUTATION, CLOSING))
_TASKS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in EMBEDDED_TASKS)
_DOCUMENT_ORDERS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in DOCUMENT_ORDERS)
_BARE = tuple(re.compile(pattern, re.IGNORECASE | re.MULTILINE) for pattern in (BARE_ORDER, BARE_ORDER_ZH, BARE_QUESTION))
_CERTAIN_TASK = re.compile(CERTAIN_TASK, re.IGNORECASE)
_BETWEEN_PEOPLE = re.compile(BETWEEN_PEOPLE, re.IGNORECASE)
_HIDDEN_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_SPREAD_CJK = re.compile(f"(?<=[{CJK}])[ \\t.\\-_*·]{{1,3}}(?=[{CJK}])")
_ANSWER_PLACE = re.compile(ANSWER_PLACE, re.IGNORECASE)
_ANSWER_VERB = re.compile(ANSWER_VERB, re.IGNORECASE)
_PREFERENCE = re.compile(PREFERENCE, re.IGNORECASE)
_REQUEST = re.compile(REQUEST, re.IGNORECASE)
# Outside a pasted text "the response" is a program's.
_IMPERSONAL = re.compile(r"\b(?:the|this|each|every) (?=(?:\w+ ){0,2}?(?:repl|respons|output|answer))", re.IGNORECASE)
_OWN_DETAILS = re.compile(OWN_DETAILS, re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"\n]{2,80}\"|'[^'\n]{8,80}'(?!\w)|「[^」\n]{2,40}」|`[^`\n]{2,80}`")
_ABOUT_ATTACKS = re.compile(ABOUT_ATTACKS, re.IGNORECASE)
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
    is_document = _is_document(plain)
    plain = _without_examples(plain)
    ordered = _PREFERENCE.sub("", plain if is_document else _IMPERSONAL.sub("that ", _REQUEST.sub("", plain)))
    lowered = plain.lower()
    for mark, needles, pattern in _COMPILED:
        if any(word in lowered for word in needles) and pattern.search(ordered if mark == OUTPUT_CONTROL else plain):
            return mark
    if _orders_the_answer(ordered):
        return OUTPUT_CONTROL
    if is_document and any(order.search(ordered) for order in _DOCUMENT_ORDERS):
        return OUTPUT_CONTROL
    if is_document and _asks_an_assistant(plain):
        return EMBEDDED_TASK
    return None


def _asks_an_assistant(plain: str) -> bool:
    """True where a pasted text holds what one asks of an assistant, and not of the person the text was written to."""
    for task in _TASKS:
        for match in task.finditer(plain):
            start = match.end() if match.group().isascii() else match.start()
            rest = plain[start : _sentence_end(plain, match.end())]
            is_certain = _CERTAIN_TASK.search(match.group()) is not None and "attached" not in f"{match.group()}{rest}"
            if is_certain or _BETWEEN_PEOPLE.search(rest) is None:
                return True
    for order in _BARE:
        for match in order.finditer(plain):
            rest = match.groupdict().get("rest") or match.groupdict().get("rest_zh") or ""
            if not _BETWEEN_PEOPLE.search(rest):
                return True
    return False


def _sentence_end(plain: str, start: int) -> int:
    found = _SENTENCE_BREAK.search(plain, start, start + _SENTENCE_CHARS)
    return found.start() if found else min(len(plain), start + _SENTENCE_CHARS)


def _readable(text: str) -> str:
    """As a reader sees it: folded forms, plain quotes, single spaces."""
    folded = drop_invisible(unicodedata.normalize("NFKC", text))
    if not folded.isascii():
        folded = _SPREAD_CJK.sub("", folded).replace("’", "'").replace("“", '"').replace("”", '"')
    return _SPACE_RUN.sub(" ", folded)


def _without_examples(plain: str) -> str:
    """Without short quoted phrases, where the text around them speaks of tests, filters or attacks."""
    if _QUOTED.search(plain) is None:
        return plain
    outside = _QUOTED.sub("", plain)
    return outside if _ABOUT_ATTACKS.search(outside) else plain


def _orders_the_answer(plain: str) -> bool:
    """True where a sentence tells to put, change or leave out something in "your answer"."""
    for place in _ANSWER_PLACE.finditer(plain):
        start = max(0, place.start() - _SENTENCE_CHARS)
        for sentence_end in _SENTENCE_BREAK.finditer(plain, start, place.start()):
            start = sentence_end.end()
        verb = _ANSWER_VERB.search(plain, start, place.start())
        if verb is not None and _OWN_DETAILS.search(plain, verb.end(), place.start()) is None:
            return True
    return False


def _is_document(plain: str) -> bool:
    """A pasted mail, table or page. A person's own chat message is none, so a task in it is an ordinary request."""
    return _DOCUMENT.search(plain) is not None or (_SALUTATION.search(plain) is not None and _CLOSING.search(plain) is not None)
