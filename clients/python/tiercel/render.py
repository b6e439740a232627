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
