"""What a demo plays: posts in order, questions with what they should find, and what a reviewer would say."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from tiercel.demo.locomo import is_locomo, locomo_posts, locomo_questions
from tiercel.demo.openclaw_captures import is_capture, read_folder
from tiercel.demo.parts import Post, Question
from tiercel.errors import TiercelError

SHIPPED = "conversation.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Everything that is played. `notes` says what of the file is left out and why."""

    title: str
    posts: tuple[Post, ...]
    questions: tuple[Question, ...] = ()
    approvals: tuple[tuple[str, str], ...] = ()
    secrets: tuple[str, ...] = ()
    rejection: str = ""
    fresh: Mapping[str, Any] | None = None
    notes: tuple[str, ...] = ()


def load_script(path: Path | None, *, limit: int | None = None) -> Script:
    """The shipped conversation, or a file or folder of the user's. Questions about turns beyond `limit` are left out."""
    script = _shipped() if path is None else _from_path(path)
    if limit is None or limit >= len(script.posts):
        return script
    posts = script.posts[:limit]
    played = {post.turn_id for post in posts}
    return replace(script, posts=posts, questions=tuple(question for question in script.questions if set(question.after) <= played))


def _shipped() -> Script:
    return _own_form(json.loads((resources.files("tiercel.demo") / SHIPPED).read_text(encoding="utf-8")))


def _from_path(path: Path) -> Script:
    if path.is_dir():
        posts, notes = read_folder(path)
        return Script(title=str(path), posts=posts, notes=notes)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise TiercelError(f"{path} cannot be read as JSON: {fault}") from fault
    if isinstance(content, dict) and is_capture(content):
        return Script(title=path.name, posts=(Post(turn_id=path.stem, body=content, openclaw=True),))
    if isinstance(content, dict) and isinstance(content.get("turns"), list):
        return _own_form({"title": path.name, **content})
    if _is_turn(content):
        content = [content]
    if isinstance(content, list) and content and all(is_locomo(sample) for sample in content):
        return Script(title=path.name, posts=locomo_posts(content), questions=locomo_questions(content))
    if isinstance(content, list) and content and all(_is_turn(body) for body in content):
        return Script(title=path.name, posts=_posts(content))
    if isinstance(content, list) and any(_is_turn(body) for body in content):
        strange = next(number for number, body in enumerate(content, start=1) if not _is_turn(body))
        raise TiercelError(f'{path}: entry {strange} is no turn body: {{"messages": [{{"role", "text"}}], "user_id", ...}} is expected.')
    raise TiercelError(f"{path} is neither a list of turns, nor LoCoMo's format, nor an OpenClaw capture {{event, ctx}}.")


def _is_turn(body: object) -> bool:
    return isinstance(body, dict) and bool({"messages", "message", "metadata"} & body.keys())


def _posts(bodies: Sequence[Mapping[str, Any]]) -> tuple[Post, ...]:
    return tuple(Post(turn_id=str(body.get("turn_id", f"#{number}")), body=body) for number, body in enumerate(bodies, start=1))


def _own_form(content: Mapping[str, Any]) -> Script:
    return Script(
        title=str(content.get("title", "")),
        posts=_posts(content["turns"]),
        questions=tuple(_question(entry) for entry in content.get("questions", ())),
        approvals=tuple((str(entry["contains"]), str(entry["why"])) for entry in content.get("approvals", ())),
        secrets=tuple(content.get("secrets", ())),
        rejection=str(content.get("rejection", "")),
        fresh=content.get("fresh"),
    )


def _question(entry: Mapping[str, Any]) -> Question:
    own = {"query", "expect", "forbid", "nothing", "after", "note"}
    return Question(
        query=str(entry["query"]),
        who={name: value for name, value in entry.items() if name not in own},
        expect=tuple(entry.get("expect", ())),
        forbid=tuple(entry.get("forbid", ())),
        nothing=bool(entry.get("nothing", False)),
        after=(str(entry["after"]),) if "after" in entry else (),
        note=str(entry.get("note", "")),
    )
