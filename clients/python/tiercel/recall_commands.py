"""The command `recall`, also called `search`: what would enter the agent's prompt, and why."""

import json
from typing import Annotated

import typer
from rich.console import Console

from tiercel import report_arguments
from tiercel.client import Tiercel
from tiercel.explain_table import explained
from tiercel.render import recalled

console = Console()

User = Annotated[str | None, typer.Option("--user", help="Whose memories (user_id).")]
Agent = Annotated[str | None, typer.Option("--agent", help="Which agent asks (agent_id).")]
Session = Annotated[str | None, typer.Option("--session", help="The running session (session_id).")]
Advertiser = Annotated[str | None, typer.Option("--advertiser", help="The label advertiser.")]
BusinessLine = Annotated[str | None, typer.Option("--business-line", help="The label business_line.")]
Label = Annotated[list[str] | None, typer.Option("--label", help="Another label, key=value. May be repeated.")]
Source = Annotated[list[str] | None, typer.Option("--source", help="text, audio, video or all. May be repeated. Default: text.")]
TopK = Annotated[int | None, typer.Option("--top-k", min=1, max=100, help="At most this many memories.")]
Explain = Annotated[bool, typer.Option("--explain", help="Every stage's number as a table, and what was dropped.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the service's answer as JSON.")]


def recall(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    user: User = None,
    agent: Agent = None,
    session: Session = None,
    advertiser: Advertiser = None,
    business_line: BusinessLine = None,
    label: Label = None,
    source: Source = None,
    top_k: TopK = None,
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """What would enter the agent's prompt for this query."""
    fields = {
        "user_id": user, "agent_id": agent, "session_id": session, "top_k": top_k, "explain": explain or None,
        "labels": report_arguments.labels(label, advertiser=advertiser, business_line=business_line),
        "source_types": source or None,
    }  # fmt: skip
    with Tiercel.local() as client:
        answer = client.recall(query, **fields)
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        (explained if explain else recalled)(console, answer)
