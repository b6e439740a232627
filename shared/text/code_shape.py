"""Whether a text is a piece of a program, of JSON, or a list of paths, rather than something a person says."""

import re

from shared.text.characters import count_cjk

_JSON_LINE = re.compile(
    r"\s*(?:\d{1,6}[:\s]\s*)?(?:[{}\[\],]+|\"[^\"\n]{0,200}\"\s*:\s*(?:\"[^\n]{0,400}|[\d.eE+-]{1,40}|true|false|null|[{\[])?[\]},\s]*|\"[^\"\n]{0,400}\"\s*,?)\s*\Z"
)
_JSON_WHOLE = re.compile(r"\s*[{\[][\s\S]*[}\]]\s*,?\s*\Z")
_JSON_INSIDE = re.compile(r"\"[^\"\n]{1,200}\"\s*:|\A\s*\[\s*[\d\"{\[]")
_PATH = re.compile(
    r"(?:[A-Za-z]:\\|\\\\|~/|\.{1,2}/|/|(?:[\w.@-]+/)+)[\w.@+\-/\\()~]*(?:\.[A-Za-z0-9]{1,8})?(?::\d+(?::\d+)?)?[,;]?\Z|[\w-]+\.(?:py|js|ts|tsx|jsx|go|rs|java|c|cpp|h|md|json|ya?ml|toml|sh|txt|log|csv|html|css|sql|ipynb|lock|xml|ini|cfg|env)(?::\d+)?[,;]?\Z"
)
_PATH_WORDS = frozenset(["read", "open", "see", "edit", "file", "path", "in", "at", "cat", "ls", "cd", "the", "文件", "路径", "看", "打开"])
_CODE_LINE = re.compile(
    r"\s*(?:(?:def|class|import|from|return|if|elif|else|for|while|try|except|finally|with|async|await|const|let|var|function|export|public|private|protected|static|void|int|fn|impl|struct|enum|use|pub|mod|package|func|type|interface|"
    r"namespace|using|#include|#define|select|insert|update|delete|create table|echo|sudo|docker|kubectl|npm|pip|yarn|cargo|make|curl|apt(?:-get)?|brew|raise|yield|lambda|print|switch|case|break|continue|throw|catch|elif|end|then|fi|done|do)\b[^\n]*[(){}\[\];:=<>|&$\\/-][^\n]*|"
    r"[\w.$\[\]\"']{1,120}\s*(?:[-+*/|&]?=|:=|=>|->)\s*[^\n]*[\w)\]}\"'](?:;|,)?|[\w.$]{1,120}\([^\n]*\)\s*[;{:]?|[})\]];?,?|[^\n]*[;{}]|</?[a-zA-Z][^<>\n]*>[^\n]*|//[^\n]*|/\*[^\n]*|\*/|@[\w.]+(?:\([^\n]*\))?|(?:\$|>>>|\.\.\.|In \[\d+\]:) [^\n]+|import [\w.]+|from [\w.]+ import [^\n]+|return(?: [\w.]+)?|pass|break|continue|else|end)\s*\Z",
    re.IGNORECASE,
)
_STRONG_MARK = re.compile(
    r"[{};]|\(\)|=>|->|==|!=|&&|\|\||::|</|/>|\w\(\w*[,)]|\[\w*\]|^\s*(?:def|class|import|from \w+ import|const|let|var|function|#include|SELECT .+ FROM|public|func|fn)\b",
    re.MULTILINE,
)
_CODE_SHARE = 0.7


def is_json_shrapnel(text: str) -> bool:
    """Whole JSON, or lines that are parts of it, such as `153 "constraint": 90,`."""
    if '"' not in text and "{" not in text and "[" not in text:
        return False
    if _JSON_WHOLE.match(text) and (_JSON_INSIDE.search(text) or text.strip() in {"{}", "[]"}):
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    return any(":" in line or line.strip() in "{}[]" for line in lines) and all(_JSON_LINE.match(line[:2000]) for line in lines)


def is_path_list(text: str) -> bool:
    """Nothing but paths and file names, one or several."""
    words = [word for word in text.split() if word.lower().rstrip(":：") not in _PATH_WORDS]
    return 0 < len(words) <= 200 and all(_PATH.match(word.strip("`\"'()[]<>")) for word in words)


def is_code(text: str) -> bool:
    """Most lines are lines of a program or a command; a sentence that names code is none."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or count_cjk(text) * 4 > len(text):
        return False
    coded = sum(_CODE_LINE.match(line[:2000]) is not None for line in lines)
    return coded >= _CODE_SHARE * len(lines) and len(_STRONG_MARK.findall(text[:20_000])) >= 1 + len(lines) // 4
