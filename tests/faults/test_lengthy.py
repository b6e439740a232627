"""What takes its time: collected in the full form only."""

import time
from pathlib import Path

from tests.faults.caller import Caller
from tests.faults.conftest import QUICK
from tests.faults.crashing_worker import CRASHED, DEADLY_WORDS, WORDS
from tests.faults.family import running_family
from tests.faults.scale import RECOVERY_SECONDS
from tests.faults.speech import KeepingGateway, turn

STOP_SECONDS = 15.0


def test_an_item_that_kills_worker_after_worker_is_buried_and_those_behind_it_go_on(tmp_path: Path, gateway: KeepingGateway) -> None:
    environ = {**QUICK, "TIERCEL_LEASE_SECONDS": "1", **gateway.environ()}
    with running_family(tmp_path / "family", **environ) as family, family.start_api() as caller:
        captures = caller.say_batches([turn(number, user="crash", text=DEADLY_WORDS if number == 1 else None) for number in range(3)])
        family.start("guard_worker")
        family.start("capture_worker", command=("tests.faults.crashing_worker", "capture_worker", *[WORDS] * 20))
        caller.await_state(captures, "done", "dead", seconds=2 * RECOVERY_SECONDS)
        assert [caller.state(capture) for capture in captures] == ["done", "dead", "done"]
        (letter,) = caller.get("/v1/admin/dead")["items"]
        assert (letter["capture_id"], letter["reason"]) == (captures[1], "crash")
        assert 5 <= family.log("capture_worker").count(f"{WORDS} ended with {CRASHED}") <= 10
        caller.assert_accounted(captures, written=2)


def test_a_worker_in_a_call_of_a_minute_is_gone_in_time_and_its_turn_is_taken_at_once(tmp_path: Path, gateway: KeepingGateway) -> None:
    gateway.delay_seconds = 50.0
    with running_family(tmp_path / "family", TIERCEL_LEASE_SECONDS="60", **gateway.environ()) as family, family.start_api() as caller:
        family.start_workers()
        capture = caller.say(turn(1, user="slow"))
        caller.await_state([capture], "extracting")
        assert family.stop("capture_worker") < STOP_SECONDS
        gateway.delay_seconds = 0.0
        family.start("capture_worker")
        assert caller.await_state([capture], "done", seconds=20) < 20, "the lease was given back, nobody waits for its end"
        caller.assert_accounted([capture], written=1)


def test_q4_the_api_notices_dead_workers_and_a_dead_engine(tmp_path: Path, gateway: KeepingGateway) -> None:
    with running_family(tmp_path / "family", **gateway.environ()) as family, family.start_api() as caller:
        family.start_workers()
        await_checks(caller, failed=set())
        family.kill("guard_worker")
        assert await_checks(caller, failed={"workers:tiercel-guard"}) < 25
        family.stop("capture_worker")
        assert await_checks(caller, failed={"workers:tiercel-guard", "workers:tiercel-capture"}) < 5, "it had said goodbye"
        family.engine.kill()
        assert "engine" in failed_checks(caller)
        family.valkey.kill()
        assert "redis" in failed_checks(caller)
        assert caller.http.get("/healthz").status_code == 200
        family.valkey.start()
        family.restart_engine()
        family.start_workers()
        await_checks(caller, failed=set())


def failed_checks(caller: Caller) -> set[str]:
    return {name for name, check in caller.http.get("/readyz").json()["checks"].items() if not check["ok"]}


def await_checks(caller: Caller, *, failed: set[str]) -> float:
    began = time.monotonic()
    while failed_checks(caller) != failed:
        assert time.monotonic() - began < RECOVERY_SECONDS, failed_checks(caller)
        time.sleep(0.2)
    return time.monotonic() - began
