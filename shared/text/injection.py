"""Prompt injection: does a text address the model? Such text waits in review; it is never dropped silently."""

import re
import unicodedata

from shared.text.characters import CJK
from shared.text.injection_phrases import PATTERNS
from shared.text.invisible import drop_invisible

_COMPILED = tuple((mark, re.compile(pattern, re.IGNORECASE)) for mark, pattern in PATTERNS)
_HIDDEN_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_SPREAD_CJK = re.compile(f"(?<=[{CJK}])[ \\t.\\-_*·]{{1,3}}(?=[{CJK}])")


def injection_mark(text: str) -> str | None:
    """`override`, `role`, `tool_call`, `exfiltration`, `memory_control`, `output_control`, `hidden`, or None."""
    if not text.isascii() and _HIDDEN_TAGS.search(text):
        return "hidden"
    plain = re.sub(r"[ \t]{2,}", " ", _SPREAD_CJK.sub("", drop_invisible(unicodedata.normalize("NFKC", text)))).replace("’", "'")
    return next((mark for mark, pattern in _COMPILED if pattern.search(plain)), None)
