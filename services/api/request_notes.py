"""What is noted about the request under way: unknown fields that were ignored, to be named in a header."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from shared.text.redact import redact

MAX_NAMED = 20
_NOT_FOR_HEADERS = re.compile(r"[^\x21-\x7e]|,")
_unknown: ContextVar[list[str] | None] = ContextVar("unknown_fields", default=None)


@contextmanager
def notes() -> Iterator[list[str]]:
    """Collect names for the length of one request."""
    collected: list[str] = []
    token = _unknown.set(collected)
    try:
        yield collected
    finally:
        _unknown.reset(token)


def note_unknown(name: str) -> None:
    """Remember a field that nobody reads."""
    collected = _unknown.get()
    if collected is not None and name not in collected and len(collected) <= MAX_NAMED:
        collected.append(name)


def header_value(names: list[str]) -> str:
    """Names joined for a header, made printable, at most twenty. Headers end up in logs, so no secret stands in them."""
    shown = [_NOT_FOR_HEADERS.sub("?", redact(name).text)[:100] for name in names[:MAX_NAMED]]
    return ", ".join(shown)
