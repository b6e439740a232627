import threading
import time
from dataclasses import replace

import pytest

from shared.domain.turn import CaptureState
from tests.unit.api.route_calls import TURN
from tests.unit.api.system import ApiSystem


def accepted(api: ApiSystem) -> str:
    return str(api.post("/v1/turns", TURN).json()["capture_id"])


def test_a_capture_shows_its_state_and_outcomes(api: ApiSystem) -> None:
    body = api.get(f"/v1/captures/{accepted(api)}").json()
    assert {"capture_id", "status", "outcomes", "attempts", "error", "turn_id", "reason"} <= set(body)
    assert (body["status"], body["outcomes"], body["attempts"]) == ("accepted", [], 0)


def test_an_unknown_capture_is_404_even_when_waited_for(api: ApiSystem) -> None:
    assert api.get("/v1/captures/nothing?wait_seconds=30").status_code == 404


@pytest.mark.parametrize("wait", ["-1", "31", "nan", "soon"])
def test_a_wait_has_limits(api: ApiSystem, wait: str) -> None:
    answer = api.get(f"/v1/captures/x?wait_seconds={wait}")
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "wait_seconds")


def test_a_long_poll_ends_as_soon_as_the_turn_is_decided(api: ApiSystem) -> None:
    capture_id = accepted(api)
    views = []
    real = api.doors.captures.view

    def view(tenant_id: str, capture: str):
        found = real(tenant_id, capture)
        views.append(found)
        if found is None or len(views) < 4:
            return found
        return replace(found, state=CaptureState.DONE, reason="nothing_to_keep")

    api.doors.captures.view = view  # type: ignore[method-assign]
    body = api.get(f"/v1/captures/{capture_id}?wait_seconds=30").json()
    assert (body["status"], body["reason"], len(views)) == ("done", "nothing_to_keep", 4)


def test_a_wait_that_runs_out_answers_the_state_as_it_is(api: ApiSystem) -> None:
    assert api.get(f"/v1/captures/{accepted(api)}?wait_seconds=0.1").json()["status"] == "accepted"


def test_too_many_long_polls_are_sent_away_and_short_ones_are_not() -> None:
    api = ApiSystem({"TIERCEL_MAX_WAITING_CAPTURES": "1"})
    with api.client:
        capture_id = accepted(api)
        parts = api.app.state.parts
        waiter = threading.Thread(target=lambda: api.get(f"/v1/captures/{capture_id}?wait_seconds=30"))
        waiter.start()
        deadline = time.monotonic() + 10
        while parts.waiting.count == 0 and time.monotonic() < deadline:
            time.sleep(0.01)
        refused = api.get(f"/v1/captures/{capture_id}?wait_seconds=5")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert api.get(f"/v1/captures/{capture_id}").status_code == 200
        parts.stopping.set()
        waiter.join(timeout=10)
        assert not waiter.is_alive()
        assert parts.waiting.count == 0
