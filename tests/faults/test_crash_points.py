"""kill -9 between any two of the four steps: what was decided is found again, applied once, and nobody is asked twice."""

import signal

from tests.faults.caller import Caller
from tests.faults.crashing_worker import CRASHED, LIVES
from tests.faults.family import Family
from tests.faults.scale import RECOVERY_SECONDS
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


def test_q1_q10_a_worker_that_dies_after_any_step_leaves_one_outcome_and_asks_nobody_again(
    family: Family, caller: Caller, gateway: KeepingGateway
) -> None:
    with family.without_workers():
        start_crashing(family)
        for service, step, schema in POINTS:
            captures = [caller.say(turn(number, user=step)) for number in range(TURNS)]
            family.await_said(service, f"{step} ended with {CRASHED}", seconds=RECOVERY_SECONDS)
            if step == "apply":
                family.restart_engine()
            caller.await_state(captures, "done", seconds=RECOVERY_SECONDS)
            caller.assert_accounted(captures, written=TURNS)
            texts = [statement(number, step) for number in range(TURNS)]
            caller.assert_stored_once(step, texts)
            asked = [text for document in gateway.calls(schema) for text in said_in(document) if text in texts]
            assert sorted(asked) == sorted(texts), f"asked again after {step}"
            if service == "guard_worker":
                family.send(signal.SIGUSR1, service)
        family.kill("capture_worker", "guard_worker")
    assert caller.get("/v1/audit/verify")["valid"] is True
