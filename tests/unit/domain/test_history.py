"""Versions of one memory: never two at one moment, one current at most, numbers without a gap. Whatever happens in whatever order."""

import itertools
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.history import built_upon, lifted_out, placed_in_history, predecessor, taken_back, was_ever_valid, written_by
from shared.domain.memory import Memory
from shared.domain.versioning import Change, first_version, next_version, point_of
from shared.domain.write_plan import PointSwitch
from tests.factories import NOW, make_memory

Step = tuple[str, int, int | None]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["update", "late", "edit", "restore", "undo", "undo_late"]),
        st.integers(0, 40),
        st.one_of(st.none(), st.none(), st.integers(1, 20)),
    ),
    max_size=25,
)


def said(number: int, day: int, lasts: int | None = None) -> Memory:
    starts = NOW + timedelta(days=day)
    ends = None if lasts is None else starts + timedelta(days=lasts)
    return make_memory(f"value {number}", valid_from=starts, observed_at=starts, valid_to=ends, trace_id=f"trace-{number}")


def applied(versions: Sequence[Memory], change: Change) -> list[Memory]:
    by_point = {point_of(version): version for version in versions}
    for insert in change.inserts:
        assert point_of(insert) not in by_point, "a point is inserted once: another version of this number is lost"
        by_point[point_of(insert)] = insert
    for switch in change.switches:
        names = [field.name for field in fields(PointSwitch) if field.name not in {"point_id", "clears"}]
        changed = {name: value for name in names if (value := getattr(switch, name)) is not None}
        by_point[switch.point_id] = replace(by_point[switch.point_id], **changed)
    return list(by_point.values())


def step(versions: list[Memory], number: int, what: Step) -> Change | None:
    kind, day, lasts = what
    current = next((version for version in versions if version.current), None)
    if current is None:
        return None
    match kind:
        case "update":
            return next_version(current, said(number, day, lasts))
        case "late":
            return placed_in_history(versions, said(number, day, lasts))
        case "edit":
            return next_version(current, replace(current, text=f"value {number}", valid_from=NOW + timedelta(days=day)))
        case "restore":
            old = versions[day % len(versions)]
            return next_version(current, replace(old, valid_from=max(current.valid_from, NOW + timedelta(days=day)), valid_to=None))
        case "undo":
            written = written_by(versions, current.trace_id or "")
            before = None if written is None else predecessor(versions, written)
            is_open = written is not None and before is not None and built_upon(versions, written) is None
            return None if not is_open or written is None else taken_back(versions, written, before)
        case _:
            placed = [version for version in versions if not version.current and version.version > current.version]
            return lifted_out(versions, placed[-1]) if placed and was_ever_valid(placed[-1]) else None


@given(STEPS)
def test_intervals_are_disjoint_numbers_dense_and_one_version_is_current(steps: list[Step]) -> None:
    versions = applied([], first_version(said(0, 20)))
    for number, what in enumerate(steps, start=1):
        change = step(versions, number, what)
        if change is not None:
            versions = applied(versions, change)
        assert sorted(version.version for version in versions) == list(range(1, len(versions) + 1))
        assert [version.current for version in versions].count(True) == 1
        valid = sorted(filter(was_ever_valid, versions), key=lambda version: version.valid_from)
        assert all(old.valid_to is not None and old.valid_to <= new.valid_from for old, new in itertools.pairwise(valid))
        assert all(version.valid_to is None or version.valid_to >= version.valid_from for version in versions)


def test_late_evidence_cuts_the_version_it_falls_into_and_lasts_until_the_next() -> None:
    versions = applied([], first_version(said(0, 0)))
    versions = applied(versions, next_version(versions[0], said(1, 20)))
    change = placed_in_history(versions, said(2, 10))
    assert change is not None
    first, second, late = applied(versions, change)
    assert (first.valid_to, late.valid_from, late.valid_to) == (late.valid_from, NOW + timedelta(days=10), second.valid_from)
    assert (late.version, late.current, second.current, second.highest_version) == (3, False, True, 3)
    assert (first.superseded_by, late.superseded_by) == (point_of(late), point_of(second))
    (following,) = next_version(second, said(3, 30)).inserts
    assert following.version == 4


def test_a_version_that_is_lifted_out_gives_its_time_back() -> None:
    versions = applied([], first_version(said(0, 0)))
    versions = applied(versions, next_version(versions[0], said(1, 20)))
    change = placed_in_history(versions, said(2, 10))
    assert change is not None
    versions = applied(versions, change)
    first, second, late = applied(versions, lifted_out(versions, versions[2]))
    assert (first.valid_to, first.superseded_by) == (second.valid_from, point_of(second))
    assert not was_ever_valid(late)


def test_an_update_that_is_taken_back_leaves_what_stood_before_it_current() -> None:
    versions = applied([], first_version(said(0, 0)))
    versions = applied(versions, next_version(versions[0], said(1, 20)))
    versions = applied(versions, taken_back(versions, versions[1], versions[0]))
    first, undone, restored = versions
    assert (restored.text, restored.version, restored.current) == ("value 0", 3, True)
    assert (first.valid_to, restored.valid_from, restored.valid_to) == (restored.valid_from, NOW + timedelta(days=20), None)
    assert not was_ever_valid(undone)
    gone = applied(versions, taken_back(versions, first, None))
    assert not any(version.current or was_ever_valid(version) for version in gone)


def test_a_text_about_a_time_that_is_over_keeps_that_time_when_it_is_edited() -> None:
    old = make_memory("Berlin in 2020", valid_from=NOW - timedelta(days=900), valid_to=NOW - timedelta(days=500))
    (edited,) = next_version(old, replace(old, text="Bern in 2020", valid_from=NOW)).inserts
    assert (edited.valid_from, edited.valid_to) == (old.valid_from, old.valid_to)
