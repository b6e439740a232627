"""One command starts everything; what was said survives stopping, killing and starting again."""

import json
import os
import signal
import stat
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from services.standalone.leftovers import start_ticks
from tests.processes.system import launch_system, running_system, start_system
from tests.unit.guard_worker.test_twenty_turns import MOVES
from tiercel import Tiercel, TiercelError
from tiercel.whereabouts import find_service

CHILDREN = {"valkey-server", "standalone.vector_engine", "api", "capture_worker", "guard_worker", "decay_worker"}
DONE_SECONDS = 30


def turn(text: str, turn_id: str, user_id: str = "ann") -> dict[str, object]:
    return {
        "turn_id": turn_id,
        "user_id": user_id,
        "agent_id": "main",
        "session_id": f"s-{user_id}",
        "messages": [{"role": "user", "text": text}],
    }


def stored(client: Tiercel, text: str, turn_id: str) -> None:
    """Post a turn and see it written."""
    capture = client.capture(client.post_turn(turn(text, turn_id))["capture_id"], wait_seconds=DONE_SECONDS)
    assert [outcome["action"] for outcome in capture["outcomes"]] == ["WRITE"], capture


def recalled(client: Tiercel, query: str) -> str:
    return " ".join(memory["text"] for memory in client.recall(query, user_id="ann", agent_id="main", deadline_ms=5000)["memories"])


def corrected(client: Tiercel, texts: Sequence[str], user_id: str) -> None:
    """Twenty turns at once, each correcting the one before: one current version and a history without a gap, with no model."""
    start = datetime.now(UTC) - timedelta(days=30)
    turns = [
        {**turn(text, f"{user_id}-{day}", user_id), "occurred_at": (start + timedelta(days=day)).isoformat()}
        for day, text in enumerate(texts)
    ]
    for posted in client.post_turns(turns):
        assert client.capture(posted["capture_id"], wait_seconds=DONE_SECONDS)["status"] == "done"
    (memory,) = client.memories(user_id=user_id)["items"]
    history = sorted(client.history(memory["id"])["items"], key=lambda version: version["version"])
    assert [version["text"].rstrip(".。") for version in history] == [text.rstrip(".。") for text in texts]
    assert all(old["valid_to"] == new["valid_from"] for old, new in pairwise(history))
    assert (memory["version"], memory["status"]) == (20, "live")


def wait_for(condition, seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.05)


def test_what_was_said_is_found_after_a_stop_and_a_second_start(tmp_path):
    with running_system(tmp_path) as system, system.connect() as client:
        stored(client, "I am allergic to peanuts.", "t1")
        stored(client, "我喜欢简洁的回复。", "t2")
        corrected(client, MOVES["en"], "mover")
        corrected(client, MOVES["zh"], "搬家的人")
        assert system.stop() == 0
        children = json.loads((tmp_path / "data" / "children.json").read_text()) if (tmp_path / "data" / "children.json").exists() else []
        assert children == []
    with running_system(tmp_path) as system, system.connect() as client:
        assert system.key == (tmp_path / "data" / "api-key").read_text().strip()
        assert "peanuts" in recalled(client, "What am I allergic to?")
        assert "简洁" in recalled(client, "用户的沟通风格是什么")
        assert client.post_turn(turn("I am allergic to peanuts.", "t1"))["duplicate"] is True
        assert client.ledger()["imbalance"] == 0


def test_turns_that_nobody_had_decided_on_are_not_lost_by_a_stop(tmp_path):
    with running_system(tmp_path) as system, system.connect() as client:
        for pid in (pid for name, pid in system.child_pids().items() if name.endswith("_worker")):
            os.kill(pid, signal.SIGSTOP)
        posted = [client.post_turn(turn(f"My locker number is {4000 + number}.", f"t{number}"))["capture_id"] for number in range(5)]
        for pid in (pid for name, pid in system.child_pids().items() if name.endswith("_worker")):
            os.kill(pid, signal.SIGCONT)
            os.kill(pid, signal.SIGTERM)
        assert system.stop() == 0
    with running_system(tmp_path) as system, system.connect() as client:
        ends = [client.capture(capture_id, wait_seconds=DONE_SECONDS)["status"] for capture_id in posted]
        assert ends == ["done"] * 5
        assert client.ledger()["imbalance"] == 0


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """Two systems on two data dirs, at the same time."""
    one, two = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    with running_system(one) as first, running_system(two) as second:
        yield first, second


