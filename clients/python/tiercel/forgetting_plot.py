"""One memory's curve of forgetting as a PNG: its score over time, the archive's bound, now, and the moves to come."""

from datetime import datetime
from pathlib import Path
from typing import Any

from tiercel.eval.plot import MISSING, has_plots

__all__ = ["MISSING", "draw", "has_plots"]


def draw(path: Path, memory: dict[str, Any]) -> None:
    """`memory`: GET /v1/memories/{id}?curve=true. Needs `has_plots`. No word of the memory is drawn, only its id. OSError."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - optional, and slow to load

    told = memory["forgetting"]
    times = [_time(point["at"]) for point in told["curve"]]
    scores = [point["score"] for point in told["curve"]]
    bound = told["scores"]["archive_below"]
    figure = Figure(figsize=(10, 5), layout="constrained")
    axes: Any = figure.subplots()
    axes.plot(times, scores, linewidth=2, label="score if nobody uses it")
    axes.axhline(bound, color="tab:red", linestyle="--", linewidth=1, label=f"archived below {bound:g}")
    idle = told["scores"]["idle_days"]
    axes.axvline(_now(memory), color="tab:gray", linewidth=1, label=f"now: idle {idle:.1f} days, {told['scores']['uses']} uses")
    for move in told["coming"]:
        at = _time(move["at"])
        if at <= times[-1]:
            axes.axvline(at, color="tab:orange", linestyle=":", linewidth=1)
            axes.annotate(f"{move['to']} ({move['reason']})", (at, max(scores)), rotation=90, va="top", ha="right", fontsize=8)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("keeping score")
    axes.set_title(f"{memory['id']}: {told['stage']}", fontsize=10)
    axes.legend(fontsize=8)
    figure.autofmt_xdate()
    figure.savefig(path, dpi=110, format="png")


def _time(written: str) -> datetime:
    return datetime.fromisoformat(written)


def _now(memory: dict[str, Any]) -> datetime:
    return _time(memory["forgetting"]["now"])
