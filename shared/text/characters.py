"""Which characters are which: ranges for use inside regular expression classes, and the folds between forms."""

import re
import unicodedata

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
KANA = "\u3041-\u30ff\u31f0-\u31ff"
HANGUL = "\uac00-\ud7af\u1100-\u11ff"
CJK = HAN + KANA
CJK_MARKS = "\u3001\u3002\u3008-\u3011\u3014-\u301b"

# Half-width and full-width twins of U+FF01-FF5E, one character to one character.
HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CJK_CHARACTER = re.compile(f"[{CJK}{HANGUL}]")
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0300-\u036f]")


def fold_width(text: str) -> str:
    """Full-width punctuation, digits and letters become half-width; the length stays."""
    return text if text.isascii() else text.translate(HALF_WIDTH)


def fold_accents(text: str) -> str:
    """`Café` becomes `Cafe`; scripts other than Latin stay as they are."""
    if text.isascii() or _ACCENTED.search(text) is None:
        return text
    parts = []
    for character in text:
        if _ACCENTED.match(character):
            character = "".join(mark for mark in unicodedata.normalize("NFD", character) if not unicodedata.combining(mark))  # noqa: PLW2901
        parts.append(character)
    return "".join(parts)


def count_cjk(text: str) -> int:
    """How many Chinese, Japanese or Korean characters."""
    return 0 if text.isascii() else len(_CJK_CHARACTER.findall(text))
