"""`tiercel eval`: a benchmark's tables on the screen, and tables, plot and results.json in a folder."""

import signal
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from tiercel.errors import TiercelError
from tiercel.eval import plot
from tiercel.eval.report import comparison, tables, title
from tiercel.eval.results_file import make_folder, read_results, write_results
from tiercel.eval.run import Plan, run, service
from tiercel.eval.storing import Mode, counts_in_words

TABLE, PLOT = "table.txt", "plot.png"
WIDTH = 130
"""Characters of a table where no terminal says how wide it is."""

File = Annotated[Path | None, typer.Argument(help="A benchmark: the simple JSON format of docs/evaluation.md, or LoCoMo's.")]
ModeOption = Annotated[Mode, typer.Option("--mode", help="Messages as memories, or as turns through extraction and guard.")]
TopK = Annotated[int, typer.Option("--top-k", min=1, max=100, help="How many memories a recall asks for.")]
Out = Annotated[Path, typer.Option("--out", help="The folder for table.txt, plot.png and results.json.")]
Corrections = Annotated[Path | None, typer.Option(help="LoCoMo: corrected evidence. Default: corrections*.json beside the file.")]
OffTopic = Annotated[Path | None, typer.Option(help="More off-topic questions, one a line, asked of every store.")]
Strangers = Annotated[int, typer.Option(min=0, help="Ask each store so many questions about other stores, as off-topic ones.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Ask only the first so many questions of the file.")]
EndsNow = Annotated[bool, typer.Option("--ends-now", help="Move all dates so that each store's newest message is of today.")]
Dream = Annotated[bool, typer.Option("--dream", help="Memories as old as their messages, and a night of maintenance before the questions.")]
Running = Annotated[bool, typer.Option("--service", help="Measure the running service, not one started for this run.")]
Keep = Annotated[bool, typer.Option("--keep", help="Leave the stored memories where they are.")]
Compare = Annotated[tuple[Path, Path] | None, typer.Option("--compare", help="Two output folders: show their runs side by side.")]


def evaluate(  # noqa: PLR0913, PLR0917 - one argument for each option
    file: File = None,
    mode: ModeOption = Mode.VERBATIM,
    top_k: TopK = 10,
    out: Out = Path("eval-results"),
    corrections: Corrections = None,
    off_topic: OffTopic = None,
    strangers: Strangers = 0,
    limit: Limit = None,
    ends_now: EndsNow = False,
    dream: Dream = False,
    running: Running = False,
    keep: Keep = False,
    compare: Compare = None,
) -> None:
    """Measure retrieval: what is found, what the gate lets through, how long it takes."""
    if (file is None) == (compare is None):
        raise TiercelError("name either a benchmark file, or two finished runs with --compare A B.")
    make_folder(out)
    if compare is not None:
        _compare(*compare, out)
        return
    assert file is not None
    plan = Plan(
        file=file,
        mode=mode,
        top_k=top_k,
        corrections=corrections,
        off_topic=off_topic,
        strangers=strangers,
        limit=limit,
        ends_now=ends_now,
        dream=dream,
        keep=keep,
    )
    dataset = plan.dataset()
    signal.signal(signal.SIGTERM, _leave)
    with service(running, _tell) as client:
        results = run(client, plan, dataset, _tell)
    _show(results, out)


def _tell(words: str) -> None:
    typer.echo(words, err=True)


def _leave(*_: object) -> NoReturn:
    """SIGTERM leaves like Ctrl-C: what was stored is erased, what was started is stopped."""
    raise KeyboardInterrupt


def _show(results: dict[str, Any], out: Path) -> None:
    with (out / TABLE).open("w", encoding="utf-8") as file:
        for console in (Console(file=sys.stdout, width=None if sys.stdout.isatty() else WIDTH), Console(file=file, width=WIDTH)):
            console.print(title(results), markup=False, highlight=False, style="bold")
            console.print(f"stored: {', '.join(counts_in_words(results['stored']))}", markup=False, highlight=False)
            for note in results["notes"]:
                console.print(f"note: {note}", markup=False, highlight=False)
            for table in tables(results):
                console.print(table)
            if results["degraded"]:
                console.print(f"{results['degraded']} recalls were degraded: their figures say little.", style="yellow")
            for left in results["left_behind"]:
                console.print(f"left behind: {left}", markup=False, highlight=False)
    path = write_results(out, results)
    _plot(out, {results["name"]: results})
    typer.echo(f"written: {path}, {out / TABLE}")


def _compare(left: Path, right: Path, out: Path) -> None:
    runs = {"A": read_results(left), "B": read_results(right)}
    names = (f"A {left.name}", f"B {right.name}")
    with (out / f"comparison-{TABLE}").open("w", encoding="utf-8") as file:
        for console in (Console(file=sys.stdout, width=None if sys.stdout.isatty() else WIDTH), Console(file=file, width=WIDTH)):
            for name, results in runs.items():
                console.print(f"{name}: {title(results)}", markup=False, highlight=False)
            for table in comparison(runs["A"], runs["B"], names):
                console.print(table)
    _plot(out, dict(zip(names, runs.values(), strict=True)), name=f"comparison-{PLOT}")


def _plot(out: Path, runs: dict[str, Any], name: str = PLOT) -> None:
    if not plot.has_plots():
        typer.echo(plot.MISSING, err=True)
        return
    plot.draw(out / name, runs)
    typer.echo(f"written: {out / name}")
