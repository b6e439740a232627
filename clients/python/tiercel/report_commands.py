"""The commands `ingest`, `trigger` and `extract`: what systems report, and a look at what would be remembered."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console

from tiercel import render, report_arguments
from tiercel.client import Tiercel

WAIT_SECONDS = 30.0
console = Console()

Data = Annotated[str | None, typer.Option("--data", metavar="JSON|@FILE", help="The fields of the type; @- is standard input.")]
User = Annotated[str | None, typer.Option("--user", help="Whose memory it becomes (user_id). Default: nobody's, the team's.")]
Agent = Annotated[str | None, typer.Option("--agent", help="Which agent reports (agent_id).")]
Session = Annotated[str | None, typer.Option("--session", help="The session it belongs to (session_id).")]
Advertiser = Annotated[str | None, typer.Option("--advertiser", help="The label advertiser.")]
BusinessLine = Annotated[str | None, typer.Option("--business-line", help="The label business_line.")]
Label = Annotated[list[str] | None, typer.Option("--label", help="Another label, key=value. May be repeated.")]
Visibility = Annotated[str | None, typer.Option("--visibility", help="private, user, team, session or chat.")]
ObservedAt = Annotated[str | None, typer.Option("--observed-at", help="When it was so: RFC 3339 with an offset.")]
ValidFrom = Annotated[str | None, typer.Option("--valid-from", help="Since when it holds.")]
ValidTo = Annotated[str | None, typer.Option("--valid-to", help="Until when it holds.")]
Ttl = Annotated[str | None, typer.Option("--ttl", help="Forget it after so many seconds, or 90m, 12h, 7d. 0 = never.")]
Key = Annotated[str | None, typer.Option("--idempotency-key", help="The same key again has no second effect.")]
Wait = Annotated[bool, typer.Option("--wait/--no-wait", help="Wait up to 30 seconds for what becomes of it, and print it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the service's answer as JSON.")]


def ingest(
    text: Annotated[str, typer.Argument(help="Free text; it is classified into one of the eight types or refused.")],
    user: User = None,
    agent: Agent = None,
    session: Session = None,
    advertiser: Advertiser = None,
    business_line: BusinessLine = None,
    label: Label = None,
    visibility: Visibility = None,
    observed_at: ObservedAt = None,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    ttl: Ttl = None,
    idempotency_key: Key = None,
    wait: Wait = True,
    as_json: AsJson = False,
) -> None:
    """Report something in free text."""
    fields = {
        "labels": report_arguments.labels(label, advertiser=advertiser, business_line=business_line),
        "user_id": user, "agent_id": agent, "session_id": session, "visibility": visibility,
        "observed_at": observed_at, "valid_from": valid_from, "valid_to": valid_to,
        "ttl_seconds": report_arguments.seconds(ttl), "idempotency_key": idempotency_key,
    }  # fmt: skip
    with Tiercel.local() as client:
        _show_end(client, client.ingest(text, **fields), wait=wait, as_json=as_json)


def trigger(
    event_type: Annotated[str, typer.Argument(metavar="TYPE", help="One of the eight types (docs/events.md).")],
    summary: Annotated[str, typer.Option("--summary", help="What happened, in one or two sentences: this is remembered.")],
    data: Data = None,
    source: Annotated[str | None, typer.Option("--source", help="Which system reports.")] = None,
    user: User = None,
    agent: Agent = None,
    session: Session = None,
    advertiser: Advertiser = None,
    business_line: BusinessLine = None,
    label: Label = None,
    visibility: Visibility = None,
    observed_at: ObservedAt = None,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    ttl: Ttl = None,
    idempotency_key: Key = None,
    wait: Wait = True,
    as_json: AsJson = False,
) -> None:
    """Report a structured event of a given type."""
    named = report_arguments.event_type(event_type)
    content = report_arguments.data_object(data)
    fields = {
        "source": source,
        "labels": report_arguments.labels(label, advertiser=advertiser, business_line=business_line),
        "user_id": user, "agent_id": agent, "session_id": session, "visibility": visibility,
        "observed_at": observed_at, "valid_from": valid_from, "valid_to": valid_to,
        "ttl_seconds": report_arguments.seconds(ttl), "idempotency_key": idempotency_key,
    }  # fmt: skip
    with Tiercel.local() as client:
        _show_end(client, client.trigger(named, summary, content, **fields), wait=wait, as_json=as_json)


def extract(as_json: AsJson = False) -> None:
    """Show what would be remembered of the text on standard input; nothing is stored."""
    text = report_arguments.standard_input()
    with Tiercel.local() as client:
        _show(client.extract(text), as_json=as_json, readable=render.extracted)


def _show_end(client: Tiercel, taken: dict[str, Any], *, wait: bool, as_json: bool) -> None:
    """The receipt; or, having waited, what became of each candidate. Exit code 1 where it could not be processed."""
    if not wait or taken["status"] == "skipped":
        _show(taken, as_json=as_json, readable=render.taken)
        return
    end = client.capture(taken["capture_id"], wait_seconds=WAIT_SECONDS)
    _show({**end, "duplicate": taken["duplicate"]}, as_json=as_json, readable=render.capture_end)
    if end["status"] == "dead":
        raise typer.Exit(1)


def _show(answer: dict[str, Any], *, as_json: bool, readable: Any) -> None:
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        readable(console, answer)
