"""A Chinese word in the other script: 騰訊雲 for 腾讯云 and back, character by character."""

from pathlib import Path


def read_pairs(lines: list[str]) -> tuple[dict[int, int], dict[int, int]]:
    """(traditional -> simplified, simplified -> traditional) for `str.translate`, from lines of pairs."""
    to_simplified: dict[int, int] = {}
    to_traditional: dict[int, int] = {}
    for line in lines:
        if line.startswith("#"):
            continue
        signs = line.strip()
        for traditional, simplified in zip(signs[::2], signs[1::2], strict=True):
            if traditional != simplified:
                to_simplified.setdefault(ord(traditional), ord(simplified))
                to_traditional.setdefault(ord(simplified), ord(traditional))
    return to_simplified, to_traditional


TO_SIMPLIFIED, TO_TRADITIONAL = read_pairs((Path(__file__).parent / "script_pairs.txt").read_text(encoding="utf-8").splitlines())


def other_script(word: str) -> tuple[str, ...]:
    """How the word is written in the other script; empty where it is the same, or where it is not Chinese."""
    if word.isascii():
        return ()
    return tuple(form for form in dict.fromkeys((word.translate(TO_SIMPLIFIED), word.translate(TO_TRADITIONAL))) if form != word)
