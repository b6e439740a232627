"""Reading a JSON body so that nothing in it can surprise what comes after.

Refused here, with the field's name: NUL bytes, lone surrogates, numbers that are not finite, nesting deeper
than any honest body.
"""

import json
import math
from collections.abc import Iterator
from typing import Any

import orjson

from services.api.errors import malformed, scope_denied, wrong_field

MAX_DEPTH = 64


def parse_json(raw: bytes) -> Any:
    """The body as builtins. Refusal 400 where it is not JSON, 422 where a value in it cannot be used."""
    try:
        parsed = orjson.loads(raw)
    except orjson.JSONDecodeError as fault:
        parsed = _parse_what_json_allows(raw, str(fault))
    for path, value in _leaves(parsed):
        _check_leaf(path, value)
    return parsed


def _parse_what_json_allows(raw: bytes, complaint: str) -> Any:
    """Python's reader accepts lone surrogates and NaN, which can then be named; anything else is malformed."""
    try:
        return json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        raise malformed(f"The body is not JSON in UTF-8: {complaint}.") from None


def _leaves(value: Any) -> Iterator[tuple[str, Any]]:
    """Every key and every scalar with its path, without recursion."""
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    while waiting:
        path, current, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise wrong_field(path[:100], f"Nested deeper than {MAX_DEPTH} levels.")
        if isinstance(current, dict):
            for key, child in current.items():
                inner = f"{path}.{key}" if path else str(key)
                yield inner, key
                waiting.append((inner, child, depth + 1))
        elif isinstance(current, list):
            waiting.extend((f"{path}[{position}]", child, depth + 1) for position, child in enumerate(current))
        else:
            yield path, current


def _check_leaf(path: str, value: Any) -> None:
    if isinstance(value, str):
        check_string(path, value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise wrong_field(printable(path), "A number must be finite.")


def check_string(path: str, value: str) -> None:
    """Refusal 422 for a NUL byte or a lone surrogate."""
    if "\x00" in value:
        raise wrong_field(printable(path), "A string holds a NUL byte. Remove it.")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise wrong_field(printable(path), "A string holds a lone surrogate, which is not Unicode text. Remove it.") from None


def printable(path: str) -> str:
    """A path that can be shown in JSON and a header, at most 200 characters."""
    shown = path.encode("utf-8", "replace").decode("utf-8").replace("\x00", "?")
    return shown[:200] or "body"


def check_tenant_claim(claimed: Any, tenant_id: str, field: str = "tenant_id") -> None:
    """Refusal 403 where a body or query names another tenant than the key's, 422 where it is no string."""
    if claimed is None or claimed == tenant_id:
        return
    if not isinstance(claimed, str):
        raise wrong_field(field, "tenant_id is a string.")
    raise scope_denied("The key belongs to another tenant. Leave tenant_id out: the key tells it.", field)
