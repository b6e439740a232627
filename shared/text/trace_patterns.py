"""How stack traces and time prefixes of log lines look. Data only."""

import re

_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)"
_TIME = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
_STAMP = rf"\d{{4}}[-/]\d{{2}}[-/]\d{{2}}[T ]{_TIME}(?:\s?(?:Z|UTC|GMT|[+-]\d{{2}}:?\d{{2}}))?"
BRACKETED = re.compile(rf"^[ \t]*\[(?:{_STAMP}|{_TIME})\][ \t]*(?:[-:|][ \t]+)?", re.MULTILINE)
BARE = re.compile(rf"^[ \t]*(?:{_STAMP}|{_TIME})[ \t]*(?:[-:|][ \t]*)?(?=\[?{_LEVEL}\b)", re.MULTILINE)
SYSLOG = re.compile(
    rf"^[ \t]*(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d{{1,2}} {_TIME} (?=[\w.-]+ [\w./-]+(?:\[\d+\])?: )", re.MULTILINE
)

# One frame of each kind, and whether the line below belongs to it.
PYTHON = re.compile(r"\s*File \"[^\"\n]{1,500}\", line \d+(?:, in .{1,200})?\s*$")
PYTHON_END = re.compile(r"\s*(?:[\w.]{1,200}(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Group)\b|Traceback \(most)")
JAVASCRIPT = re.compile(
    r"\s*at (?:async )?(?:.{1,300} \()?[^()\n]{1,500}:\d+:\d+\)?\s*$|\s*at (?:.{1,200} )?\((?:native|<anonymous>|internal/.{1,200})\)\s*$"
)
JAVA = re.compile(
    r"\s*at [\w.$/<>@]{1,300}\((?:[\w.$]{1,100}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)(?: ~?\[[^\]\n]{0,200}\])?\s*$|\s*\.\.\. \d+ (?:more|common frames omitted)\s*$"
)
GO = re.compile(r"[\w./*()\[\]{}·-]{1,300}\([^\n]{0,300}\)\s*$|created by [\w./*()-]{1,300}(?: in goroutine \d+)?\s*$")
GO_PLACE = re.compile(r"\s*/[^\n]{1,300}\.go:\d+(?: \+0x[0-9a-f]+)?\s*$")
RUST = re.compile(r"\s*\d{1,3}:\s+(?:0x[0-9a-f]+ - )?[\w:<>$&{} ,.#\[\]()*-]{1,300}\s*$")
RUST_PLACE = re.compile(r"\s*at [^\s]{1,300}\.rs:\d+(?::\d+)?\s*$")
MAY_HOLD_TRACE = re.compile(r"^[ \t]*(?:at |File \"|\d+:\s)|\.go:\d+", re.MULTILINE)
