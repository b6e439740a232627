"""`make bench`: every benchmark, each in one run on the embedded default; writes bench-results.json.

Machines differ and are shared: read the ratios and medians, not the single numbers. `--only name` runs one part,
`--small` a tenth of the load.
"""

import argparse
import json
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from shared.settings import StoreSettings
from tests.bench.blind_text import blind_text
from tests.bench.drain import drain
from tests.bench.footprint import memory_of
from tests.bench.guard_quality import guard_quality
from tests.bench.load import Door, acknowledgements, batches
from tests.bench.long_life import long_life
from tests.bench.model_cost import model_cost
from tests.bench.offline_quality import offline_quality
from tests.bench.recall_scale import recall_scale
from tests.bench.sweep_speed import sweep_speed
from tests.bench.text_quality import text_quality
from tests.processes.system import SystemProcess, start_system

OUT = Path("bench-results.json")
console = Console()


def engine_of(system: SystemProcess) -> StoreSettings:
    """How to reach the running system's own engine."""
    port = (system.data_dir / "engine" / "port").read_text(encoding="ascii").strip()
    key = (system.data_dir / "engine-key").read_text(encoding="ascii").strip()
    return StoreSettings(url=f"http://127.0.0.1:{port}", api_key=key, timeout_seconds=60)


def on_a_system(part: Callable[[SystemProcess, Door], dict[str, Any]]) -> dict[str, Any]:
    """Run one part on a fresh system of its own."""
    with tempfile.TemporaryDirectory(prefix="tcl-bench") as folder:
        system = start_system(Path(folder))
        try:
            return {"start_seconds": system.ready_seconds, **part(system, Door(system.url, system.key))}
        finally:
            system.stop()


def parts(small: bool) -> dict[str, Callable[[], dict[str, Any]]]:
    """Name -> benchmark."""
    turns, sizes = (500, (1_000, 10_000)) if small else (5_000, (1_000, 10_000, 100_000))
    return {
        "footprint": lambda: on_a_system(lambda system, _: memory_of(system.child_pids())),
        "acknowledgement": lambda: on_a_system(lambda _, door: dict(acknowledgements(door, seconds=3 if small else 15))),
        "batches": lambda: on_a_system(lambda _, door: dict(batches(door, turns=turns))),
        "drain": lambda: on_a_system(lambda _, door: dict(drain(door, turns=200 if small else 400))),
        "recall": lambda: on_a_system(lambda system, door: recall_scale(door, engine_of(system), sizes)),
        "sweep": lambda: on_a_system(lambda system, door: sweep_speed(door, engine_of(system), 10_000 if small else 100_000)),
        "text": text_quality,
        "text_blind": blind_text,
        "guard": guard_quality,
        "model_cost": lambda: model_cost(20 if small else 100),
        "offline": offline_quality,
        "long_life": lambda: {**long_life(100 if small else 400, plot=Path("long-life.png"))},
        "long_life_offline": lambda: {**long_life(100 if small else 400, offline=True, plot=Path("long-life-offline.png"))},
    }


def show(name: str, result: dict[str, Any], depth: int = 0) -> None:
    """Print one result, nested ones indented."""
    console.print(f"{'  ' * depth}[bold]{name}[/bold]")
    for key, value in result.items():
        if isinstance(value, dict):
            show(key, value, depth + 1)
        else:
            console.print(f"{'  ' * (depth + 1)}{key:<32} {f'{value:.2f}' if isinstance(value, float) else value}")


def main() -> None:
    """Run what was asked for and write the file."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the running system is stopped too
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--only", help="one part")
    parser.add_argument("--small", action="store_true", help="a tenth of the load")
    asked = parser.parse_args()
    results: dict[str, Any] = {}
    for name, run in parts(asked.small).items():
        if asked.only in (None, name):
            results[name] = run()
            show(name, results[name])
    OUT.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print(f"written: {OUT}")


if __name__ == "__main__":
    main()
