"""How a statement becomes a version: pure changes, applied by a write plan.

New versions are inserted; of an old version only `current`, `valid_to` and `superseded_by` ever change.
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
    return Change(inserts=(replace(memory, version=1, current=True),))


def next_version(old: Memory, new: Memory) -> Change:
    """`new` becomes the current version of `old`'s memory; the old one's validity ends where the new one's begins.

    Uses and times of access stay with the memory; seen_count and created_at too.
    """
    ends_at = max(old.valid_from, new.valid_from)
    successor = replace(
        new,
        id=old.id,
        version=old.version + 1,
        current=True,
        valid_from=ends_at,
        created_at=old.created_at,
        access_count=old.access_count,
        last_accessed_at=old.last_accessed_at,
        seen_count=old.seen_count,
        stage=new.stage,
    )
    switch = PointSwitch(
        point_id=identity.point_id(old.id, old.version),
        current=False,
        valid_to=ends_at,
        superseded_by=identity.point_id(successor.id, successor.version),
    )
    return Change(inserts=(successor,), switches=(switch,))


def seen_again(old: Memory) -> Change:
    """An exact duplicate: only counted."""
    return Change(switches=(PointSwitch(point_id=identity.point_id(old.id, old.version), seen_count=old.seen_count + 1),))


def overlaps(old: Memory, *, valid_from: datetime, valid_to: datetime | None) -> bool:
    """True where the validity intervals share a moment: only then is the same text a duplicate."""
    ends_before = old.valid_to is not None and old.valid_to <= valid_from
    begins_after = valid_to is not None and valid_to <= old.valid_from
    return not (ends_before or begins_after)
