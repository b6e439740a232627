"""The command `summarize`: one memory out of what was said in a session lately."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tiercel import render, report_arguments
from tiercel.client import Tiercel

console = Console()


def summarize(
    session: Annotated[str, typer.Argument(help="The session (session_id).")],
    user: Annotated[str | None, typer.Option("--user", help="Whose words (user_id). Default: the group's or the team's.")] = None,
    chat: Annotated[str | None, typer.Option("--chat", help="Which group chat's words (chat_id), where no user is named.")] = None,
    agent: Annotated[str | None, typer.Option("--agent", help="Only turns of this agent (agent_id).")] = None,
    label: Annotated[list[str] | None, typer.Option("--label", help="Only turns with this label, key=value. May be repeated.")] = None,
    wait: Annotated[float, typer.Option(min=0, max=30, help="Wait so many seconds for what becomes of it.")] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="Print the service's answers as JSON.")] = False,
) -> None:
    """Sum up a session. The same words again are summed up once."""
    with Tiercel.local() as client:
        taken = client.summarize(session, user_id=user, chat_id=chat, agent_id=agent, labels=report_arguments.labels(label))
        made = [
            {**client.capture(part["capture_id"], wait_seconds=wait), "duplicate": part["duplicate"]}
            for part in (taken["summaries"] if wait else ())
        ]
    if as_json:
        typer.echo(json.dumps({**taken, "captures": made}, ensure_ascii=False, indent=2))
    elif made:
        for end in made:
            render.capture_end(console, end)
    else:
        render.taken(console, taken)
        console.print(Text(taken["note"]), highlight=False)
    if any(end["status"] == "dead" for end in made):
        raise typer.Exit(1)
