"""The command `explain`: why a memory is in its stage, when it will next move and what would change that."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from tiercel import forgetting_plot
from tiercel.client import Tiercel
from tiercel.errors import TiercelError

console = Console()
Json = dict[str, Any]


def explain(
    memory_id: Annotated[str, typer.Argument(metavar="ID", help="A memory's id, as recall and remember print it.")],
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw its curve of forgetting into this PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the field `forgetting` as JSON.")] = False,
) -> None:
    """Why a memory is in its stage and what will become of it."""
    if plot is not None and not forgetting_plot.has_plots():
        raise TiercelError(forgetting_plot.MISSING)
    with Tiercel.local() as client:
        memory = client.memory(memory_id, curve=plot is not None or None)
    if plot is not None:
        _draw(plot, memory)
    if as_json:
        typer.echo(json.dumps(memory["forgetting"], ensure_ascii=False, indent=2))
        return
    for line in lines(memory):
        console.print(Text(line), soft_wrap=True, highlight=False)
    if plot is not None:
        typer.echo(f"drawn: {plot}")


def lines(memory: Json) -> Sequence[str]:
    """For people: the words, the scores, the moves to come, what would change them."""
    told = memory["forgetting"]
    scores = told["scores"]
    shown = [
        f"{memory['text']}",
        f"{told['stage']}: {told['explanation']}",
        (
            f"score {scores['keeping']:.3f} (archive below {scores['archive_below']:g}), idle {scores['idle_days']:.1f} days, "
            f"{scores['uses']} uses, importance {scores['importance']:.2f}, reliability {scores['reliability']:.2f}, "
            f"retention {scores['retention']:.3f}"
        ),
    ]
    shown += [f"if nobody {'restores' if move['from'] == 'archive' else 'uses'} it: {_move(move)}" for move in told["coming"]]
    for each in told["would_change"]:
        how = f"{each['uses']} more uses" if each["uses"] else each["how"]
        then = "it moves no further" if each["next_move"] is None else f"then {_move(each['next_move'])}"
        shown.append(f"changed by {how}: {each['stage']}, {then}")
    return shown


def _move(move: Json) -> str:
    return f"{move['at'][:16].replace('T', ' ')} {move['from']} -> {move['to']} ({move['reason']})"


def _draw(path: Path, memory: Json) -> None:
    try:
        forgetting_plot.draw(path, memory)
    except OSError as fault:
        raise TiercelError(f"--plot {path} cannot be written: {fault.strerror}.") from fault
