"""The command `tiercel`. Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no service found."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import tiercel
from tiercel import (
    dream_command,
    explain_command,
    forget_command,
    recall_commands,
    render,
    report_commands,
    standing_commands,
    summarize_command,
)
from tiercel.client import Tiercel
from tiercel.demo.main import run_demo
from tiercel.errors import TiercelError
from tiercel.eval.command import evaluate
from tiercel.local_system import COMMAND, require_server

app = typer.Typer(
    name="tiercel", help="Long-term memory for AI agents.", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)
console = Console()

User = Annotated[str | None, typer.Option("--user", help="Whose memories (user_id).")]
Agent = Annotated[str | None, typer.Option("--agent", help="Which agent asks (agent_id).")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the service's answer as JSON.")]


def _show(answer: dict[str, Any], *, as_json: bool, readable: Callable[[Console, dict[str, Any]], None]) -> None:
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        readable(console, answer)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tiercel {tiercel.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")] = False,
) -> None:
    """Long-term memory for AI agents."""


@app.command()
def up(
    data_dir: Annotated[
        Path | None, typer.Option(help="Where data, logs and the key live. Default: TIERCEL_DATA_DIR, else ~/.tiercel.")
    ] = None,
) -> None:
    """Serve on this machine in the foreground until Ctrl-C."""
    require_server()
    home = data_dir or Path(os.environ.get("TIERCEL_DATA_DIR") or Path.home() / ".tiercel")
    os.execve(COMMAND[0], COMMAND, {**os.environ, "TIERCEL_DATA_DIR": str(home)})  # noqa: S606 - becomes the service


@app.command()
def status(as_json: AsJson = False) -> None:
    """What the service says of itself."""
    with Tiercel.local() as client:
        _show(client.status(), as_json=as_json, readable=render.status)


@app.command()
def remember(
    text: Annotated[str, typer.Argument(help="What to remember.")],
    user: User = None,
    agent: Agent = None,
    category: Annotated[str | None, typer.Option(help="fact, preference, decision, entity or other.")] = None,
    as_json: AsJson = False,
) -> None:
    """Store one statement now."""
    with Tiercel.local() as client:
        answer = client.remember(text, user_id=user, agent_id=agent, category=category)
        _show(answer, as_json=as_json, readable=render.remembered)


for name in ("recall", "search"):
    app.command(name)(recall_commands.recall)
for command in (report_commands.ingest, report_commands.trigger, report_commands.extract):
    app.command()(command)
app.command()(dream_command.dream)
app.command()(explain_command.explain)
app.command()(forget_command.forget)
for standing in (standing_commands.archive, standing_commands.restore, standing_commands.promote):
    app.command()(standing)
app.command()(summarize_command.summarize)


@app.command()
def capture(
    capture_id: Annotated[str, typer.Argument(help="From the answer to a posted turn.")],
    wait: Annotated[float, typer.Option(min=0, max=30, help="Wait so many seconds for the end.")] = 0,
    as_json: AsJson = False,
) -> None:
    """What became of a posted turn."""
    with Tiercel.local() as client:
        _show(client.capture(capture_id, wait_seconds=wait), as_json=as_json, readable=render.capture)


@app.command()
def demo(
    file: Annotated[Path | None, typer.Option(help="A list of turns, LoCoMo's format, an OpenClaw capture or a folder of them.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Play only so many turns.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Keep the demo's data here instead of throwing it away.")] = None,
) -> None:
    """Start everything, play a conversation, ask about it, stop everything."""
    raise typer.Exit(run_demo(file=file, limit=limit, data_dir=data_dir))


app.command("eval")(evaluate)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code; a fault is one line on standard error."""
    try:
        app(args=list(arguments) if arguments is not None else None)
    except TiercelError as fault:
        typer.echo(f"tiercel: {fault}", err=True)
        sys.exit(fault.exit_code)
