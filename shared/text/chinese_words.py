"""Chinese words. The dictionary (34 MB) is loaded at a process's first Chinese text, so that idle processes do without it."""

from collections.abc import Iterable
from functools import cache
from typing import Any


@cache
def _dictionary() -> Any:
    import rjieba  # noqa: PLC0415

    return rjieba


def words(run: str) -> Iterable[str]:
    """The words of a run, in order."""
    found: Iterable[str] = _dictionary().cut(run)
    return found


def search_words(run: str) -> Iterable[str]:
    """The same, with the shorter words inside long ones."""
    found: Iterable[str] = _dictionary().cut_for_search(run)
    return found


def tagged_words(text: str) -> Iterable[tuple[str, str]]:
    """Each word with its part of speech (nr = a person's name, ns = a place, nt = an organisation ...)."""
    found: Iterable[tuple[str, str]] = _dictionary().tag(text)
    return found
