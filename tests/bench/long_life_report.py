"""What is printed and drawn of a long life: a row for each checkpoint, a count for each way in which a fact was lost."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from shared.domain.memory import RetentionStage
from tests.bench.long_life_facts import Fact

STAGES = tuple(stage.value for stage in RetentionStage)
WIDTH = 140
console = Console(width=WIDTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """After `day` days.

    Of the facts `told` so far some memory in use says `kept` as they are now, and `outdated` as they were; `twice` counts memories
    beyond the first that say one fact. `junk`: memories that say nothing that was told as true; `stale`: those of
    what was true for some days, a month later. `waiting`: open reviews. Of the questions `asked`, the first answers
    hold the truth (`found`), or what was true before (`misled`). `off_topic`: questions of which no memory holds the
    answer and that still brought one.
    """

    day: int
    stages: Mapping[str, int]
    waiting: int
    told: int
    kept: int
    asked: int
    found: int
    misled: int
    outdated: int
    twice: int
    junk: int
    stale: int
    off_topic: int

    def figures(self) -> dict[str, float]:
        """Counts, and `found_share` of what was asked."""
        counts = {
            name: getattr(self, name) for name in ("waiting", "told", "kept", "outdated", "misled", "twice", "junk", "stale", "off_topic")
        }
        return {**{stage: self.stages[stage] for stage in STAGES}, **counts, "found_share": self.found / self.asked}


def show(seen: Sequence[Checkpoint], *, title: str, seconds: float) -> None:
    """The table of the checkpoints."""
    columns = ("kept", "found", "outdated", "misled", "twice", "junk", "stale", "off topic", "review")
    table = Table("day", *STAGES, *columns, title=title)
    for each in seen:
        found = f"{100 * each.found / each.asked:.1f} %"
        counts = (each.outdated, each.misled, each.twice, each.junk, each.stale, each.off_topic, each.waiting)
        table.add_row(str(each.day), *(str(each.stages[stage]) for stage in STAGES), f"{each.kept}/{each.told}", found, *map(str, counts))
    console.print(table)
    console.print(f"{seconds:.0f} s")


def show_losses(losses: Sequence[tuple[str, Fact]], day: int, *, each: bool) -> None:
    """How the facts that are not found were lost; `each`: with what was said."""
    for loss, count in Counter(loss for loss, _ in losses).most_common():
        console.print(f"{count:>4}  {loss}", highlight=False)
        if each:
            for fact in (fact for found, fact in losses if found == loss):
                console.print(
                    f"        {' -> '.join(said.text for said in fact.told)} | {fact.restated(day)} | {fact.asked(day)}", highlight=False
                )


def show_wrong(wrong: Sequence[tuple[str, str, str]]) -> None:
    """What is in use and should not be, kind by kind."""
    for how, text, beside in sorted(wrong):
        console.print(f"{how:<9} {text} | {beside}", highlight=False)


def draw(path: Path, seen: Sequence[Checkpoint]) -> None:
    """Stages stacked with what is wrong as lines, and below it what is kept and found. Needs `has_plots`."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - optional, and slow to load

    days = [each.day for each in seen]
    figure = Figure(figsize=(10, 8), layout="constrained")
    sizes, shares = figure.subplots(2, 1, sharex=True)
    sizes.stackplot(days, [[each.stages[stage] for each in seen] for stage in STAGES], labels=STAGES, alpha=0.7)
    for name, colour in (("junk", "black"), ("outdated", "red"), ("twice", "purple"), ("waiting", "grey")):
        sizes.plot(days, [getattr(each, name) for each in seen], color=colour, linewidth=2, label=name)
    sizes.set_ylabel("memories")
    sizes.legend(fontsize=8, loc="upper left")
    shares.plot(days, [100 * each.kept / each.told for each in seen], marker="o", label="true facts in use, %")
    shares.plot(days, [100 * each.found / each.asked for each in seen], marker="o", label="found among the first answers, %")
    shares.plot(
        days, [100 * each.misled / each.asked for each in seen], marker="x", color="red", label="answered with what was true before, %"
    )
    shares.set_ylim(0, 105)
    shares.set_xlabel("days")
    shares.legend(fontsize=8, loc="lower left")
    figure.savefig(path, dpi=110, format="png")
