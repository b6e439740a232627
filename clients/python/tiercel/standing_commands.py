"""The commands `archive`, `restore` and `promote`: a person moves one memory."""

import json
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from tiercel.client import Tiercel

console = Console()
Json = dict[str, Any]

MemoryId = Annotated[str, typer.Argument(metavar="ID", help="A memory's id, as recall and remember print it.")]
Note = Annotated[str | None, typer.Option(help="Why; kept with the new version, where there is one.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the service's answer as JSON.")]


def archive(memory_id: MemoryId, note: Note = None, as_json: AsJson = False) -> None:
    """Put a memory out of recall and lists; restorable."""
    _move(lambda client: client.archive(memory_id, note=note), as_json=as_json)


def restore(
    memory_id: MemoryId,
    version: Annotated[int | None, typer.Option(min=1, help="Bring back the words of this version instead.")] = None,
    note: Note = None,
    as_json: AsJson = False,
) -> None:
    """Bring a memory back from the archive, or an earlier version of it."""
    _move(lambda client: client.restore(memory_id, version=version, note=note), as_json=as_json)


def promote(memory_id: MemoryId, note: Note = None, as_json: AsJson = False) -> None:
    """Make proven experience (L2) a template (L4), which never fades."""
    _move(lambda client: client.promote(memory_id, note=note), as_json=as_json)


def _move(call: Callable[[Tiercel], Json], *, as_json: bool) -> None:
    with Tiercel.local() as client:
        answer = call(client)
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    memory = answer["memory"]
    standing = f"{memory['status']} in {memory['stage']}, {memory['layer']}, version {memory['version']}"
    console.print(Text(f"{memory['id']}  {standing}  {memory['text']}"), soft_wrap=True, highlight=False)
