"""How a statement becomes a version: pure changes, applied by a write plan.

New versions are inserted; of an old version only `current`, `valid_to`, `superseded_by` and `highest_version` ever change.
The versions of one memory never share a moment: shared.domain.history holds what touches more than the current one.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain import identity
from shared.domain.memory import Memory
from shared.domain.write_plan import PointSwitch


@dataclass(frozen=True, slots=True)
class Change:
    """Versions to insert and fields of stored versions to switch."""

    inserts: tuple[Memory, ...] = ()
    switches: tuple[PointSwitch, ...] = ()


def first_version(memory: Memory) -> Change:
    """A memory that was not known before."""
    return Change(inserts=(replace(memory, version=1, current=True, highest_version=None),))


def next_version(old: Memory, new: Memory) -> Change:
    """`new` becomes the current version of `old`'s memory; the old one's validity ends where the new one's begins.

    Uses and the last access stay with the memory, seen_count and created_at too; a person's change counts as access.
    What is over before the old one began (a text about a past time is edited) takes the old one's whole time instead.
    """
    starts_at = max(old.valid_from, new.valid_from)
    if new.valid_to is not None and new.valid_to <= starts_at:
        starts_at = old.valid_from
    successor = replace(
        new,
        id=old.id,
        version=number_after(old),
        current=True,
        highest_version=None,
        superseded_by=None,
        valid_from=starts_at,
        valid_to=None if new.valid_to is not None and new.valid_to <= starts_at else new.valid_to,
        created_at=old.created_at,
        access_count=old.access_count,
        last_accessed_at=max((at for at in (old.last_accessed_at, new.last_accessed_at) if at is not None), default=None),
        seen_count=old.seen_count,
        stage=new.stage,
    )
    switch = PointSwitch(
        point_id=point_of(old),
        current=False,
        valid_to=starts_at if old.valid_to is None else min(old.valid_to, starts_at),
        superseded_by=point_of(successor),
    )
    return Change(inserts=(successor,), switches=(switch,))


def number_after(current: Memory) -> int:
    """The next version number of a memory: numbers are dense over all its versions."""
    return max(current.version, current.highest_version or 0) + 1


def point_of(memory: Memory) -> str:
    """The id of the point that holds this version."""
    return identity.point_id(memory.id, memory.version)


def seen_again(old: Memory) -> Change:
    """An exact duplicate: only counted."""
    return Change(switches=(PointSwitch(point_id=point_of(old), seen_count=old.seen_count + 1),))


def overlaps(old: Memory, *, valid_from: datetime, valid_to: datetime | None) -> bool:
    """True where the validity intervals share a moment: only then is the same text a duplicate."""
    ends_before = old.valid_to is not None and old.valid_to <= valid_from
    begins_after = valid_to is not None and valid_to <= old.valid_from
    return not (ends_before or begins_after)
