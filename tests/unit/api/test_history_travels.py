"""Histories with late and taken back versions survive export and import, and go on from there."""

import json
from datetime import timedelta
from typing import Any

from tests.factories import make_turn
from tests.unit.api.system import ApiSystem
from tests.unit.api.test_undo import Both
from tests.unit.guard_worker.scenes import proposed


def lines_of(api: ApiSystem) -> list[dict[str, Any]]:
    return [json.loads(line) for line in api.get("/v1/export").text.splitlines()]


def test_a_history_with_late_and_undone_versions_goes_on_where_it_was_imported() -> None:
    both = Both()
    both.say("I live in Berlin", slot="residence")
    current = both.say("I live in Munich", slot="residence")
    at = both.api.clock.time - timedelta(seconds=30)
    turn = make_turn("I live in Hamburg", turn_id="late", occurred_at=at, received_at=at)
    both.pipeline.propose(turn, proposed("I live in Hamburg", at=at - timedelta(minutes=1), observed_at=at, slot="residence"))
    both.undo(both.say("I live in Paris", slot="residence"))
    exported = lines_of(both.api)
    assert len(exported) == 5

    other = ApiSystem()
    other.clock.time = both.api.clock.time + timedelta(hours=1)
    body = "\n".join(json.dumps(line) for line in exported)
    tally = other.call("POST", "/v1/import", content=body.encode(), headers={"Content-Type": "application/x-ndjson"}).json()
    assert (tally["stored"], tally["refused"]) == (5, [])
    memory_id = current.memory_id
    history = other.get(f"/v1/memories/{memory_id}/history").json()["items"]
    assert [(item["version"], item["text"], item["status"]) for item in history] == [
        (1, "I live in Berlin", "superseded"),
        (2, "I live in Munich", "superseded"),
        (3, "I live in Hamburg", "superseded"),
        (4, "I live in Paris", "superseded"),
        (5, "I live in Munich", "live"),
    ]
    patched = other.patch(f"/v1/memories/{memory_id}", {"text": "I live in Oslo", "if_version": 5}).json()
    assert patched["version"] == 6


def test_a_later_number_for_an_earlier_time_is_not_given_again_after_an_import() -> None:
    both = Both()
    both.say("I live in Berlin", slot="residence")
    current = both.say("I live in Munich", slot="residence")
    at = both.api.clock.time - timedelta(seconds=30)
    turn = make_turn("I live in Hamburg", turn_id="late", occurred_at=at, received_at=at)
    both.pipeline.propose(turn, proposed("I live in Hamburg", at=at - timedelta(minutes=1), observed_at=at, slot="residence"))
    for exported in (lines_of(both.api), lines_of(both.api)[::-1]):
        other = ApiSystem()
        other.clock.time = both.api.clock.time + timedelta(hours=1)
        for line in exported:
            assert other.post("/v1/import", line).json()["stored"] == 1
        patched = other.patch(f"/v1/memories/{current.memory_id}", {"text": "I live in Oslo", "if_version": 2}).json()
        assert patched["version"] == 4
        history = other.get(f"/v1/memories/{current.memory_id}/history").json()["items"]
        assert [item["version"] for item in history] == [1, 2, 3, 4]
        assert [item["status"] for item in history].count("live") == 1
