"""What the form of a stored text tells recall: who speaks in it, and whether it asks something."""

import re

_SPEAKER = re.compile(
    r"\s*(?P<name>[A-Z\u00c0-\u00de][\w'’.-]{0,30}(?: [A-Z\u00c0-\u00de][\w'’.-]{0,30}){0,2}|[\u3400-\u9fff]{1,6})\s?[:：]\s?(?=\S)"
)


def speaker_in(text: str) -> str | None:
    """The name before the first words of `Ann: I moved` or `小林：我搬家了`; None where no name stands there."""
    found = _SPEAKER.match(text)
    return found["name"] if found is not None else None


def asks_something(text: str) -> bool:
    """A question mark of either width stands in it."""
    return "?" in text or "？" in text


ROLES = frozenset({"user", "assistant", "system", "tool", "ai", "bot", "用户", "助手"})


def as_said(text: str, speaker: str | None) -> str:
    """`Ann: I moved`: what is indexed of a text that does not itself say who speaks.

    Questions ask what Ann did; neither arm finds that in "I moved". Unchanged where nobody is named, the text
    names the speaker already, or the name is only a role.
    """
    name = (speaker or "").strip()
    if not name or name.casefold() in ROLES or name.casefold() in text.casefold():
        return text
    return f"{name}: {text}"
