"""results.json: what a run writes, and what a comparison reads."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tiercel.errors import TiercelError

NAME = "results.json"
FORM = 1


def write_results(folder: Path, results: Mapping[str, Any]) -> Path:
    """The file's path."""
    path = folder / NAME
    path.write_text(json.dumps({"tiercel_eval": FORM, **results}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def read_results(place: Path) -> dict[str, Any]:
    """Of a run's folder, or the file itself."""
    path = place / NAME if place.is_dir() else place
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise TiercelError(f"{path} cannot be read ({fault}): name the output folder of an earlier run.") from fault
    if not isinstance(found, dict) or found.get("tiercel_eval") != FORM:
        raise TiercelError(f"{path} holds no results of this version of tiercel eval: run the benchmark again.")
    return found


def make_folder(out: Path) -> None:
    """Before the work, so that its end cannot fail for want of a folder."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise TiercelError(f"--out {out} cannot be made ({fault.strerror}): name a folder that may be written.") from fault
