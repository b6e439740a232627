"""Rules 13 and 18: stack traces to their first and last frame, time prefixes of log lines."""

from shared.text import trace_patterns as patterns


def drop_log_times(text: str) -> str:
    """`[2024-03-15 14:30:01] INFO x` -> `INFO x`; dates in prose and scores such as 3-5 stay."""
    if ":" not in text:
        return text
    return patterns.SYSLOG.sub("", patterns.BARE.sub("", patterns.BRACKETED.sub("", text)))


def shorten_stack_traces(text: str) -> str:
    """Of each run of more than two frames the first and the last; the error's own line stays."""
    if "\n" not in text or patterns.MAY_HOLD_TRACE.search(text) is None:
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
    if patterns.PYTHON.match(line):
        return "python", 1 + _python_lines(lines, position + 1)
    if patterns.JAVA.match(line):
        return "java", 1
    if patterns.RUST.match(line) and patterns.RUST_PLACE.match(below[:1000]):
        return "rust", 2
    if patterns.JAVASCRIPT.match(line):
        return "javascript", 1
    if patterns.GO_PLACE.match(below[:1000]) and patterns.GO.match(line):
        return "go", 2
    return None


def _python_lines(lines: list[str], position: int) -> int:
    """How many lines below a Python frame belong to it: the line of source, and its marks."""
    source, marks = (*lines[position : position + 2], "", "")[:2]
    if not source.strip() or patterns.PYTHON.match(source[:1000]) or patterns.PYTHON_END.match(source[:1000]):
        return 0
    return 2 if marks.strip() and not marks.strip(" \t^~") else 1
