"""Harmful content: which category a text belongs to, decided before anything is kept of it."""

import re
import unicodedata

from shared.text.characters import CJK
from shared.text.harmful_phrases import BENIGN, PATTERNS, TRIGGERS
from shared.text.invisible import drop_invisible

_COMPILED = tuple((category, re.compile(pattern, re.IGNORECASE)) for category, pattern in PATTERNS)
_BENIGN = re.compile("|".join(f"(?:{phrase})" for phrase in BENIGN), re.IGNORECASE)
_TRIGGERS = tuple(TRIGGERS.split())
_SPREAD_LETTERS = re.compile(r"(?<![A-Za-z])(?:[A-Za-z][ .\-_*]){3,20}[A-Za-z](?![A-Za-z])")
_SPREAD_CJK = re.compile(f"(?<=[{CJK}])[ \\t.\\-_*·]{{1,3}}(?=[{CJK}])")


def harmful_category(text: str) -> str | None:
    """`violence`, `weapons`, `fraud`, `intrusion`, `child_sexual_abuse`, `self_harm`, or None.

    Letters parted by spaces or dots, full-width forms and invisible characters do not hide a phrase.
    """
    plain = _readable(text)
    if not _holds_trigger(plain):
        return None
    plain = _BENIGN.sub(" \x00 ", plain)
    if not _holds_trigger(plain):
        return None
    return next((category for category, pattern in _COMPILED if pattern.search(plain)), None)


def _holds_trigger(plain: str) -> bool:
    """A cheap look before the patterns: each harmful text holds one of these."""
    lowered = plain.lower()
    return any(word in lowered for word in _TRIGGERS)


def _readable(text: str) -> str:
    """As a reader sees it: folded forms, single spaces, spread letters closed up."""
    folded = drop_invisible(unicodedata.normalize("NFKC", text)).replace("’", "'")
    folded = _SPREAD_CJK.sub("", folded)
    return _SPREAD_LETTERS.sub(lambda match: re.sub(r"[ .\-_*]", "", match.group()), re.sub(r"\s+", " ", folded))
