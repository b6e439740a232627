"""What is refused before the engine sees it."""

import contextlib
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.standalone.vector_engine import updates, validation
from services.standalone.vector_engine.refusals import Refused
from services.standalone.vector_engine.vectors import VectorNames, fitting, named_vectors

NAMES = VectorNames(dense={"dense": 3}, sparse=frozenset({"sparse"}))

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def nested(levels: int) -> dict[str, Any]:
    """A payload of that many levels."""
    payload: dict[str, Any] = {"a": 1}
    for _ in range(levels - 1):
        payload = {"a": payload}
    return payload


@pytest.mark.parametrize("good", [0, 7, 2**64 - 1, "936da01f-9abd-4d9d-80c7-02af85c822a8", "936DA01F9ABD4D9D80C702AF85C822A8"])
def test_numbers_and_uuids_are_point_ids(good: Any) -> None:
    assert validation.point_id(good) == (good if isinstance(good, int) else uuid.UUID(good))


@pytest.mark.parametrize("bad", [-1, 2**64, 1.0, True, None, "", "7", "kaffee", "咖啡", [1], "936da01f-9abd-4d9d-80c7-02af85c822a"])
def test_everything_else_is_no_point_id(bad: Any) -> None:
    with pytest.raises(Refused, match="point id") as refused:
        validation.point_id(bad)
    assert refused.value.status == 400


@pytest.mark.parametrize("bad", ["", ".", "..", ".hidden", "a/b", "a\\b", "a\0", "ü", "记忆", "x" * 201, None, 3])
def test_a_collection_name_cannot_leave_its_folder(bad: Any) -> None:
    with pytest.raises(Refused, match="names are"):
        validation.collection_name(bad)


def test_payloads_are_refused_beyond_the_depth_at_which_the_log_could_not_be_read_back() -> None:
    assert validation.payload(nested(validation.PAYLOAD_LEVELS), "payload")
    with pytest.raises(Refused, match="nested deeper"):
        validation.payload(nested(validation.PAYLOAD_LEVELS + 1), "payload")
    listed: Any = 1
    for _ in range(validation.PAYLOAD_LEVELS):
        listed = [listed]
    with pytest.raises(Refused, match="nested deeper"):
        validation.payload({"a": listed}, "payload")


def test_long_paths_are_refused_because_they_make_deep_payloads() -> None:
    assert validation.path("a.b[].c", "key") == "a.b[].c"
    with pytest.raises(Refused, match="parts"):
        validation.path(".".join("a" * 20), "key")


@pytest.mark.parametrize(
    ("vectors", "words"),
    [
        ({"dense": [1.0, 2.0]}, "expected dim: 3, got 2"),
        ({"dense": [1.0, 2.0, None]}, "must be a number"),
        ({"dense": [1.0, 2.0, True]}, "must be a number"),
        ({"dense": [1.0, 2.0, "3"]}, "must be a number"),
        ({"dense": [1e39, 0.0, 0.0]}, "finite"),
        ({"dense": [float("nan"), 0.0, 0.0]}, "finite"),
        ({"dense": [float("inf"), 0.0, 0.0]}, "finite"),
        ({"dense": [10**400, 0.0, 0.0]}, "finite"),
        ({"dense": {"indices": [1], "values": [1.0]}}, "list of numbers"),
        ({"other": [1.0]}, "Not existing vector name"),
        ({"sparse": [1.0, 2.0, 3.0]}, "object is expected"),
        ({"sparse": {"indices": [1, 2, 3], "values": [1.0]}}, "3 indices but 1 values"),
        ({"sparse": {"indices": [1], "values": [1.0, 2.0]}}, "1 indices but 2 values"),
        ({"sparse": {"indices": [5, 5], "values": [1.0, 2.0]}}, "unique"),
        ({"sparse": {"indices": [-1], "values": [1.0]}}, "32-bit"),
        ({"sparse": {"indices": [2**32], "values": [1.0]}}, "32-bit"),
        ({"sparse": {"indices": [1.0], "values": [1.0]}}, "32-bit"),
        ({"sparse": {"indices": [True], "values": [1.0]}}, "32-bit"),
        ({"sparse": {"indices": [1], "values": [float("nan")]}}, "finite"),
        ({"sparse": {"indices": [1]}}, "`values` is missing"),
        ({"sparse": {"indices": [1], "values": [1.0], "weights": [1.0]}}, "unknown field `weights`"),
    ],
)
def test_vectors_that_do_not_fit_are_refused(vectors: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        named_vectors(vectors, NAMES)
    assert refused.value.status == 400


def test_unsorted_sparse_terms_are_sorted_together_with_their_weights() -> None:
    found: Any = fitting({"indices": [9, 2, 5], "values": [0.9, 0.2, 0.5]}, "sparse", NAMES)
    assert list(found.indices) == [2, 5, 9]
    assert [round(value, 3) for value in found.values] == [0.2, 0.5, 0.9]


def test_large_writes_are_cut_into_steps_of_64_points() -> None:
    points = [{"id": number, "vector": {}, "payload": {}} for number in range(150)]
    assert [step.weight for step in updates.upsert({"points": points}, NAMES)] == [64, 64, 22]
    assert [step.weight for step in updates.delete({"points": list(range(65))}, NAMES)] == [64, 1]


def test_only_operations_that_would_be_logged_half_done_need_their_points() -> None:
    assert updates.delete({"points": [1]}, NAMES)[0].must_exist == ()
    assert updates.set_payload({"points": [1, 2], "payload": {}}, NAMES)[0].must_exist == (1, 2)
    assert updates.set_payload({"filter": {}, "payload": {}}, NAMES)[0].must_exist == ()


@pytest.mark.parametrize("body", [{}, {"points": [1], "filter": {}}])
def test_an_update_needs_either_ids_or_a_filter(body: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="exactly one"):
        updates.delete(body, NAMES)


def test_a_column_upsert_with_columns_of_other_lengths_is_refused() -> None:
    with pytest.raises(Refused, match=r"batch\.dense: 1 entries for 2 ids"):
        updates.upsert({"batch": {"ids": [1, 2], "vectors": {"dense": [[1.0, 2.0, 3.0]]}}}, NAMES)


@given(body=JSON)
def test_no_json_whatever_breaks_the_reading_of_updates(body: Any) -> None:
    for read in (updates.batch, updates.upsert, updates.delete, updates.set_payload, updates.update_vectors, updates.delete_vectors):
        with contextlib.suppress(Refused):
            read(body, NAMES)
