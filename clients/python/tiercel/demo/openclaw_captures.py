"""Files captured from a real OpenClaw gateway: `{event, ctx}` of agent_end hooks, posted as they are."""

import json
from pathlib import Path
from typing import Any

from tiercel.demo.parts import Post
from tiercel.errors import TiercelError


def is_capture(content: dict[str, Any]) -> bool:
    """True for the payload of one agent_end hook."""
    return isinstance(content.get("event"), dict) and isinstance(content.get("ctx"), dict)


def read_folder(folder: Path) -> tuple[tuple[Post, ...], tuple[str, ...]]:
    """All captures of a folder in the order of their times, and a note for each file that is something else."""
    posts: list[Post] = []
    notes: list[str] = []
    for file in sorted(folder.glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(content, dict) and is_capture(content):
            posts.append(Post(turn_id=file.stem, body=content, openclaw=True))
        else:
            notes.append(f"{file.name} is left out: it holds no agent_end capture {{event, ctx}}")
    if not posts:
        raise TiercelError(f"{folder} holds no OpenClaw capture {{event, ctx}}.")
    return tuple(sorted(posts, key=_time)), tuple(notes)


def _time(post: Post) -> float:
    times = [message.get("timestamp") for message in post.body["event"].get("messages", ()) if isinstance(message, dict)]
    return max((float(time) for time in times if isinstance(time, int | float)), default=0.0)
