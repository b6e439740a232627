"""Two runs of maintenance at once do the work of one."""

import time

from tests.faults.caller import Caller
from tests.faults.family import Family
from tests.faults.scale import RECOVERY_SECONDS
from tests.faults.speech import statement

MEMORIES = 30
RUNS = ("decay_worker", "decay_worker#2")


def test_d16_two_sweeps_at_once_move_and_record_each_memory_once(family: Family, caller: Caller) -> None:
    bodies = [{"text": statement(number, "d16"), "user_id": f"d16-{number % 3}", "ttl_seconds": 1} for number in range(MEMORIES)]
    made = [caller.post("/v1/memories", body).json()["memory"]["id"] for body in bodies]
    time.sleep(1.1)
    for name in RUNS:
        family.start(name, TIERCEL_SWEEP_SECONDS="0.1")
    deadline = time.monotonic() + RECOVERY_SECONDS
    while len(moves(caller, set(made))) < MEMORIES:
        assert time.monotonic() < deadline, family.log(RUNS[0])
        time.sleep(0.2)
    time.sleep(3)  # both go on sweeping: what they would do twice they do now
    family.stop(*RUNS)
    assert sorted(moves(caller, set(made))) == sorted(made), "one line for each memory"
    assert caller.ledger()["imbalance"] == 0


def moves(caller: Caller, wanted: set[str]) -> list[str]:
    """The ids in audit lines of the sweep, as often as they stand there."""
    lines = [
        line for action in ("memory.archived", "memory.deleted") for line in caller.get("/v1/audit", limit=500, action=action)["items"]
    ]
    return [memory for line in lines for memory in line["subject_ids"] if memory in wanted]
