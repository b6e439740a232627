"""The demo as a person runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"


def run(*arguments: str, timeout: float = 150) -> subprocess.CompletedProcess[str]:
    given = {name: value for name, value in os.environ.items() if not name.startswith(("TIERCEL_", "MEMORY_", "OPENAI_"))}
    command = [sys.executable, "-m", "tiercel.demo", *arguments]
    return subprocess.run(command, env=given, cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False)


def test_the_shipped_conversation_keeps_every_promise():
    done = run()
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "everything happened as promised" in done.stdout
    assert "unsupported" not in done.stdout, "nobody invents anything in it"
    assert "Stopped cleanly." in done.stdout


def test_a_part_of_it_in_a_given_data_dir_is_kept_and_known_when_played_again(tmp_path):
    first = run("--limit", "7", "--data-dir", str(tmp_path / "data"))
    assert first.returncode == 0, first.stdout[-4000:] + first.stderr[-2000:]
    assert (tmp_path / "data" / "api-key").exists()
    second = run("--limit", "7", "--data-dir", str(tmp_path / "data"))
    assert second.returncode == 0, second.stdout[-4000:] + second.stderr[-2000:]
    assert second.stdout.count("known already") == 7


def test_a_file_of_turns_of_the_users_own_is_played(tmp_path):
    file = tmp_path / "turns.json"
    file.write_text(json.dumps([{"message": "我对花生过敏。", "response": "记住了。", "user_id": "ann", "session_id": "s1"}]))
    done = run("--file", str(file))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "我对花生过敏" in done.stdout


@pytest.mark.parametrize(("path", "limit"), [("locomo/locomo_dev5.json", "12"), ("openclaw", "20")])
def test_real_data_is_played(path, limit):
    if not (DATA / path).exists():
        pytest.skip(f"{path} is not laid beside this checkout")
    done = run("--file", str(DATA / path), "--limit", limit)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "imbalance 0" in done.stdout


def test_a_file_that_cannot_be_played_is_one_line_and_starts_nothing(tmp_path):
    (tmp_path / "x.json").write_text("{}")
    done = run("--file", str(tmp_path / "x.json"))
    assert done.returncode == 1
    assert "neither a list of turns" in done.stderr
    assert "Starting" not in done.stdout
