"""kill -9 between any two of the four steps: what was decided is found again, applied once, and nobody is asked twice."""

import signal
from pathlib import Path

import pytest

from tests.faults.conftest import QUICK
from tests.faults.crashing_worker import CRASHED, DEADLY_WORDS, LIVES, WORDS
from tests.faults.family import Family, running_family
from tests.faults.scale import FULL, RECOVERY_SECONDS
from tests.faults.speech import KeepingGateway, said_in, statement, turn

# After which step, in which worker; what must not be asked again about the same words.
POINTS = (
    ("capture_worker", "commit", "tiercel_extraction"),
    ("guard_worker", "record", "tiercel_judgement"),
    ("guard_worker", "apply", "tiercel_judgement"),
    ("guard_worker", "finish", "tiercel_judgement"),
)
TURNS = 4


def start_crashing(family: Family) -> None:
    """Every step is died after once; in between and afterwards the worker lives."""
    for service in ("capture_worker", "guard_worker"):
        ways = [way for worker, step, _ in POINTS if worker == service for way in (step, LIVES)]
        family.start(service, command=("tests.faults.crashing_worker", service, *ways))


@pytest.mark.parametrize("engine_dies_too", [False, True] if FULL else [True], ids=lambda dies: "with_the_engine" if dies else "alone")
def test_q1_q10_a_worker_that_dies_after_any_step_leaves_one_outcome_and_asks_nobody_again(
    tmp_path: Path, gateway: KeepingGateway, engine_dies_too: bool
) -> None:
    with running_family(tmp_path / "family", **QUICK, **gateway.environ()) as family, family.start_api() as caller:
        start_crashing(family)
        for service, step, schema in POINTS:
            user = f"{step}-{engine_dies_too}"
            captures = [caller.say(turn(number, user=user)) for number in range(TURNS)]
            family.await_said(service, f"{step} ended with {CRASHED}", seconds=RECOVERY_SECONDS)
            if engine_dies_too and service == "guard_worker":
                family.restart_engine()
            caller.await_state(captures, "done", seconds=RECOVERY_SECONDS)
            caller.assert_accounted(captures, written=TURNS)
            texts = [statement(number, user) for number in range(TURNS)]
            caller.assert_stored_once(user, texts)
            asked = [text for document in gateway.calls(schema) for text in said_in(document) if text in texts]
            assert sorted(asked) == sorted(texts), f"asked again after {step}"
            if service == "guard_worker":
                family.send(signal.SIGUSR1, service)
        assert caller.get("/v1/audit/verify")["valid"] is True


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
