"""Payload encodings that must lose nothing."""

from dataclasses import fields
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.adapters.qdrant_filters import fetch_filter, scope_filter, wanted_filter
from shared.adapters.qdrant_mapping import (
    NEVER_US,
    PLAIN,
    RELIABILITY,
    TIMES,
    from_us,
    label_pair,
    pack_terms,
    switch_payload,
    to_us,
    unpack_terms,
)
from shared.adapters.qdrant_pages import Position, decode_cursor, encode_cursor
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Scope, Viewer
from shared.domain.write_plan import CLEARABLE, PointSwitch

moments = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@given(moments)
def test_times_are_exact_to_the_microsecond(moment: datetime) -> None:
    assert from_us(to_us(moment)) == moment


def test_no_end_lies_beyond_every_time_and_fits_a_signed_64_bit_integer() -> None:
    assert to_us(datetime.max.replace(tzinfo=UTC)) < NEVER_US < 2**63
    assert from_us(NEVER_US) is None
    assert from_us(None) is None


@given(st.tuples(st.text(), st.text()), st.tuples(st.text(), st.text()))
def test_two_labels_share_a_pair_only_where_they_are_the_same(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert (label_pair(*one) == label_pair(*other)) is (one == other)


@pytest.mark.parametrize(("one", "other"), [(("a=b", "c"), ("a", "b=c")), (("a%3Db", ""), ("a=b", "")), (("a%", "3D"), ("a", "%=3D"))])
def test_separators_in_a_label_are_not_mistaken(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert label_pair(*one) != label_pair(*other)


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_term_ids_come_back(term_ids: list[int]) -> None:
    assert unpack_terms(pack_terms(term_ids)) == tuple(term_ids)


def test_every_field_of_a_switch_is_stored() -> None:
    names = {field.name for field in fields(PointSwitch)} - {"point_id", "clears"}
    assert names == {*PLAIN, *TIMES, RELIABILITY}


def test_a_switch_can_clear_exactly_the_times() -> None:
    assert set(TIMES) == CLEARABLE
    assert switch_payload(PointSwitch(point_id="p", stage="short", clears=("expires_at",))) == {"stage": "short", "expires_us": NEVER_US}


def test_a_switch_stores_what_it_names_and_nothing_else() -> None:
    assert switch_payload(PointSwitch(point_id="p", current=False, access_count=0)) == {"current": False, "access_count": 0}


@given(st.integers(-(2**62), 2**62), st.uuids())
def test_a_cursor_comes_back(created_us: int, point_id: object) -> None:
    position = Position(created_us, str(point_id))
    assert decode_cursor(encode_cursor(position)) == position


@given(st.text(max_size=60))
def test_anything_else_is_no_cursor(text: str) -> None:
    with pytest.raises(ValueError, match="cursor"):
        decode_cursor(text)


@given(st.text(min_size=1), st.booleans())
def test_every_filter_demands_the_tenant(tenant_id: str, has_viewer: bool) -> None:
    scope = Scope(tenant_id=tenant_id)
    wanted = MemoryFilter(now=datetime.now(UTC) - timedelta(days=1), viewer=Viewer() if has_viewer else None)
    for built in (scope_filter(scope), fetch_filter(scope), wanted_filter(scope, wanted)):
        demanded = [condition.model_dump(exclude_none=True) for condition in built.must or []]  # type: ignore[union-attr]
        assert {"key": "tenant", "match": {"value": tenant_id}} in demanded
