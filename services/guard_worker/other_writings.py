"""Amounts that people say without a figure: the fourth floor, both kids, 一米七八. Pure."""

import re
from collections.abc import Iterator, Sequence

_ORDINALS = {
    "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th", "eighth": "8th", "ninth": "9th", "tenth": "10th",
    "eleventh": "11th", "twelfth": "12th",
}  # fmt: skip
"""`first` mostly ranks and `second` mostly measures time."""
_ORDINAL = re.compile(rf"\b(?:{'|'.join(_ORDINALS)})\b(?! of\b)", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\b|俩|双胞胎|\btwins\b", re.IGNORECASE)
_NUMERALS = {numeral: str(value) for value, numeral in enumerate("零一二三四五六七八九")} | {"两": "2"}
_SHORT_YEAR = re.compile(r"(?<![\d近第前后过上])(\d\d)年(?=的|生|出生|毕业|入职|[，。]|$)|(?<=['’])(\d\d)\b")
_DIGIT = r"零一二三四五六七八九\d"
_HEIGHT = re.compile(rf"(?<![十百{_DIGIT}])([一二两12])米([{_DIGIT}])([{_DIGIT}])?(?![十百千万米{_DIGIT}])")


def in_figures(texts: Sequence[str]) -> tuple[str, ...]:
    """What these texts say without figures, one short text each: `4th`, `2`, `178厘米 1.78米`."""
    return tuple(figure for text in texts for figure in _figures(text))


def _figures(text: str) -> Iterator[str]:
    yield from (_ORDINALS[match.group().lower()] for match in _ORDINAL.finditer(text))
    for year in (match[1] or match[2] for match in _SHORT_YEAR.finditer(text)):
        century = "19" if year > "3" else "20"
        yield f"{century}{year}年 {century}{year}"
    yield from ("2" for _ in _BOTH.finditer(text))
    for match in _HEIGHT.finditer(text):
        metres, tenths, hundredths = (_NUMERALS.get(part or "零", part) for part in match.groups())
        shorter = metres + (f".{tenths}" if hundredths == "0" else f".{tenths}{hundredths}")
        yield f"{metres}{tenths}{hundredths}厘米 {metres}{tenths}{hundredths}cm {shorter}米 {shorter}m"
