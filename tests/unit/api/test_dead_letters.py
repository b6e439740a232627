"""Dead letters over HTTP: seen, replayed under their old identity, audited."""

from typing import Any

import pytest

from shared.contracts.queues import CAPTURE_DRAIN
from shared.ports.inboxes import InboxKind
from tests.unit.api.route_calls import TURN
from tests.unit.api.system import OTHER_KEY, ApiSystem


@pytest.fixture
def dead(api: ApiSystem) -> str:
    """The capture of a buried turn."""
    capture: str = api.post("/v1/turns", TURN).json()["capture_id"]
    lease = api.doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w1", limit=20)
    assert lease is not None
    api.doors.captures.bury(lease, capture, reason="unreadable", raw="{garbled")
    api.doors.inboxes.release(lease)
    return capture


def test_a_dead_letter_shows_its_reason_and_the_last_answer(api: ApiSystem, dead: str) -> None:
    found = api.get("/v1/admin/dead").json()
    assert (found["total"], found["next_cursor"]) == (1, None)
    (letter,) = found["items"]
    assert (letter["capture_id"], letter["turn_id"], letter["owner"]) == (dead, "t1", "user:ann")
    assert (letter["reason"], letter["raw"]) == ("unreadable", "{garbled")


def test_a_replay_keeps_the_identity_wakes_a_worker_and_is_audited_once(api: ApiSystem, dead: str) -> None:
    woken = api.jobs.woken[CAPTURE_DRAIN]
    answer = api.post(f"/v1/admin/dead/{dead}/replay")
    assert (answer.status_code, answer.json()) == (202, {"capture_id": dead, "status": "accepted"})
    assert api.jobs.woken[CAPTURE_DRAIN] == woken + 1
    assert api.post(f"/v1/admin/dead/{dead}/replay").status_code == 404, "it is not dead any more"
    assert [line["subject_ids"] for line in api.get("/v1/audit?action=turn.replay").json()["items"]] == [[dead]]
    assert api.get(f"/v1/captures/{dead}").json()["status"] == "accepted"
    assert api.get("/v1/ledger").json()["imbalance"] == 0


def test_nobody_replays_a_letter_of_another_tenant(api: ApiSystem, dead: str) -> None:
    assert api.get("/v1/admin/dead", key=OTHER_KEY).json()["total"] == 0
    assert api.post(f"/v1/admin/dead/{dead}/replay", key=OTHER_KEY).status_code == 404
    assert api.get("/v1/admin/dead").json()["total"] == 1


def test_a_foreign_cursor_is_refused(api: ApiSystem) -> None:
    assert api.get("/v1/admin/dead?cursor=abc").status_code == 422


@pytest.mark.parametrize("narrowing", [{"user_ids": frozenset({"bob"})}, {"agent_ids": frozenset()}, {"labels": {"p": "x"}}])
def test_t5_a_narrowed_key_reads_and_replays_nobodys_dead_letters(api: ApiSystem, dead: str, narrowing: dict[str, Any]) -> None:
    api.add_key("narrow", **narrowing)
    for method, path in (("GET", ""), ("POST", f"/{dead}/replay")):
        answer = api.call(method, f"/v1/admin/dead{path}", key="narrow")
        assert (answer.status_code, answer.json()["error"]["field"]) == (403, next(iter(narrowing)))
    assert api.get("/v1/admin/dead").json()["total"] == 1
