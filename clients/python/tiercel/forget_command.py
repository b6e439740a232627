"""The command `forget`: archive, or erase, what fits a question or what ids name."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tiercel.client import Tiercel

console = Console()


def forget(
    query: Annotated[str | None, typer.Argument(help="What to forget, in words.")] = None,
    memory_id: Annotated[list[str] | None, typer.Option("--id", help="A memory's id instead of words. May be repeated.")] = None,
    user: Annotated[str | None, typer.Option("--user", help="Whose memories (user_id). Default: nobody's, the team's.")] = None,
    agent: Annotated[str | None, typer.Option("--agent", help="Only what this agent keeps (agent_id).")] = None,
    min_score: Annotated[float | None, typer.Option(min=0, max=1, help="Never what fits the words worse. Default: 0.6.")] = None,
    erase: Annotated[bool, typer.Option("--erase", help="For good, instead of into the archive.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List what would go; change nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the service's answer as JSON.")] = False,
) -> None:
    """Put memories into the archive, from where they can be restored."""
    if (query is None) == (not memory_id):
        raise typer.BadParameter("name what to forget in words, or by --id.")
    with Tiercel.local() as client:
        answer = client.forget(
            query, ids=memory_id or None, user_id=user, agent_id=agent, min_score=min_score,
            mode="erase" if erase else None, dry_run=dry_run or None,
        )  # fmt: skip
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    for item in answer["items"]:
        why = f" ({item['reason']})" if item["reason"] else ""
        score = "" if item["score"] is None else f"{item['score']:.2f}  "
        console.print(Text(f"{item['id']}  {score}{item['outcome']}{why}  {item['text'] or ''}"), soft_wrap=True, highlight=False)
    there = {item["id"] for item in answer["items"]}
    for missing in dict.fromkeys(each for each in memory_id or () if each not in there):
        console.print(Text(f"{missing}  there is no such memory (or it is not in this key's reach)"), soft_wrap=True, highlight=False)
    console.print(Text(f"{answer['matched']} matched, {answer['archived']} archived, {answer['erased']} erased."), highlight=False)
