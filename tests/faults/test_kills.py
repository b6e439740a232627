"""kill -9 at random points under load: every turn in exactly one outcome, none twice, and soon again."""

import os
import random
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tests.faults.caller import Caller
from tests.faults.scale import KILLED_TURNS, RECOVERY_SECONDS, SEED
from tests.faults.speech import KeepingGateway, statement, turn
from tests.processes.system import SystemProcess, running_system

PEOPLE = 20
WORKERS = ("capture_worker", "guard_worker")


def kill(system: SystemProcess, name: str) -> None:
    pid = system.child_pids().get(name)
    if pid is not None:
        os.kill(pid, signal.SIGKILL)


def attack(system: SystemProcess, victims: Sequence[str], luck: random.Random, is_over: threading.Event) -> float:
    """Kill one after the other; when the last one died (monotonic)."""
    for victim in victims:
        is_over.wait(luck.uniform(0.2, 1.5))
        kill(system, victim)
    return time.monotonic()


def test_q1_q8_every_turn_has_one_outcome_whoever_is_killed(tmp_path: Path, gateway: KeepingGateway) -> None:
    luck = random.Random(SEED)
    gateway.delay_seconds = 0.05
    with running_system(tmp_path, TIERCEL_APPENDFSYNC="always", **gateway.environ()) as system, Caller(system.url, system.key) as caller:
        turns = [(number, f"p{number % PEOPLE}") for number in range(KILLED_TURNS)]
        bodies = [turn(number, user=user, session=f"{user}-{number % 3}") for number, user in turns]
        captures: list[str] = []
        speaking = threading.Thread(target=lambda: captures.extend(caller.say_all(bodies, threads=6)))
        speaking.start()
        victims = [luck.choice(WORKERS) for _ in range(5)]
        victims.insert(luck.randrange(5), "valkey-server")
        victims.insert(luck.randrange(6), "standalone.vector_engine")
        died = attack(system, victims, luck, threading.Event())
        speaking.join()
        began = time.monotonic()  # the kills and the turns are over
        assert len(set(captures)) == KILLED_TURNS
        caller.await_quiet(seconds=RECOVERY_SECONDS + KILLED_TURNS / 10)
        print(f"recovery: {time.monotonic() - died:.1f} s after the last of {victims}")
        assert time.monotonic() - began < RECOVERY_SECONDS
        actions = caller.assert_accounted(captures, written=KILLED_TURNS)
        assert sum(actions.values()) == KILLED_TURNS
        for user in {user for _, user in turns}:
            caller.assert_stored_once(user, [statement(number, name) for number, name in turns if name == user])
        assert caller.get("/v1/audit/verify")["valid"] is True
