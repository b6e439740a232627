"""The command `tiercel` as a person types it, against a service that it starts and finds by itself."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.processes.system import OURS, READY

TIERCEL = (sys.executable, "-m", "tiercel")


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A home in which `tiercel up` runs."""
    home = tmp_path_factory.mktemp("home")
    kept = {name: value for name, value in os.environ.items() if not name.startswith((*OURS, "XDG_"))}
    given = {**kept, "HOME": str(home), "TIERCEL_PORT": "0"}
    said = home / "said.txt"
    with said.open("wb") as file:
        process = subprocess.Popen([*TIERCEL, "up"], env=given, stdout=file, stderr=file, start_new_session=True)
    deadline = time.monotonic() + 60
    while READY not in said.read_text() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    try:
        assert READY in said.read_text(), said.read_text()
        assert (home / ".tiercel" / "api-key").exists()
        yield given
    finally:
        process.send_signal(signal.SIGINT)
        code = process.wait(90)
    assert code == 0, said.read_text()


def run(environment, *arguments):
    return subprocess.run([*TIERCEL, *arguments], env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_what_is_remembered_is_recalled(environment):
    stored = run(environment, "remember", "我对海鲜过敏。", "--user", "ming", "--category", "fact")
    assert stored.returncode == 0, stderr_of(stored)
    assert stored.stdout.startswith("WRITE ")
    found = run(environment, "recall", "我对什么过敏？", "--user", "ming")
    assert "海鲜" in found.stdout
    assert "海鲜" not in run(environment, "recall", "我对什么过敏？", "--user", "ann").stdout


def stderr_of(done):
    return done.stdout + done.stderr


def test_status_says_that_no_model_is_used(environment):
    assert "mode: offline" in run(environment, "status").stdout


def test_an_unknown_capture_is_one_line_and_exit_code_1(environment):
    done = run(environment, "capture", "00000000-0000-0000-0000-000000000000")
    assert done.returncode == 1
    assert done.stderr.startswith("tiercel: ")
    assert done.stderr.count("\n") == 1


def test_a_dream_is_listed_first_and_then_dreamt(environment):
    listed = run(environment, "dream", "--dry-run")
    assert (listed.returncode, "Would move" in listed.stdout) == (0, True), stderr_of(listed)
    done = run(environment, "dream", "--json")
    assert done.returncode == 0, stderr_of(done)
    assert json.loads(done.stdout)["state"] == "done"
