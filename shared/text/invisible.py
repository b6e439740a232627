"""Rules 1, 2 and 17: control and invisible characters, line endings, full-width forms."""

import re

from shared.text.characters import HALF_WIDTH, INVISIBLE

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ODD_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
# Joiners shape words of these scripts; a variation selector, a joiner or a tag inside an emoji belongs to rule 16.
_JOINER_SCRIPTS = "\u0600-\u06ff\u0750-\u077f\u0900-\u0dff"
_SHAPING_JOINER = re.compile(f"(?<=[{_JOINER_SCRIPTS}])[\u200c\u200d](?=[{_JOINER_SCRIPTS}])")
_FULL_WIDTH = re.compile("[\uff01-\uff5e]")


def plain_characters(text: str) -> str:
    """Without control characters but newline and tab; every kind of space a plain space, every line end a newline."""
    text = _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))
    return text if text.isascii() else _ODD_SPACES.sub(" ", text)


def drop_invisible(text: str) -> str:
    """Without zero-width, direction and other invisible characters; joiners that shape a word stay."""
    if text.isascii() or INVISIBLE.search(text) is None:
        return text
    shaping = {match.start() for match in _SHAPING_JOINER.finditer(text)}
    return INVISIBLE.sub(lambda match: match.group() if match.start() in shaping else "", text)


def half_width_forms(text: str) -> str:
    """U+FF01-FF5E as their half-width twins; 。、《》「」 are outside that block and stay."""
    return text if text.isascii() or _FULL_WIDTH.search(text) is None else text.translate(HALF_WIDTH)
