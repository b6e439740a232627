"""Strict reading of JSON objects: every field is read, ignored on purpose, refused by name, or known and not offered."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.standalone.vector_engine.refusals import not_offered, wrong


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of one kind of object. `absent_here`: known to Qdrant, refused with 501 when set."""

    name: str
    read: frozenset[str]
    needed: frozenset[str] = frozenset()
    absent_here: frozenset[str] = frozenset()


def shape(name: str, read: str, *, needed: str = "", absent_here: str = "") -> Shape:
    """A Shape from space-separated field names; `needed` ones are read as well."""
    must = frozenset(needed.split())
    return Shape(name=name, read=frozenset(read.split()) | must, needed=must, absent_here=frozenset(absent_here.split()))


def checked(value: Any, wanted: Shape) -> dict[str, Any]:
    """The object without its null fields. Refused where it is no object or has a field that would be ignored."""
    if type(value) is not dict:
        raise wrong(f"{wanted.name}: an object is expected")
    if not value.keys() <= wanted.read:
        _refuse_stranger(value, wanted)
    found = {key: item for key, item in value.items() if item is not None}
    if not wanted.needed <= found.keys():
        raise wrong(f"{wanted.name}: field `{min(wanted.needed - found.keys())}` is missing")
    return found


def _refuse_stranger(value: Mapping[str, Any], wanted: Shape) -> None:
    for key in sorted(value.keys() - wanted.read):
        if key not in wanted.absent_here:
            raise wrong(f"{wanted.name}: unknown field `{key}`")
        if value[key] is not None:
            raise not_offered(f"`{key}` in {wanted.name}")


def whole(value: Any, where: str, *, low: int = 0, high: int = 2**32 - 1) -> int:
    """A whole number within the limits (no bool, no float)."""
    if type(value) is not int or not low <= value <= high:
        raise wrong(f"{where}: a whole number from {low} to {high} is expected")
    return value


def number(value: Any, where: str) -> float:
    """A finite number that a 32-bit float can hold."""
    if type(value) not in (int, float) or not math.isfinite(value) or abs(value) > 3.4e38:
        raise wrong(f"{where}: a finite number is expected")
    return float(value)


def truth(value: Any, where: str) -> bool:
    """A bool and nothing that resembles one."""
    if type(value) is not bool:
        raise wrong(f"{where}: true or false is expected")
    return value


def text(value: Any, where: str) -> str:
    """A string that is not empty."""
    if type(value) is not str or not value:
        raise wrong(f"{where}: a non-empty string is expected")
    return value


def items(value: Any, where: str) -> list[Any]:
    """A list."""
    if type(value) is not list:
        raise wrong(f"{where}: a list is expected")
    return value
