"""Vectors: which names and sizes a collection has, and whether given ones fit."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qdrant_edge import SparseVector

from services.standalone.vector_engine.fields import checked, items, shape
from services.standalone.vector_engine.refusals import not_offered, wrong

EdgeVector = list[float] | list[list[float]] | SparseVector  # the engine's type; lists of lists are never made here

# Squares of the numbers are summed in 32-bit floats: beyond this length the engine would store infinities.
LONGEST = 1e18
SPARSE_TERMS = 65_536

_SPARSE = shape("sparse vector", "", needed="indices values")
_NUMBERS = {int, float}


@dataclass(frozen=True, slots=True)
class VectorNames:
    """The vectors a collection was created with: dense name -> size, and sparse names."""

    dense: Mapping[str, int]
    sparse: frozenset[str]

    def known(self, name: Any) -> str:
        """The name, refused where the collection has no such vector."""
        if type(name) is str and (name in self.dense or name in self.sparse):
            return name
        raise wrong(f"Not existing vector name error: {name!r}")


def fitting(value: Any, name: Any, names: VectorNames) -> EdgeVector:
    """The engine's form of one vector for this name. Refused where its kind, size or numbers do not fit."""
    if names.known(name) in names.sparse:
        return _sparse(value, name)
    return _dense(value, name, names.dense[name])


def named_vectors(value: Any, names: VectorNames) -> dict[str, EdgeVector]:
    """All vectors of one point. An empty object is a point without vectors."""
    if type(value) is not dict:
        raise not_offered("unnamed vectors")
    return {name: fitting(item, name, names) for name, item in value.items()}


def _dense(value: Any, name: str, size: int) -> list[float]:
    if type(value) is not list:
        raise wrong(f"vector `{name}`: a list of numbers is expected")
    if len(value) != size:
        raise wrong(f"Vector dimension error: expected dim: {size}, got {len(value)} (`{name}`)")
    _check_numbers(value, f"vector `{name}`")
    return value


def _check_numbers(values: list[Any], where: str) -> None:
    if not set(map(type, values)) <= _NUMBERS:
        raise wrong(f"{where}: every element must be a number")
    try:
        length = math.hypot(*values)
    except OverflowError:
        length = math.inf
    if not length <= LONGEST:
        raise wrong(f"{where}: the numbers must be finite and of a sensible size (length at most {LONGEST:g})")


def _sparse(value: Any, name: str) -> SparseVector:
    found = checked(value, _SPARSE)
    indices, values = items(found["indices"], f"`{name}`.indices"), items(found["values"], f"`{name}`.values")
    if len(indices) != len(values):
        raise wrong(f"sparse vector `{name}`: {len(indices)} indices but {len(values)} values")
    if len(indices) > SPARSE_TERMS:
        raise wrong(f"sparse vector `{name}`: more than {SPARSE_TERMS} terms")
    if any(type(index) is not int or not 0 <= index < 2**32 for index in indices):
        raise wrong(f"sparse vector `{name}`: indices are unsigned 32-bit whole numbers")
    if len(set(indices)) != len(indices):
        raise wrong(f"sparse vector `{name}`: indices must be unique")
    _check_numbers(values, f"sparse vector `{name}`")
    order = sorted(range(len(indices)), key=indices.__getitem__)  # the server sorts as well
    return SparseVector([indices[at] for at in order], [values[at] for at in order])
