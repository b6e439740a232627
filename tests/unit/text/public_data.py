"""Public data that lies beside the repository and is never copied into it."""

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[4] / "shared" / "data"


def shared_json(name: str) -> Any:
    """One JSON file of the data folder; the test is skipped where the folder is missing."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"public data not found: {name} (expected in ../shared/data)")
    return json.loads(path.read_text(encoding="utf-8"))
