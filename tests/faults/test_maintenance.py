"""Two runs of maintenance at once do the work of one, and a run that is killed is finished by the next."""

import time
from datetime import UTC, datetime
from typing import Any

from services.decay_worker.schedule import SWEEP
from shared.adapters.redis_schedule_log import LAST_RUNS, RUNNING
from tests.faults.caller import Caller
from tests.faults.crashing_worker import CRASHED, LIVES
from tests.faults.family import Family
from tests.faults.scale import RECOVERY_SECONDS
from tests.faults.speech import statement

MEMORIES = 30
KILLED_AFTER = ("record", "apply")
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


def test_a_run_killed_after_any_step_leaves_each_memory_in_its_old_or_new_state_and_is_finished_by_the_next(
    family: Family, caller: Caller
) -> None:
    bodies = [{"text": statement(number, "night"), "user_id": f"night-{number % 4}", "ttl_seconds": 1} for number in range(MEMORIES)]
    made = {caller.post("/v1/memories", body).json()["memory"]["id"]: body["text"] for body in bodies}
    time.sleep(1.1)
    with family.valkey_client() as client:  # so that the hourly sweep leaves them to the run
        client.hset(LAST_RUNS, SWEEP, datetime.now(UTC).isoformat())
    run_id = caller.post("/v1/admin/maintenance?wait_seconds=0", {}).json()["run_id"]
    family.start("crashing", command=("tests.faults.crashing_worker", "decay_worker", *KILLED_AFTER, LIVES))
    for step in KILLED_AFTER:
        family.await_said("crashing", f"{step} ended with {CRASHED}", seconds=RECOVERY_SECONDS)
        for item in archived(caller):
            assert item["text"] == made.get(item["id"], item["text"])
        with family.valkey_client() as client:  # a killed run's claim ends by itself after 30 seconds; the test does not wait
            for claim in client.scan_iter(f"{RUNNING}*"):
                client.delete(claim)
    deadline = time.monotonic() + RECOVERY_SECONDS
    while caller.get(f"/v1/admin/maintenance/{run_id}")["state"] != "done":
        assert time.monotonic() < deadline, family.log("crashing")
        time.sleep(0.1)
    # What a killed worker had applied is entered by whoever finishes its plan, once the dead worker's lock has ended.
    while len(moves(caller, set(made))) < MEMORIES and time.monotonic() < deadline:
        time.sleep(0.2)
    family.kill("crashing")
    assert sorted(moves(caller, set(made))) == sorted(made), "each moved and recorded once"
    assert made.keys() <= {item["id"] for item in archived(caller)}
    assert caller.ledger()["imbalance"] == 0
    assert caller.get("/v1/audit/verify")["valid"] is True


def archived(caller: Caller) -> list[dict[str, Any]]:
    """All of the archive."""
    items: list[dict[str, Any]] = []
    cursor = None
    while True:
        page = caller.get("/v1/memories", status="archived", limit=500, **({"cursor": cursor} if cursor else {}))
        items += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return items
