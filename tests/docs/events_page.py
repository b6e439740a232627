"""docs/events.md read back: its tables, and its examples with the outcome that the page states."""

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.domain.event_fields import EventField
from shared.domain.trigger import TriggerType

PAGE = Path(__file__).parents[2] / "docs" / "events.md"
EXAMPLE = re.compile(
    r"```sh\n(?P<command>.*?)\n```\n\nWithout a model: `(?P<action>[A-Z_]+)`, (?:layer )?`(?P<detail>\w+)`\. Recall: `(?P<query>.+?)`",
    re.DOTALL,
)


@dataclass(frozen=True)
class Example:
    """One command, split as a shell splits it. `detail` is the layer of what is written, else the reason."""

    trigger: TriggerType
    command: tuple[str, ...]
    action: str
    detail: str
    query: str

    @property
    def body(self) -> dict[str, Any]:
        """The body of a curl."""
        content: dict[str, Any] = json.loads(self.command[self.command.index("-d") + 1])
        return content

    @property
    def user_id(self) -> str:
        """Whose it becomes."""
        return self.command[self.command.index("--user") + 1] if "--user" in self.command else str(self.body["user_id"])


def section(title: str) -> str:
    """The text under a heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None, f"docs/events.md has no section {title}"
    return found[1]


def examples(program: str) -> list[Example]:
    """The examples of one program (`curl`, `tiercel`), in the order of the types."""
    return [
        Example(trigger, tuple(shlex.split(match["command"].replace("\\\n", " "))), match["action"], match["detail"], match["query"])
        for trigger in TriggerType
        for match in EXAMPLE.finditer(section(trigger.value))
        if match["command"].startswith(program + " ")
    ]


def rows(title: str) -> list[str]:
    """The rows of the table of a section, its head left out."""
    return [line for line in section(title).splitlines() if line.startswith("| `")]


def row_of(field: EventField) -> str:
    """How the page writes a field."""
    names = ", ".join(f"`{name}`" for name in (field.name, *field.also))
    example = json.dumps(field.example, ensure_ascii=False)
    return f"| {names} | {'yes' if field.is_required else 'no'} | {field.kind.value} | `{example}` | {field.meaning} |"
