"""What cannot be read, and gateways that do not answer: nothing is lost, nobody waits behind it."""

import itertools
import time
from typing import Any

from tests.faults.caller import Caller
from tests.faults.family import Family
from tests.faults.scale import OUTAGE_SECONDS
from tests.faults.speech import GARBLED, POISON, KeepingGateway, garbled_for_poison, gateway_down, said_in, statement, turn
from tests.processes.model_gateway import Reply


def test_x4_a_poison_turn_blocks_nobody_dies_with_its_raw_answer_and_is_replayed_after_the_cure(
    caller: Caller, gateway: KeepingGateway
) -> None:
    gateway.fault = garbled_for_poison
    bodies = [turn(number, user="x4", text=f"{POISON} {number}" if number == 2 else None) for number in range(8)]
    captures = caller.say_batches(bodies)
    poisoned = captures[2]
    good = [capture for capture in captures if capture != poisoned]
    caller.await_state(good, "done", seconds=20)
    caller.await_state([poisoned], "dead", seconds=20)
    letter = next(letter for letter in caller.get("/v1/admin/dead", limit=500)["items"] if letter["capture_id"] == poisoned)
    assert (letter["reason"], letter["raw"]) == ("unreadable", GARBLED)
    asked = [document for document in gateway.calls("tiercel_extraction") if any(POISON in text for text in said_in(document))]
    assert len(asked) <= 8, "a window, then the guilty one three times, each with one repair"
    caller.assert_accounted(captures, written=7)
    gateway.fault = None
    assert caller.post(f"/v1/admin/dead/{poisoned}/replay").status_code == 202
    caller.await_state([poisoned], "done")
    caller.assert_accounted(captures, written=8)
    assert caller.say(bodies[2]) == poisoned, "the identity is the old one"


def test_while_the_gateway_is_down_turns_wait_as_retrying_and_then_finish(caller: Caller, gateway: KeepingGateway) -> None:
    gateway.fault = gateway_down
    captures = caller.say_all([turn(number, user=f"down{number % 5}") for number in range(40)])
    caller.await_state(captures, "retrying")
    assert not caller.http.get("/readyz").json()["checks"]["model"]["ok"]
    ends = time.monotonic() + OUTAGE_SECONDS
    asked_before = len(gateway.asked)
    while time.monotonic() < ends:
        assert set(caller.states(captures)) <= {"retrying", "extracting"}, "an outage costs no attempt"
        time.sleep(0.3)
    assert len(gateway.asked) - asked_before < OUTAGE_SECONDS * 4, "a gateway that is down is not hammered"
    gateway.fault = None
    began = time.monotonic()
    caller.await_state(captures, "done", seconds=20)
    print(f"after the outage all 40 were done in {time.monotonic() - began:.1f} s")
    caller.assert_accounted(captures, written=40)
    assert caller.http.get("/readyz").json()["checks"]["model"]["ok"]


def test_an_outage_that_begins_between_extraction_and_judgement_loses_nothing(caller: Caller, gateway: KeepingGateway) -> None:
    gateway.fault = lambda schema, document: gateway_down(schema, document) if schema == "tiercel_judgement" else None
    captures = [caller.say(turn(number, user=f"mid{number}")) for number in range(10)]
    caller.await_state(captures, "retrying")
    gateway.fault = None
    caller.await_state(captures, "done", seconds=20)
    caller.assert_accounted(captures, written=10)


def test_q11_storms_of_429_lose_nothing_and_starve_nobody(family: Family, caller: Caller, gateway: KeepingGateway) -> None:
    numbers = itertools.count()

    def storm(_schema: str, _document: dict[str, Any]) -> Reply | None:
        number = next(numbers)
        if number % 3 == 0:
            return Reply(status=429, headers={"retry-after": "1"} if number % 2 else {})
        return Reply(status=(500, 502, 503)[number % 3]) if number % 7 == 0 else None

    gateway.fault = storm
    caller.post("/v1/admin/tenants", {"tenant_id": "storm"})
    key = caller.post("/v1/admin/keys", {"tenant_id": "storm", "roles": ["reader", "writer"]}).json()["key"]
    with Caller(str(caller.http.base_url), key) as other:
        loud = caller.say_batches([turn(number, user=f"loud{number % 4}") for number in range(40)])
        quiet = [other.say(turn(number, user="quiet")) for number in range(3)]
        other.await_state(quiet, "done", seconds=30)
        caller.await_state(loud, "done", seconds=60)
        caller.assert_accounted(loud, written=40)
        other.assert_accounted(quiet, written=3)
        other.assert_stored_once("quiet", [statement(number, "quiet") for number in range(3)])
