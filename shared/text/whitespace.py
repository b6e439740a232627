"""Rules 19-22 and 28: runs of spaces, empty lines, trims, and spaces between Chinese characters."""

import re

from shared.text.characters import CJK, CJK_MARKS

_SPACE_RUN = re.compile("[ \t]{2,}")
_BETWEEN_CJK = re.compile(f"(?<=[{CJK}{CJK_MARKS}]) +(?=[{CJK}{CJK_MARKS}])")
_EMPTY_LINES = re.compile("\n{3,}")


def squeeze_spaces(text: str) -> str:
    """Runs of spaces and tabs become one space; none stays between two Chinese characters, one stays beside Latin."""
    text = _SPACE_RUN.sub(" ", text)
    return text if text.isascii() else _BETWEEN_CJK.sub("", text)


def trim_lines(text: str) -> str:
    """No space at either end of a line, at most one empty line, nothing before and after the text."""
    return _EMPTY_LINES.sub("\n\n", "\n".join(line.strip(" \t") for line in text.split("\n"))).strip()
