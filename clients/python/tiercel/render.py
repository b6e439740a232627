"""The service's answers for people: plain lines, a memory's text never read as markup."""

from typing import Any

from rich.console import Console
from rich.text import Text

Json = dict[str, Any]


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style=style), soft_wrap=True, highlight=False)


def status(console: Console, answer: Json) -> None:
    """Name and value, nested ones indented."""
    _tree(console, answer, "")


def _tree(console: Console, node: Json, indent: str) -> None:
    for name, value in node.items():
        if isinstance(value, dict):
            _line(console, f"{indent}{name}:")
            _tree(console, value, indent + "  ")
        else:
            _line(console, f"{indent}{name}: {value}")


def remembered(console: Console, answer: Json) -> None:
    """The action and the memory, or where it waits."""
    memory = answer.get("memory")
    if memory is None:
        _line(console, f"{answer['action']}: waits in review {answer.get('review_id', '')}", "yellow")
        return
    _line(console, f"{answer['action']} {memory['id']} (version {memory['version']}, {memory['category']})", "green")
    _line(console, f"  {memory['text']}")


def recalled(console: Console, answer: Json) -> None:
    """One memory a line, best first, with its reason; or why there is none."""
    for memory in answer["memories"]:
        pending = " [pending]" if memory.get("pending") else ""
        _line(console, f"{memory['score']:.2f}  {memory['text']}{pending}")
        if memory.get("match"):
            _line(console, f"      {memory['match']}", "dim")
    if not answer["memories"]:
        _line(console, f"nothing: {answer.get('empty_reason') or 'no memory reached the threshold'}", "dim")
    if answer.get("degraded"):
        _line(console, f"degraded: {', '.join(answer['degraded'])}", "yellow")


def capture(console: Console, answer: Json) -> None:
    """The state and the outcome of each candidate."""
    reason = answer.get("reason") or answer.get("error")
    _line(console, f"{answer['status']}{f': {reason}' if reason else ''}", "bold")
    for outcome in answer.get("outcomes", ()):
        _line(console, f"  {outcome['action']} {outcome['text']} ({outcome['stage']}: {outcome['reason']})")


def taken(console: Console, answer: Json) -> None:
    """A receipt: where to ask what became of it, or why it goes no further."""
    if answer["status"] == "skipped":
        _line(console, f"skipped: {answer.get('reason', '')}", "yellow")
        return
    again = " (sent before)" if answer.get("duplicate") else ""
    _line(console, f"{answer['status']}{again}: tiercel capture {answer['capture_id']}")


def capture_end(console: Console, answer: Json) -> None:
    """capture(), and what an unusual end means."""
    if answer.get("duplicate"):
        _line(console, "sent before, no second effect", "dim")
    capture(console, answer)
    for outcome in answer.get("outcomes", ()):
        if outcome.get("review_id"):
            _line(console, f"  waits in review {outcome['review_id']}", "yellow")
    if answer["status"] not in {"done", "dead", "skipped"}:
        _line(console, f"not decided yet: tiercel capture {answer['capture_id']} --wait 30", "yellow")
    elif answer["status"] == "done" and not answer.get("outcomes"):
        _line(console, "  nothing in it is worth remembering", "dim")


def extracted(console: Console, answer: Json) -> None:
    """What would be proposed to the guard, then what falls before it and why."""
    if answer.get("refused"):
        _line(console, f"not read: {answer['refused']}", "yellow")
        return
    for candidate in answer["candidates"]:
        _line(console, f"{candidate['category']} {candidate['layer']} {candidate['trigger_type']}  {candidate['text']}")
    for refused in answer["rejected"]:
        _line(console, f"REJECT {refused['text']} ({refused['stage']}: {refused['reason']})", "dim")
    if not answer["candidates"] and not answer["rejected"]:
        _line(console, "nothing in it is worth remembering", "dim")