def test_it_is_ready_within_ten_seconds_of_quiet(pair):
    crowd = os.getloadavg()[0] / (os.cpu_count() or 1)  # others' work on this machine is not our slowness
    assert min(system.ready_seconds for system in pair) < 10 * max(1.0, crowd)


def test_two_data_dirs_run_side_by_side_and_know_nothing_of_each_other(pair):
    first, second = pair
    assert first.url != second.url
    assert first.key != second.key
    with first.connect() as client:
        stored(client, "I drink jasmine tea every morning.", "t-tea")
    with second.connect() as client:
        assert recalled(client, "What tea do I drink?") == ""
    with Tiercel(second.url, first.key) as stranger, pytest.raises(TiercelError, match="key"):
        stranger.status()


def test_everything_that_should_run_runs_and_clients_find_it_by_themselves(pair):
    first, _ = pair
    assert set(first.child_pids()) == CHILDREN
    service = find_service({"XDG_CONFIG_HOME": str(first.config_home)})
    assert (service.url, service.api_key) == (first.url, first.key)
    assert "llm: offline" in first.said()


def test_no_secret_is_on_a_command_line_or_readable_by_others(pair):
    first, _ = pair
    secrets = [first.key, (first.data_dir / "engine-key").read_text().strip()]
    for pid in first.child_pids().values():
        command = Path(f"/proc/{pid}/cmdline").read_text()
        assert not any(secret in command for secret in secrets)
    for file in first.data_dir.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


def test_a_second_start_on_a_running_data_dir_is_refused_and_harms_nothing(pair, tmp_path):
    first, _ = pair
    process, output = launch_system(tmp_path, TIERCEL_DATA_DIR=str(first.data_dir))
    assert process.wait(30) == 2
    assert f"already runs on {first.data_dir} (pid {first.process.pid})" in output.read_text()
    with first.connect() as client:
        assert client.status()["version"]


def test_the_idle_system_takes_less_than_700_mb(pair):
    _, idle = pair
    pids = [idle.process.pid, *idle.child_pids().values()]
    # Pages that processes share count once: PSS.
    total = sum(psutil.Process(pid).memory_full_info().pss for pid in pids)
    assert total < 700e6, f"{total / 1e6:.0f} MB"


@pytest.mark.parametrize("victim", ["capture_worker", "guard_worker", "api", "standalone.vector_engine", "valkey-server"])
def test_a_killed_child_is_replaced_and_work_goes_on(pair, victim):
    first, _ = pair
    before = first.child_pids()[victim]
    os.kill(before, signal.SIGKILL)
    wait_for(lambda: first.child_pids().get(victim, before) != before)
    with first.connect() as client:

        def answers() -> bool:
            try:
                return bool(client.post_turn(turn(f"My badge number after {victim} is 77.", f"t-{victim}")))
            except TiercelError:
                return False

        wait_for(answers)
        receipt = client.post_turn(turn(f"My badge number after {victim} is 77.", f"t-{victim}"))
        state = client.capture(receipt["capture_id"], wait_seconds=30)
        assert state["status"] == "done", state
        assert client.ledger()["imbalance"] == 0


def test_the_children_of_a_killed_supervisor_end_and_the_next_start_finds_everything(tmp_path):
    system = start_system(tmp_path)
    with system.connect() as client:
        stored(client, "My sister Clara lives in Lisbon.", "t1")
    children = system.child_pids()
    system.kill()
    wait_for(lambda: all(start_ticks(pid) is None for pid in children.values()))
    with running_system(tmp_path) as again, again.connect() as client:
        assert "Lisbon" in recalled(client, "Where does my sister live?")
        assert client.ledger()["imbalance"] == 0
