"""The command `dream`: maintenance now, or the list of what it would do."""

import json
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from tiercel.client import Tiercel

LOOK_EVERY_SECONDS = 1.0
console = Console()


def dream(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List what would happen; change nothing.")] = False,
    as_listed: Annotated[str | None, typer.Option("--as-listed", help="Do what this dry run listed, and nothing else.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=5000, help="Print so many moves at most.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="Print the service's answer as JSON.")] = False,
) -> None:
    """Move, archive and delete what the clock asks for, now."""
    with Tiercel.local() as client:
        answer = run_to_its_end(client, dry_run=dry_run, as_listed=as_listed, limit=limit)
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    for line in lines(answer):
        console.print(Text(line), soft_wrap=True, highlight=False)


def run_to_its_end(client: Tiercel, *, dry_run: bool, limit: int, as_listed: str | None = None) -> dict[str, Any]:
    """The finished run, however long it takes. The service goes on with it if this ends first."""
    answer = client.maintenance(dry_run=dry_run, as_listed=as_listed, limit=limit)
    joined = answer["joined"]
    while answer["state"] != "done":
        time.sleep(LOOK_EVERY_SECONDS)
        answer = client.maintenance_run(answer["run_id"], limit=limit)
    return {**answer, "joined": joined}


def lines(answer: dict[str, Any]) -> list[str]:
    """The list for people: one move a line, then the sums."""
    shown = [f"{move['id']}  {move['from']} -> {move['to']}  {move['reason']}" for move in answer["moves"]]
    if answer["total"] > len(shown):
        shown.append(f"... and {answer['total'] - len(shown)} more (--limit, or GET /v1/admin/maintenance/{answer['run_id']})")
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(answer["by_reason"].items())) or "nothing"
    if answer["dry_run"]:
        shown.append(f"Would move {answer['total']}: {reasons}. To do exactly this: tiercel dream --as-listed {answer['run_id']}")
    else:
        left = f" {answer['left']} changed meanwhile or are being written: left." if answer["left"] else ""
        shown.append(f"Moved {answer['moved']} of {answer['total']}: {reasons}.{left}")
    removed = ", ".join(f"{cut['kind']} {cut['count']}" for cut in answer["records"] if cut["count"])
    if removed:
        shown.append(f"Old records {'to remove' if answer['dry_run'] else 'removed'}: {removed}.")
    shown += _checked(answer.get("check"))
    shown += [_proposal(each, is_dry=answer["dry_run"]) for each in answer.get("proposals", ())]
    if answer["joined"]:
        shown.append("A run was under way already: this is its list.")
    return shown


def _checked(check: dict[str, Any] | None) -> list[str]:
    if check is None:
        return []
    imbalance = check["ledger_imbalance"]
    ledger = "The ledger balances." if imbalance == 0 else f"The ledger does NOT balance: {imbalance} turns or candidates are missing."
    rates = [(name, check[f"{name}_rate"]) for name in ("reject", "growth", "junk", "duplicate")]
    told = ", ".join(f"{name} {100 * rate:.1f} %" for name, rate in rates if rate is not None)
    return [f"{ledger}{f' In 24 hours: {told}.' if told else ''}"]


def _proposal(each: dict[str, Any], *, is_dry: bool) -> str:
    about = f" about {', '.join(each['memory_ids'])}" if each["memory_ids"] else ""
    if each["by_itself"]:
        return f"{'Would be promoted' if is_dry else 'Promoted'} by itself:{about.removeprefix(' about')}"
    return f"{'Would propose' if is_dry else 'Proposed'} {each['kind']}{about}: review {each['review_id']}"
