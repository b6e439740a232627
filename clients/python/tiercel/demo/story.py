"""How a demo reads on the terminal: one line a turn, one a candidate, marks that need no colours."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from tiercel.demo.parts import Post, Question
from tiercel.demo.player import Played

MARKS = {
    "WRITE": ("+", "green"),
    "UPDATE": ("~", "green"),
    "NOOP": ("=", "cyan"),
    "REJECT": ("x", "red"),
    "PENDING_REVIEW": ("?", "yellow"),
}
SHOWN = 100


def shortened(text: str, length: int = SHOWN) -> str:
    """One line."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


class Story:
    """Prints to one console; texts of memories are never read as markup."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def line(self, text: str = "", style: str = "") -> None:
        """One line as it is."""
        self._console.print(Text(text, style=style), soft_wrap=True, highlight=False)
        self._console.file.flush()  # progress, also where the output is a pipe

    def heading(self, text: str) -> None:
        """A part of the story begins."""
        self.line()
        self.line(f"== {text} ==", "bold")

    def played(self, number: int, of: int, played: Played) -> None:
        """A turn and what became of each of its candidates."""
        self.line(f"[{number:>3}/{of}] {_who(played.post)}: {shortened(_words(played.post))}")
        if played.duplicate:
            self.line("          = known already: the first capture stands", "cyan")
        for outcome in played.outcomes:
            mark, style = MARKS.get(str(outcome["action"]), ("!", "red"))
            because = f"({outcome['stage']}: {outcome['reason']})"
            self.line(f"          {mark} {outcome['action']} {shortened(str(outcome['text']))} {because}", style)
        if not played.outcomes:
            reason = f": {played.reason}" if played.reason and played.reason != played.status else ""
            self.line(f"          - {played.status}{reason}", "red" if played.status in {"dead", "refused"} else "dim")

    def asked(self, question: Question, answer: Mapping[str, Any], verdict: str, *, good: bool | None) -> None:
        """A question, what was injected for it and why, and whether that was expected (None: nothing was)."""
        who = question.who.get("user_id") or question.who.get("chat_id") or "team"
        self.line(f"Q ({who}) {question.query}", "bold")
        for memory in answer["memories"]:
            pending = " [pending: not judged yet]" if memory.get("pending") else ""
            self.line(f"    {memory['score']:.2f}  {shortened(str(memory['text']))}{pending}")
            if memory.get("match"):
                self.line(f"          why: {memory['match']}", "dim")
        if not answer["memories"]:
            self.line(f"    nothing is injected ({answer.get('empty_reason') or 'no reason given'})", "dim")
        if question.note:
            self.line(f"    ({question.note})", "dim")
        mark, style = {True: ("✓", "green"), False: ("✗", "red"), None: ("·", "dim")}[good]
        self.line(f"    {mark} {verdict} ({answer.get('took_ms', '?')} ms)", style)

    def checked(self, text: str, *, good: bool) -> None:
        """A statement that was tested."""
        self.line(f"{'✓' if good else '✗'} {text}", "green" if good else "red")

    def trace(self, trace: Mapping[str, Any]) -> None:
        """The stages that one candidate passed."""
        self.line(f'"{shortened(str(trace["text"]))}"')
        for stage in trace["stages"]:
            reason = f": {stage['reason']}" if stage["reason"] else ""
            self.line(f"    {stage['stage']:<9} {stage['said']}{reason}")
        self.line(f"    -> {trace['action']} at stage {trace['stage']}: {trace['reason']}", "red")

    def versions(self, versions: Sequence[Mapping[str, Any]]) -> None:
        """What a memory said before and says now."""
        for version in versions:
            until = f"until {str(version['valid_to'])[:10]}" if version.get("valid_to") else "now"
            self.line(f"        version {version['version']} ({until}): {shortened(str(version['text']))}", "dim")

    def counts(self, name: str, counts: Mapping[str, Any]) -> None:
        """One balance of the ledger."""
        self.line(f"    {name:<11} " + "  ".join(f"{key} {value}" for key, value in counts.items()))


def _who(post: Post) -> str:
    if post.openclaw:
        ctx = post.body["ctx"]
        return f"openclaw {ctx.get('channel') or ctx.get('trigger') or 'cli'}"
    when = str(post.body.get("occurred_at", ""))[:10]
    return f"{when} {post.body.get('user_id') or post.body.get('chat_id') or 'team'}".strip()


def _words(post: Post) -> str:
    body = post.body["event"] if post.openclaw else post.body
    messages = body.get("messages") or [{"role": "user", "text": body.get("message", "")}]
    spoken = [message for message in messages if isinstance(message, dict) and message.get("role") == "user"]
    last = spoken[-1] if spoken else messages[-1]
    content = last.get("text") or last.get("content") or ""
    if isinstance(content, list):
        content = " ".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return f"{last['name']}: {content}" if last.get("name") else str(content)
