"""JSON whose objects know the line they begin on, so that a complaint can name it."""

import json
from bisect import bisect_right
from pathlib import Path
from typing import Any

from tiercel.errors import TiercelError


class Located(dict[str, Any]):
    """An object of the file. `line` counts from 1."""

    line: int = 1


class _Decoder(json.JSONDecoder):
    def __init__(self, text: str) -> None:
        super().__init__()
        self._ends = [at for at, character in enumerate(text) if character == "\n"]
        self._plain = self.parse_object = json.decoder.JSONObject  # type: ignore[attr-defined]
        self.parse_object = self._object
        self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]

    def _object(self, place: tuple[str, int], *rest: Any) -> tuple[Located, int]:
        found, end = self._plain(place, *rest)
        located = Located(found)
        located.line = bisect_right(self._ends, place[1] - 1) + 1
        return located, end


def read_json(path: Path) -> Any:
    """The file's content, every object a `Located`. TiercelError names the file, the line and what is wrong there."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise TiercelError(f"{path} is not UTF-8 (byte {fault.start}): save it as UTF-8.") from fault
    except OSError as fault:
        raise TiercelError(f"{path} cannot be read: {fault.strerror or fault}.") from fault
    try:
        return _Decoder(text).decode(text)
    except json.JSONDecodeError as fault:
        raise TiercelError(f"{path}, line {fault.lineno}: no JSON ({fault.msg}, column {fault.colno}): mend it there.") from fault
    except RecursionError as fault:
        raise TiercelError(f"{path}: brackets are nested too deeply to be a benchmark: see docs/evaluation.md for the format.") from fault
