"""Much at once: a backlog drains without new triggers, delays nobody else, and outlives a stop."""

import time

from tests.faults.caller import Caller
from tests.faults.family import Family
from tests.faults.scale import BACKLOG_TURNS, STOPPED_TURNS
from tests.faults.speech import KeepingGateway, statement, turn

FAIR_SECONDS = 3.0
STOP_SECONDS = 15.0


def test_q2_a_backlog_drains_without_triggers_and_delays_no_other_tenant(family: Family, caller: Caller, gateway: KeepingGateway) -> None:
    caller.post("/v1/admin/tenants", {"tenant_id": "fair"})
    key = caller.post("/v1/admin/keys", {"tenant_id": "fair", "roles": ["reader", "writer"]}).json()["key"]
    family.kill("capture_worker", "guard_worker")
    bodies = [turn(number, user=f"b{number % 50}", session=f"b{number % 200}") for number in range(BACKLOG_TURNS)]
    captures = caller.say_batches(bodies)
    family.forget_tokens()
    began = time.monotonic()
    family.start_workers()
    delays = []
    with Caller(str(caller.http.base_url), key) as other:
        while caller.ledger()["turns"]["done"] == 0:
            time.sleep(0.05)
        for number in range(5):
            said = time.monotonic()
            other.await_state([other.say(turn(number, user="single", session=f"single{number}"))], "done")
            delays.append(time.monotonic() - said)
        assert caller.ledger()["turns"]["in_flight"] > 0, "the backlog was over before anybody could be delayed"
    print(f"one turn beside a backlog of {BACKLOG_TURNS}: {max(delays):.2f} s at most of {[round(delay, 2) for delay in delays]}")
    assert max(delays) < FAIR_SECONDS
    caller.await_quiet(seconds=BACKLOG_TURNS / 10)
    seconds = time.monotonic() - began
    print(f"{BACKLOG_TURNS} turns in {seconds:.1f} s: {BACKLOG_TURNS / seconds:.0f} a second")
    caller.assert_accounted(captures, written=BACKLOG_TURNS)
    for person in range(0, 50, 10):
        caller.assert_stored_once(f"b{person}", [statement(number, f"b{person}") for number in range(person, BACKLOG_TURNS, 50)])


def test_q8_what_was_queued_at_sigterm_is_done_after_the_next_start(family: Family, caller: Caller, gateway: KeepingGateway) -> None:
    gateway.delay_seconds = 0.2
    captures = caller.say_batches(
        [turn(number, user=f"term{number % 25}", session=f"term{number % 50}") for number in range(STOPPED_TURNS)]
    )
    caller.await_state(captures[:1], "judging", "done")
    assert family.stop("capture_worker", "guard_worker") < STOP_SECONDS
    family.stop("api")
    gateway.delay_seconds = 0.0
    with family.start_api() as again:
        waiting = again.ledger()["turns"]["in_flight"]
        assert waiting > 0
        began = time.monotonic()
        family.start_workers()
        again.await_quiet(seconds=60)
        print(f"{waiting} turns that had waited were done {time.monotonic() - began:.1f} s after the start")
        again.assert_accounted(captures, written=STOPPED_TURNS)
