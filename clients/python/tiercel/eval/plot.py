"""The figures of one or several runs as a PNG: bars a category, for every run its own colour."""

import warnings
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

MEASURES = (("any@5", "any@5"), ("recall@10", "recall@10"))
MISSING = "no plot: matplotlib is missing (pip install 'tiercel[plot]')"
FONTS = ["DejaVu Sans", "Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Zen Hei", "PingFang SC", "Microsoft YaHei", "SimHei"]
"""Whichever of them are installed: categories may be Chinese."""


def has_plots() -> bool:
    """Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw(path: Path, runs: Mapping[str, Mapping[str, Any]]) -> None:
    """Name of a run -> its results. Needs `has_plots`."""
    from matplotlib import rc_context  # noqa: PLC0415 - optional, and slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.font_manager import fontManager  # noqa: PLC0415

    installed = {font.name for font in fontManager.ttflist}
    with rc_context({"font.family": [font for font in FONTS if font in installed]}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")  # a box instead of a letter is no fault
        figure = Figure(figsize=(11, 8), layout="constrained")
        axes = figure.subplots(2, 2)
        for axis, (measure, title) in zip(axes[0], MEASURES, strict=True):
            _bars(axis, title, {name: _of_categories(run, measure) for name, run in runs.items()})
        _bars(axes[1][0], "off-topic questions that inject something", {name: _off_topic(run) for name, run in runs.items()})
        _bars(axes[1][1], "median time of a part, ms", {name: _times(run) for name, run in runs.items()}, highest=None)
        figure.savefig(path, dpi=110)


def _of_categories(run: Mapping[str, Any], measure: str) -> dict[str, float]:
    return {name: 100 * figures[measure] for name, figures in run["categories"].items()}


def _off_topic(run: Mapping[str, Any]) -> dict[str, float]:
    return {name: 100 * figures["injects"] for name, figures in run["off_topic"].items()}


def _times(run: Mapping[str, Any]) -> dict[str, float]:
    latency = run["latency"]
    return {"request": latency["request"]["p50"], **{stage: times["p50"] for stage, times in latency["stages"].items()}}


def _bars(axis: Any, title: str, runs: Mapping[str, Mapping[str, float]], highest: float | None = 100.0) -> None:
    """Horizontal, so that long names of categories have room; runs beside one another."""
    labels: Sequence[str] = list(dict.fromkeys(label for values in runs.values() for label in values))
    height = 0.8 / max(1, len(runs))
    for number, (name, values) in enumerate(runs.items()):
        places = [at + number * height for at in range(len(labels))]
        bars = axis.barh(places, [values.get(label, 0.0) for label in labels], height=height, label=name)
        axis.bar_label(bars, fmt="%.1f", padding=2, fontsize=8)
    axis.set_yticks([at + 0.4 - height / 2 for at in range(len(labels))], labels)
    axis.invert_yaxis()
    axis.set_title(title, fontsize=10)
    if highest is not None:
        axis.set_xlim(0, highest * 1.08)
    if len(runs) > 1:
        axis.legend(fontsize=8)
