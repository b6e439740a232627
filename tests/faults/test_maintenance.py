"""Two runs of maintenance at once do the work of one, and a run that is killed is finished by the next."""

import signal
import time
from datetime import UTC, datetime

from services.decay_worker.schedule import SWEEP, dream_task
from shared.adapters.redis_schedule_log import LAST_RUNS, RUNNING
from tests.faults.caller import Caller
from tests.faults.crashing_worker import CRASHED, LIVES
from tests.faults.family import Family
from tests.faults.points import assert_only_swept, points
from tests.faults.scale import RECOVERY_SECONDS
from tests.faults.speech import statement

MEMORIES = 30
KILLED_AFTER = ("list", "record", "apply", "finish")
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
    bodies = [
        {"text": statement(number, "night"), "user_id": f"night-{number % 5}", "ttl_seconds": 1, "labels": {"project": "夜"}}
        for number in range(MEMORIES)
    ]
    kinds = [{"category": "other"} if number % 3 == 0 else {} for number in range(MEMORIES)]
    made = {caller.post("/v1/memories", body | kind).json()["memory"]["id"] for body, kind in zip(bodies, kinds, strict=True)}
    time.sleep(1.1)
    with family.valkey_client() as client:  # so that neither the hourly sweep nor the first night moves them before the run
        for task in (SWEEP, dream_task("default")):
            client.hset(LAST_RUNS, task, datetime.now(UTC).isoformat())
    before = points(family)
    family.start("crashing", command=("tests.faults.crashing_worker", "decay_worker", LIVES, *KILLED_AFTER, LIVES))
    dry = caller.post("/v1/admin/maintenance?wait_seconds=30", {"dry_run": True}).json()
    ends = {move["id"]: move["to"] for move in dry["moves"]}
    assert made <= ends.keys()
    assert_only_swept(before, points(family), {})
    run_id = caller.post("/v1/admin/maintenance?wait_seconds=0", {}).json()["run_id"]
    family.send(signal.SIGUSR1, "crashing")
    for step in KILLED_AFTER:
        family.await_said("crashing", f"{step} ended with {CRASHED}", seconds=RECOVERY_SECONDS)
        assert_only_swept(before, points(family), ends)
        with family.valkey_client() as client:  # a dead worker's claim and lock end by themselves after 30 and 10 s; the test does not wait
            for left in (*client.scan_iter(f"{RUNNING}*"), *client.scan_iter("tiercel:wlock:*")):
                client.delete(left)
    deadline = time.monotonic() + RECOVERY_SECONDS
    while (run := caller.get(f"/v1/admin/maintenance/{run_id}", limit=500))["state"] != "done":
        assert time.monotonic() < deadline, family.log("crashing")
        time.sleep(0.1)
    # What a killed worker had applied is entered by whoever finishes its plan, once the dead worker's lock has ended.
    while len(moves(caller, made)) < MEMORIES and time.monotonic() < deadline:
        time.sleep(0.2)
    family.kill("crashing")
    assert run["moves"] == dry["moves"]
    assert sorted(moves(caller, made)) == sorted(made), "each moved and recorded once"
    assert made <= assert_only_swept(before, points(family), ends)
    assert caller.ledger()["imbalance"] == 0
    assert caller.get("/v1/audit/verify")["valid"] is True
