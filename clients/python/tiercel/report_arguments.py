"""What a person types for a report, read and checked before anything is sent. Every fault is wrong usage: exit code 2."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from tiercel.client import EVENT_TYPES

SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
STANDARD_INPUT = "-"


def event_type(written: str) -> str:
    """One of the eight; `strategy-execution` is read too."""
    named = written.strip().lower().replace("-", "_")
    if named not in EVENT_TYPES:
        raise typer.BadParameter(f"{written} is none of the eight types: {', '.join(EVENT_TYPES)}.", param_hint="TYPE")
    return named


def data_object(written: str | None) -> dict[str, Any]:
    """JSON, or `@file` (`@-` is standard input) with JSON in it. It must be an object."""
    if written is None:
        return {}
    source, text = (written, _content(written[1:])) if written.startswith("@") else ("--data", written)
    try:
        read = json.loads(text, parse_constant=_no_number)
    except ValueError as fault:
        raise typer.BadParameter(f"{source} is not JSON: {fault}.", param_hint="--data") from None
    if not isinstance(read, dict):
        raise typer.BadParameter(f'{source} must be a JSON object, like {{"plan_id": "plan-7"}}.', param_hint="--data")
    return read


def labels(written: Sequence[str] | None, **named: str | None) -> dict[str, str] | None:
    """`k=v` each, and the options that are labels themselves. None where there are none."""
    found: dict[str, str] = {}
    for pair in written or ():
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise typer.BadParameter(f"{pair!r} is no label: write it as key=value.", param_hint="--label")
        found[key.strip()] = value.strip()
    found |= {name: value for name, value in named.items() if value is not None}
    return found or None


def seconds(written: str | None) -> int | None:
    """`3600`, `90m`, `12h`, `7d`; 0 = never expires."""
    if written is None:
        return None
    read = re.fullmatch(r"(\d{1,9})([smhd]?)", written.strip().lower())
    if read is None:
        raise typer.BadParameter(f"{written} is no duration: write seconds, or 90m, 12h, 7d.", param_hint="--ttl")
    return int(read[1]) * SECONDS[read[2]]


def standard_input() -> str:
    """All of it. Empty is wrong usage."""
    try:
        text = sys.stdin.read()
    except UnicodeDecodeError:
        raise typer.BadParameter("standard input is not UTF-8 text.") from None
    if not text.strip():
        raise typer.BadParameter("standard input is empty: pipe the text in, like  tiercel extract < notes.txt")
    return text


def _content(name: str) -> str:
    if name == STANDARD_INPUT:
        return standard_input()
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise typer.BadParameter(f"{name} cannot be read: {fault.strerror}.", param_hint="--data") from None
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{name} is not UTF-8 text.", param_hint="--data") from None


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")
