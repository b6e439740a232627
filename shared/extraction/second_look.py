"""What Redis gave back, redacted once more: a turn may be older than a redaction rule of today."""

from collections.abc import Sequence
from dataclasses import replace

from shared.domain.candidate import SourceMessage
from shared.domain.turn import Turn, TurnMessage
from shared.text.redact import redact, redact_json


def redacted_again(turn: Turn) -> Turn:
    """The turn itself where nothing is left to find. Identifiers stay, and labels: what a key demands was never redacted."""
    messages = tuple(map(_message, turn.messages))
    metadata, _ = redact_json(dict(turn.metadata), with_keys=True)
    data, _ = redact_json(dict(turn.data), with_keys=True)
    if (messages, metadata, data) == (turn.messages, dict(turn.metadata), dict(turn.data)):
        return turn
    return replace(turn, messages=messages, metadata=metadata, data=data)


def redacted_context(context: Sequence[SourceMessage]) -> tuple[SourceMessage, ...]:
    """The messages before a window, likewise."""
    return tuple(replace(message, text=redact(message.text).text, name=_name(message.name)) for message in context)


def _message(message: TurnMessage) -> TurnMessage:
    return replace(message, text=redact(message.text).text, name=_name(message.name))


def _name(name: str | None) -> str | None:
    return None if name is None else redact(name).text
