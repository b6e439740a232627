"""What the README tells a person to type works as it stands."""

import json
import re
import subprocess
from pathlib import Path

from tests.processes.system import running_system

ROOT = Path(__file__).parents[2]


def walk() -> str:
    blocks = re.findall(r"```bash\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1
    return blocks[0]


def test_the_curl_walk_captures_recalls_stores_and_balances(tmp_path):
    with running_system(tmp_path) as system:
        script = walk().replace("http://127.0.0.1:8077", system.url).replace(".tiercel/api-key", str(system.data_dir / "api-key"))
        assert system.url in script
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    capture, recall, memory, ledger = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    assert {outcome["action"] for outcome in capture["outcomes"]} == {"WRITE"}
    assert "Hamburg" in recall["context"]
    assert memory["action"] == "WRITE"
    assert ledger["imbalance"] == 0
