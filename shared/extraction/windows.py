"""Which messages one extraction sees: whole turns up to a budget, long ones in parts, with what was said just before."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shared.domain.candidate import Role, SourceMessage
from shared.domain.session_summary import is_summary
from shared.domain.turn import Turn, TurnMessage
from shared.text.chunking import chunks

CONTEXT_ROLES = frozenset({Role.USER, Role.ASSISTANT})
# A context message only has to let a confirmation find its suggestion.
CONTEXT_CHARACTERS = 2000


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a window, or a part of one too long for a window. `ref` is unique in the window: m1..mN.

    `turn` is None for context; `position` counts the spoken messages of its session.
    """

    ref: str
    message: SourceMessage
    turn: Turn | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """What one extraction call sees. A turn over the budget is spread over several windows."""

    turns: tuple[Turn, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Windows that are committed together: one window of several turns, or all windows of one long turn."""

    turns: tuple[Turn, ...]
    windows: tuple[Window, ...]


def batches(turns: Sequence[Turn], context: Sequence[SourceMessage], *, characters: int, context_messages: int) -> tuple[Batch, ...]:
    """Turns in their order, packed up to `characters`. Events, ingested texts and quarantined turns stand alone.

    So does a session's summary, in one window without context: what it is made from was bounded when it was kept.
    """
    made: list[Batch] = []
    earlier = tuple(context)
    for group in _groups(turns, characters):
        is_told_again = is_summary(group[0])
        windows = _windows(group, () if is_told_again else _last(earlier, context_messages), sys.maxsize if is_told_again else characters)
        made.append(Batch(turns=group, windows=windows))
        earlier = next_context(earlier, group, limit=context_messages)
    return tuple(made)


def next_context(context: Sequence[SourceMessage], turns: Sequence[Turn], *, limit: int) -> tuple[SourceMessage, ...]:
    """The last messages of the session after these turns, oldest first, named so that no two turns' ids meet."""
    spoken = [
        SourceMessage(
            message_id=f"{turn.turn_id}/{message.message_id}",
            role=message.role,
            text=message.text[:CONTEXT_CHARACTERS],
            at=message.occurred_at or turn.occurred_at,
            name=message.name,
            is_context=True,
            position=position,
        )
        for turn, position, message in _numbered(turns, context)
        if _goes_on(turn) and _is_spoken(message)
    ]
    return _last((*context, *spoken), limit)


def _numbered(turns: Sequence[Turn], context: Sequence[SourceMessage]) -> Iterator[tuple[Turn, int, TurnMessage]]:
    """Every message with its number in the session, which goes on from the context. A tool's answer counts with what follows it."""
    last = context[-1].position if context else None
    position = 0 if last is None else last + 1
    for turn in turns:
        for message in turn.messages:
            yield turn, position, message
            position += _is_spoken(message) and _goes_on(turn)


def _goes_on(turn: Turn) -> bool:
    """What it says is new to the session, and said for all to hear."""
    return turn.quarantine is None and not is_summary(turn)


def _is_spoken(message: TurnMessage) -> bool:
    return message.role in CONTEXT_ROLES and bool(message.text)


def _last(messages: tuple[SourceMessage, ...], limit: int) -> tuple[SourceMessage, ...]:
    return messages[-limit:] if limit else ()


def _groups(turns: Sequence[Turn], characters: int) -> list[tuple[Turn, ...]]:
    groups: list[tuple[Turn, ...]] = []
    held: list[Turn] = []
    held_size = 0
    for turn in turns:
        size = sum(len(message.text) for message in turn.messages)
        stands_alone = turn.ingested or turn.trigger_hint is not None or turn.quarantine is not None or is_summary(turn)
        if held and (stands_alone or held_size + size > characters):
            groups.append(tuple(held))
            held, held_size = [], 0
        held.append(turn)
        held_size += size
        if stands_alone:
            groups.append(tuple(held))
            held, held_size = [], 0
    if held:
        groups.append(tuple(held))
    return groups


def _windows(turns: tuple[Turn, ...], context: tuple[SourceMessage, ...], characters: int) -> tuple[Window, ...]:
    parts = [part for numbered in _numbered(turns, context) for part in _parts(*numbered, characters=characters)]
    windows: list[Window] = []
    held: list[tuple[Turn, int, SourceMessage]] = []
    for part in parts:
        if held and sum(len(message.text) for _, _, message in held) + len(part[2].text) > characters:
            windows.append(_window(turns, context, held))
            held = []
        held.append(part)
    windows.append(_window(turns, context, held))
    return tuple(windows)


def _window(turns: tuple[Turn, ...], context: tuple[SourceMessage, ...], parts: list[tuple[Turn, int, SourceMessage]]) -> Window:
    before = [Line(ref=f"m{number}", message=message) for number, message in enumerate(context, 1)]
    own = [
        Line(ref=f"m{number}", message=message, turn=turn, position=position)
        for number, (turn, position, message) in enumerate(parts, len(before) + 1)
    ]
    return Window(turns=turns, lines=(*before, *own))


def _parts(turn: Turn, position: int, message: TurnMessage, *, characters: int) -> list[tuple[Turn, int, SourceMessage]]:
    return [(turn, position, _source(turn, message, text)) for text in chunks(message.text, characters)]


def _source(turn: Turn, message: TurnMessage, text: str) -> SourceMessage:
    return SourceMessage(
        message_id=message.message_id,
        role=message.role,
        text=text,
        at=message.occurred_at or turn.occurred_at,
        name=message.name,
    )
