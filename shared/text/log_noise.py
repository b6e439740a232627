"""Rules 13 and 18: stack traces to their first and last frame, time prefixes of log lines."""

import re

_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)"
_TIME = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
_STAMP = rf"\d{{4}}[-/]\d{{2}}[-/]\d{{2}}[T ]{_TIME}(?:\s?(?:Z|UTC|GMT|[+-]\d{{2}}:?\d{{2}}))?"
_BRACKETED = re.compile(rf"^[ \t]*\[(?:{_STAMP}|{_TIME})\][ \t]*(?:[-:|][ \t]+)?", re.MULTILINE)
_BARE = re.compile(rf"^[ \t]*(?:{_STAMP}|{_TIME})[ \t]*(?:[-:|][ \t]*)?(?=\[?{_LEVEL}\b)", re.MULTILINE)
_SYSLOG = re.compile(
    rf"^[ \t]*(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d{{1,2}} {_TIME} (?=[\w.-]+ [\w./-]+(?:\[\d+\])?: )", re.MULTILINE
)

# One frame of each kind, and whether the line below belongs to it.
_PYTHON = re.compile(r"\s*File \"[^\"\n]{1,500}\", line \d+(?:, in .{1,200})?\s*$")
_PYTHON_END = re.compile(r"\s*(?:[\w.]{1,200}(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Group)\b|Traceback \(most)")
_JAVASCRIPT = re.compile(
    r"\s*at (?:async )?(?:.{1,300} \()?[^()\n]{1,500}:\d+:\d+\)?\s*$|\s*at (?:.{1,200} )?\((?:native|<anonymous>|internal/.{1,200})\)\s*$"
)
_JAVA = re.compile(
    r"\s*at [\w.$/<>@]{1,300}\((?:[\w.$]{1,100}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)(?: ~?\[[^\]\n]{0,200}\])?\s*$|\s*\.\.\. \d+ (?:more|common frames omitted)\s*$"
)
_GO = re.compile(r"[\w./*()\[\]{}·-]{1,300}\([^\n]{0,300}\)\s*$|created by [\w./*()-]{1,300}(?: in goroutine \d+)?\s*$")
_GO_PLACE = re.compile(r"\s*/[^\n]{1,300}\.go:\d+(?: \+0x[0-9a-f]+)?\s*$")
_RUST = re.compile(r"\s*\d{1,3}:\s+(?:0x[0-9a-f]+ - )?[\w:<>$&{} ,.#\[\]()*-]{1,300}\s*$")
_RUST_PLACE = re.compile(r"\s*at [^\s]{1,300}\.rs:\d+(?::\d+)?\s*$")
_MAY_HOLD_TRACE = re.compile(r"^\s*(?:at |File \"|\d+:\s)|\.go:\d+", re.MULTILINE)


def drop_log_times(text: str) -> str:
    """`[2024-03-15 14:30:01] INFO x` -> `INFO x`; dates in prose and scores such as 3-5 stay."""
    if ":" not in text:
        return text
    return _SYSLOG.sub("", _BARE.sub("", _BRACKETED.sub("", text)))


def shorten_stack_traces(text: str) -> str:
    """Of each run of more than two frames the first and the last; the error's own line stays."""
    if "\n" not in text or _MAY_HOLD_TRACE.search(text) is None:
        return text
    lines = text.split("\n")
    kept: list[str] = []
    frames: list[list[str]] = []
    kind = ""
    position = 0
    while position < len(lines):
        found = _frame(lines, position)
        if found is None or found[0] != kind:
            kept.extend(_ends(frames))
            frames, kind = [], found[0] if found else ""
        if found is None:
            kept.append(lines[position])
            position += 1
            continue
        frames.append(lines[position : position + found[1]])
        position += found[1]
    kept.extend(_ends(frames))
    return "\n".join(kept)


def _ends(frames: list[list[str]]) -> list[str]:
    """The lines of the first and the last frame."""
    chosen = frames if len(frames) <= 2 else [frames[0], frames[-1]]
    return [line for frame in chosen for line in frame]


def _frame(lines: list[str], position: int) -> tuple[str, int] | None:
    """The kind of frame that begins at this line, and how many lines it takes; None where none begins."""
    line = lines[position]
    if len(line) > 1000:
        return None
    below = lines[position + 1] if position + 1 < len(lines) else ""
    if _PYTHON.match(line):
        return "python", 1 + _python_lines(lines, position + 1)
    if _JAVA.match(line):
        return "java", 1
    if _RUST.match(line) and _RUST_PLACE.match(below[:1000]):
        return "rust", 2
    if _JAVASCRIPT.match(line):
        return "javascript", 1
    if _GO_PLACE.match(below[:1000]) and _GO.match(line):
        return "go", 2
    return None


def _python_lines(lines: list[str], position: int) -> int:
    """How many lines of source stand below a Python frame: the line itself and its marks."""
    count = 0
    for line in lines[position : position + 2]:
        is_marks = bool(line.strip()) and not line.strip(" \t^~")
        if (count == 0 and line.strip() and not _PYTHON.match(line) and not _PYTHON_END.match(line)) or (count == 1 and is_marks):
            count += 1
        else:
            break
    return count
