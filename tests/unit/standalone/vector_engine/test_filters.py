"""Filter JSON as the client sends it, and what is refused in it."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qdrant_edge import MatchAny, MatchExcept, MatchValue, NestedCondition, RangeDateTime, RangeFloat

from services.standalone.vector_engine.filters import FILTER_LEVELS, filter_of, optional_filter
from services.standalone.vector_engine.refusals import Refused
from tests.unit.standalone.vector_engine.test_validation import JSON


def only_condition(condition: Any) -> Any:
    """The engine's form of a filter with this one condition."""
    found = filter_of({"must": [condition]}).must
    assert found is not None
    return found[0]


@pytest.mark.parametrize("value", ["阿里", "coffee", 7, True])
def test_a_match_value_keeps_its_type(value: Any) -> None:
    found = only_condition({"key": "user_id", "match": {"value": value}})
    assert found.key == "user_id"
    assert isinstance(found.match, MatchValue)
    assert found.match.value == value
    assert type(found.match.value) is type(value)


def test_any_and_except_become_their_own_kinds() -> None:
    assert isinstance(only_condition({"key": "a", "match": {"any": ["x", "y"]}}).match, MatchAny)
    assert isinstance(only_condition({"key": "a", "match": {"except": [1, 2]}}).match, MatchExcept)


def test_ranges_of_numbers_and_of_dates_are_told_apart() -> None:
    numbers = only_condition({"key": "a", "range": {"gte": 1, "lt": 2.5, "gt": None}}).range
    assert isinstance(numbers, RangeFloat)
    assert (numbers.gte, numbers.lt, numbers.gt) == (1.0, 2.5, None)
    dates = only_condition({"key": "a", "range": {"gt": "2026-03-01T00:00:00Z"}}).range
    assert isinstance(dates, RangeDateTime)


def test_clauses_take_one_condition_or_a_list() -> None:
    condition = {"is_null": {"key": "a"}}
    found = filter_of({"must": condition, "must_not": [condition, condition], "min_should": {"conditions": [condition], "min_count": 1}})
    assert found.must is not None
    assert found.must_not is not None
    assert found.min_should is not None
    assert (len(found.must), len(found.must_not), found.min_should.min_count) == (1, 2, 1)


def test_nested_conditions_and_filters_in_filters_are_read() -> None:
    inner = {"must": [{"key": "b", "match": {"value": 1}}]}
    assert isinstance(only_condition({"nested": {"key": "a", "filter": inner}}), NestedCondition)
    assert only_condition(inner).must[0].key == "b"


def test_no_filter_stays_none_and_an_empty_one_asks_for_nothing() -> None:
    assert optional_filter(None) is None
    assert filter_of({}).must is None


@pytest.mark.parametrize(
    ("bad", "status", "words"),
    [
        ([], 400, "object is expected"),
        ({"musst": []}, 400, "unknown field `musst`"),
        ({"must": [{"key": "a"}]}, 400, "asks for nothing"),
        ({"must": [{"key": "a", "match": {"value": 1.5}}]}, 400, "match value"),
        ({"must": [{"key": "a", "match": {"value": 1, "any": [1]}}]}, 400, "exactly one"),
        ({"must": [{"key": "a", "match": {"any": [1, "x"]}}]}, 400, "only strings or only whole"),
        ({"must": [{"key": "a", "match": {"any": "x"}}]}, 400, "list is expected"),
        ({"must": [{"key": "a", "mach": {"value": 1}}]}, 400, "unknown field `mach`"),
        ({"must": [{"key": "", "match": {"value": 1}}]}, 400, "non-empty"),
        ({"must": [{"key": "a", "range": {"gte": float("inf")}}]}, 400, "finite"),
        ({"must": [{"key": "a", "range": {"gte": 1, "lt": "2026-03-01T00:00:00Z"}}]}, 400, "non-empty string"),
        ({"must": [{"has_id": ["咖啡"]}]}, 400, "point id"),
        ({"must": [{"key": "a", "match": {"text": "coffee"}}]}, 501, "`text` in match"),
        ({"must": [{"key": "a", "geo_radius": {}}]}, 501, "`geo_radius`"),
        ({"must": [{"slice": {}}]}, 501, "`slice`"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(bad: Any, status: int, words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        filter_of(bad)
    assert refused.value.status == status


def test_filters_are_refused_beyond_the_depth_at_which_the_log_could_not_be_read_back() -> None:
    found: dict[str, Any] = {"must": [{"key": "a", "match": {"value": 1}}]}
    for _ in range(FILTER_LEVELS - 1):
        found = {"must": [found]}
    assert filter_of(found).must is not None
    with pytest.raises(Refused, match="nested deeper"):
        filter_of({"must": [found]})


CONDITIONS = st.one_of(
    st.fixed_dictionaries({"key": JSON, "match": JSON}),
    st.fixed_dictionaries({"key": st.just("a"), "match": st.dictionaries(st.sampled_from(["value", "any", "except"]), JSON, max_size=1)}),
    st.fixed_dictionaries({"key": st.just("a"), "range": st.dictionaries(st.sampled_from(["gt", "lte"]), JSON, max_size=2)}),
    st.fixed_dictionaries({"has_id": JSON}),
    st.fixed_dictionaries({"nested": JSON}),
    JSON,
)


@given(must=st.lists(CONDITIONS, max_size=3))
def test_no_json_whatever_breaks_the_reading_of_filters(must: list[Any]) -> None:
    # The engine's own types refuse odd paths, dates and numbers with these three; nothing was logged, and the caller gets a 400.
    with contextlib.suppress(Refused, ValueError, TypeError, OverflowError):
        filter_of({"must": must})
