"""What must hold before the engine sees an operation, because it logs first and checks afterwards.

A refused operation comes back at the next load; one that panics, or that is nested deeper than the log can be
read, makes the shard unloadable. Measured: payloads break at about 125 levels, filters at about 100.
"""

import re
from typing import Any
from uuid import UUID

from services.standalone.vector_engine.fields import items, text
from services.standalone.vector_engine.refusals import wrong

PointKey = int | UUID

PAYLOAD_LEVELS = 32
PATH_LEVELS = 16

_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}")
_UUID = re.compile(r"(urn:uuid:)?[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}")


def collection_name(value: Any) -> str:
    """A name that is also a safe folder name."""
    if type(value) is not str or not _NAME.fullmatch(value):
        raise wrong("collection and alias names are 1-200 letters, digits, `_`, `-` or `.`, and do not begin with a dot")
    return value


def point_id(value: Any) -> PointKey:
    """An unsigned 64-bit number or a UUID in any of its spellings."""
    if type(value) is int and 0 <= value < 2**64:
        return value
    if type(value) is str and _UUID.fullmatch(value):
        return UUID(value)
    raise wrong(f"point id: an unsigned whole number or a UUID is expected, not {_shown(value)}")


def point_id_of_path(segment: str) -> PointKey:
    """As `point_id`, from a URL."""
    return point_id(int(segment) if segment.isascii() and segment.isdigit() and len(segment) <= 20 else segment)


def point_ids(value: Any, where: str) -> list[PointKey]:
    """A list of ids, repeated ones once."""
    return list(dict.fromkeys(point_id(item) for item in items(value, where)))


def payload(value: Any, where: str) -> dict[str, Any]:
    """A JSON object of at most PAYLOAD_LEVELS levels. Its numbers are finite: the JSON reader refuses others."""
    if type(value) is not dict:
        raise wrong(f"{where}: an object is expected")
    level: list[Any] = [value]
    for _ in range(PAYLOAD_LEVELS):
        level = [child for node in level for child in _children(node) if type(child) in (dict, list)]
        if not level:
            return value
    raise wrong(f"{where}: nested deeper than {PAYLOAD_LEVELS} levels")


def _children(node: Any) -> Any:
    return node.values() if type(node) is dict else node


def path(value: Any, where: str) -> str:
    """A payload path such as `a.b[].c`; its grammar is checked by the engine's own types before anything is logged."""
    found = text(value, where)
    if found.count(".") + found.count("[") >= PATH_LEVELS:
        raise wrong(f"{where}: a path has at most {PATH_LEVELS} parts")
    return found


def paths(value: Any, where: str) -> list[str]:
    """A list of payload paths."""
    return [path(item, where) for item in items(value, where)]


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
