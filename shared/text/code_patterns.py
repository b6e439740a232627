"""How lines of programs, of JSON and of path lists look. Data only."""

import re

JSON_LINE = re.compile(
    r"\s*(?:\d{1,6}[:\s]\s*)?(?:[{}\[\],]+|\"[^\"\n]{0,200}\"\s*:\s*(?:\"[^\n]{0,400}|[\d.eE+-]{1,40}|true|false|null|[{\[])?[\]},\s]*|\"[^\"\n]{0,400}\"\s*,?)\s*\Z"
)
JSON_WHOLE = re.compile(r"\s*[{\[][\s\S]*[}\]]\s*,?\s*\Z")
JSON_INSIDE = re.compile(r"\"[^\"\n]{1,200}\"\s*:|\A\s*\[\s*[\d\"{\[]")
PATH = re.compile(
    r"(?:[A-Za-z]:\\|\\\\|~/|\.{1,2}/|/|(?:[\w.@-]+/)+)[\w.@+\-/\\()~]*(?:\.[A-Za-z0-9]{1,8})?(?::\d+(?::\d+)?)?[,;]?\Z|[\w-]+\.(?:py|js|ts|tsx|jsx|go|rs|java|c|cpp|h|md|json|ya?ml|toml|sh|txt|log|csv|html|css|sql|ipynb|lock|xml|ini|cfg|env)(?::\d+)?[,;]?\Z"
)
PATH_WORDS = frozenset(["read", "open", "see", "edit", "file", "path", "in", "at", "cat", "ls", "cd", "the", "文件", "路径", "看", "打开"])
CODE_LINE = re.compile(
    r"\s*(?:(?:def|class|import|from|return|if|elif|else|for|while|try|except|finally|with|async|await|const|let|var|function|export|public|private|protected|static|void|int|fn|impl|struct|enum|use|pub|mod|package|func|type|interface|"
    r"namespace|using|#include|#define|select|insert|update|delete|create table|echo|sudo|docker|kubectl|npm|pip|yarn|cargo|make|curl|apt(?:-get)?|brew|raise|yield|lambda|print|switch|case|break|continue|throw|catch|elif|end|then|fi|done|do)\b[^\n]*[(){}\[\];:=<>|&$\\/+*%-][^\n]*|"
    r"[\w.$\[\]\"']{1,120}\s*(?:[-+*/|&]?=|:=|=>|->)\s*[^\n]*[\w)\]}\"'](?:;|,)?|[\w.$]{1,120}\([^\n]*\)\s*[;{:]?|[})\]];?,?|[^\n]*[;{}]|</?[a-zA-Z][^<>\n]*>[^\n]*|//[^\n]*|/\*[^\n]*|\*/|@[\w.]+(?:\([^\n]*\))?|(?:\$|>>>|\.\.\.|In \[\d+\]:) [^\n]+|import [\w.]+|from [\w.]+ import [^\n]+|return(?: [\w.]+)?|pass|break|continue|else|end)\s*\Z",
    re.IGNORECASE,
)
STRONG_MARK = re.compile(
    r"[{}]|;\s*$|\(\)|=>|->|==|!=|&&|\|\||::|</|/>|\w\(\w*[,)]|\[\w*\]|^\s*(?:def|class|import|from \w+ import|const|let|var|function|#include|SELECT .+ FROM|public|func|fn)\b",
    re.MULTILINE,
)
