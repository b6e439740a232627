"""Rules 8, 9, 12 and 24: code fences, inline code, debug-log calls and base64. The code itself stays."""

import re

_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]{0,30}[ \t]*$\n?", re.MULTILINE)
_TRAILING_FENCE = re.compile(r"\n[ \t]*(?:`{3,}|~{3,})[ \t]*\Z")
_INLINE = re.compile(r"(?<!`)(`{1,8})(?!`)([^`\n]{1,2000})(?<!`)\1(?!`)")
_TICK_RUN = re.compile("`{3,}")
_DEBUG_CALL = re.compile(
    r"(?<![\w.])(?:console\.(?:log|debug|info|warn|error|trace|table)|(?:self\.)?(?:logger|logging|log|LOGGER|LOG)\.(?:debug|info|warn|warning|error|exception|critical|trace|fatal)"
    r"|System\.(?:out|err)\.print(?:ln|f)?|fmt\.Print(?:ln|f)?|(?:print|pprint|println|printf|var_dump|NSLog)|(?:println|eprintln|print|dbg)!)\("
)
_CALL_PART = re.compile(r"\"(?:\\.|[^\"\\\n])*+\"|'(?:\\.|[^'\\\n])*+'|[()]|\n[ \t]*\n")
_CALL_MAX_CHARS = 2000
_BASE64 = re.compile(
    r"(?:data:[\w.+-]{1,60}/[\w.+-]{1,60};base64,)?(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{50,100}\n){0,20000}+[A-Za-z0-9+/]{100,}+={0,2}"
)
_BASE64_LINES = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,100}\n)+[A-Za-z0-9+/]{1,100}={0,2}(?![A-Za-z0-9+/=])")


def drop_fences(text: str) -> str:
    """Lines that only open or close a code fence go; what stands between them stays."""
    if "```" not in text and "~~~" not in text:
        return text
    return _FENCE.sub("", _TRAILING_FENCE.sub("", text))


def unwrap_inline_code(text: str) -> str:
    """`x` becomes x; ticks without a partner stay, long runs of them go."""
    if "`" not in text:
        return text
    return _TICK_RUN.sub("", _INLINE.sub(r"\2", text))


def drop_debug_calls(text: str) -> str:
    """`console.log(...)`, `print(...)`, `logger.x(...)` go with their arguments; the word print stays.

    A call that does not close within 2000 characters stays as it is.
    """
    if "(" not in text:
        return text
    kept, last, position = [], 0, 0
    while (call := _DEBUG_CALL.search(text, position)) is not None:
        end, closed = _call_end(text, call.end())
        position = end
        if closed:
            kept.append(text[last : call.start()])
            last = position = end + (text[end : end + 1] == ";")
    if not kept:
        return text
    kept.append(text[last:])
    return "".join(kept)


def _call_end(text: str, start: int) -> tuple[int, bool]:
    """Where the argument list that begins at `start` ends, and whether it does end."""
    depth, limit = 1, min(len(text), start + _CALL_MAX_CHARS)
    for part in _CALL_PART.finditer(text, start, limit):
        if part.group() == "(":
            depth += 1
        elif part.group() == ")":
            depth -= 1
            if depth == 0:
                return part.end(), True
        elif part.group()[0] == "\n":
            return part.start(), False
    return limit, False


def drop_base64(text: str) -> str:
    """Runs of 100 and more base64 characters go; words, paths and plain hexadecimal stay."""
    return _BASE64_LINES.sub(_unless_plain, _BASE64.sub(_unless_plain, text))


def _unless_plain(match: re.Match[str]) -> str:
    run = match.group()
    body = run.partition(";base64,")[2] or run
    mixed = any(c.isdigit() for c in body) and any(c.isupper() for c in body) and any(c.islower() for c in body)
    return "" if len(body) >= 100 and mixed and body.count("/") * 16 <= len(body) else run
