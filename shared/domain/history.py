"""What touches more than the current version: evidence about an earlier time, and taking a version back. Pure.

A version that was taken back stays readable and is valid for no time at all: its interval is empty.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.domain.memory import Memory
from shared.domain.versioning import Change, number_after, point_of
from shared.domain.write_plan import PointSwitch

UNDO, RESTORE = "undo:", "restore:"
"""How the reason of a version begins that continues what stood before an undone decision, or brings earlier words back."""


def was_ever_valid(version: Memory) -> bool:
    """False for an empty interval."""
    return version.valid_to is None or version.valid_to > version.valid_from


def valid_at(versions: Sequence[Memory], moment: datetime) -> Memory | None:
    """The version that was valid at this moment."""
    return next((each for each in versions if each.valid_from <= moment and (each.valid_to is None or moment < each.valid_to)), None)


def placed_in_history(versions: Sequence[Memory], late: Memory) -> Change | None:
    """Evidence about a time before the current version began takes its place among all `versions` of the memory.

    It lasts until the next known version; the one it falls into ends where it begins. The current version stays.
    None where its time has a version already, or where no current version begins after it.
    """
    current = next((version for version in versions if version.current), None)
    known = sorted(filter(was_ever_valid, versions), key=lambda version: version.valid_from)
    following = next((version for version in known if version.valid_from > late.valid_from), None)
    if current is None or following is None or any(version.valid_from == late.valid_from for version in known):
        return None
    ends_at = following.valid_from if late.valid_to is None else min(following.valid_from, late.valid_to)
    if ends_at <= late.valid_from:
        return None
    placed = replace(
        late,
        id=current.id,
        version=number_after(current),
        current=False,
        highest_version=None,
        valid_to=ends_at,
        superseded_by=point_of(following),
        created_at=current.created_at,
    )
    switches = [PointSwitch(point_id=point_of(current), highest_version=placed.version)]
    cut = valid_at(known, late.valid_from)
    if cut is not None:
        switches.append(PointSwitch(point_id=point_of(cut), valid_to=late.valid_from, superseded_by=point_of(placed)))
    return Change(inserts=(placed,), switches=tuple(switches))


def written_by(versions: Sequence[Memory], trace_id: str) -> Memory | None:
    """The version that a decision made: edits and restored versions keep the trace of their words.

    A review that was answered anew after an undo has made another one: those that were taken back count only where no other is left.
    """
    made = [version for version in versions if version.trace_id == trace_id]
    standing = [version for version in made if was_ever_valid(version)]
    return min(standing or made, key=lambda version: version.version, default=None)


def predecessor(versions: Sequence[Memory], version: Memory) -> Memory | None:
    """Whose time ended where this one's begins.

    What continued an undone decision's predecessor has no time left where the review was answered anew: it counts all the same.
    """
    before = [each for each in versions if each.superseded_by == point_of(version)]
    known = [each for each in before if was_ever_valid(each) or each.change_reason.startswith(UNDO)]
    return max(known, key=lambda each: each.version, default=None)


def built_upon(versions: Sequence[Memory], written: Memory) -> Memory | None:
    """The newest version of another decision whose time begins after this one's and still counts: it must go first."""
    later = [each for each in versions if was_ever_valid(each) and each.valid_from >= written.valid_from]
    others = [each for each in later if each.trace_id != written.trace_id and each.version != written.version]
    return max(others, key=lambda version: version.version, default=None)


def taken_back(versions: Sequence[Memory], written: Memory, restored: Memory | None) -> Change:
    """The written version and the copies made of it were never valid; `restored` continues what stood before, if anything did.

    `restored` becomes the newest and current version. Without it the memory has no current version any more.
    """
    current = next((version for version in versions if version.current), written)
    its_own = [version for version in versions if version.version >= written.version and version.trace_id == written.trace_id]
    emptied = list({current.version: current, **{each.version: each for each in its_own}}.values())
    if restored is None:
        return Change(switches=tuple(_emptied(version, None) for version in emptied))
    successor = replace(
        restored,
        id=written.id,
        version=number_after(current),
        current=True,
        highest_version=None,
        superseded_by=None,
        valid_from=written.valid_from,
        valid_to=None if restored.valid_to is None or restored.valid_to <= written.valid_from else restored.valid_to,
        created_at=current.created_at,
        access_count=current.access_count,
        last_accessed_at=max((at for at in (current.last_accessed_at, restored.last_accessed_at) if at is not None), default=None),
        seen_count=current.seen_count,
        reliability=current.reliability,
    )
    return Change(inserts=(successor,), switches=tuple(_emptied(version, successor) for version in emptied))


def followed(gone: Sequence[Memory], memory: Memory) -> Change:
    """The next version of a memory that was taken back: all its versions are `gone`, none is current."""
    ends = [version.valid_to for version in gone if was_ever_valid(version) and version.valid_to is not None]
    starts_at = max([memory.valid_from, *ends])
    valid_to = None if memory.valid_to is not None and memory.valid_to <= starts_at else memory.valid_to
    number = max(version.version for version in gone) + 1
    return Change(inserts=(replace(memory, version=number, current=True, highest_version=None, valid_from=starts_at, valid_to=valid_to),))


def lifted_out(versions: Sequence[Memory], late: Memory) -> Change:
    """A version that was placed in history was never valid: what it had cut lasts again until the next one."""
    before = predecessor(versions, late)
    switches = [PointSwitch(point_id=point_of(late), valid_to=late.valid_from)]
    if before is not None and before.valid_to == late.valid_from:
        switches.append(PointSwitch(point_id=point_of(before), valid_to=late.valid_to, superseded_by=late.superseded_by))
    return Change(switches=tuple(switches))


def _emptied(version: Memory, successor: Memory | None) -> PointSwitch:
    return PointSwitch(
        point_id=point_of(version),
        current=False,
        valid_to=version.valid_from,
        superseded_by=None if successor is None else point_of(successor),
    )
