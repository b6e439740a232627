"""`tiercel eval` as a person types it: the example of the docs on a service of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.processes.system import OURS

EXAMPLE = Path(__file__).parents[2] / "docs" / "evaluation-example.json"


def run(*arguments):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    command = [sys.executable, "-m", "tiercel", "eval", *map(str, arguments)]
    return subprocess.run(command, env=kept, capture_output=True, text=True, timeout=180, check=False)


def test_the_example_is_measured_in_both_languages(tmp_path):
    done = run(EXAMPLE, "--out", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert results["degraded"] == 0
    assert results["off_topic"]["off topic"]["injects"] == 0.0
    assert results["latency"]["stages"]["store"]["p50"] > 0
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert "中文" in done.stdout
    assert results["stored"]["stored"] == 9
    assert results["categories"]["all on topic"]["any@5"] == 1.0
    assert results["left_behind"] == []


def test_a_wrong_call_is_one_line():
    neither = run()
    assert neither.returncode == 1
    assert neither.stderr.splitlines() == ["tiercel: name either a benchmark file, or two finished runs with --compare A B."]
