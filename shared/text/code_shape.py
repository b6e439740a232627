"""Whether a text is a piece of a program, of JSON, or a list of paths, rather than something a person says."""

from shared.text import code_patterns as patterns
from shared.text.characters import count_cjk

_CODE_SHARE = 0.6


def is_json_shrapnel(text: str) -> bool:
    """Whole JSON, or lines that are parts of it, such as `153 "constraint": 90,`."""
    if '"' not in text and "{" not in text and "[" not in text:
        return False
    if patterns.JSON_WHOLE.match(text) and (patterns.JSON_INSIDE.search(text) or text.strip() in {"{}", "[]"}):
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    return any(":" in line or line.strip() in "{}[]" for line in lines) and all(patterns.JSON_LINE.match(line[:2000]) for line in lines)


def is_path_list(text: str) -> bool:
    """Nothing but paths and file names, one or several."""
    words = [word for word in text.split() if word.lower().rstrip(":：") not in patterns.PATH_WORDS]
    return 0 < len(words) <= 200 and all(patterns.PATH.match(word.strip("`\"'()[]<>")) for word in words)


def is_code(text: str) -> bool:
    """Most lines are lines of a program or a command; a sentence that names code is none."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or count_cjk(text) * 4 > len(text):
        return False
    coded = sum(patterns.CODE_LINE.match(line[:2000]) is not None for line in lines)
    return coded >= _CODE_SHARE * len(lines) and len(patterns.STRONG_MARK.findall(text[:20_000])) >= 1 + len(lines) // 4
