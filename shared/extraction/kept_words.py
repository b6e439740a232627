"""What a session keeps of an accepted turn: the words of people and assistants, bounded, and who may see them."""

from dataclasses import replace

from shared.domain.session_summary import KeptTurn, is_summary
from shared.domain.turn import Turn, TurnMessage
from shared.extraction.windows import CONTEXT_ROLES
from shared.text.chunking import chunks

LONGEST_MESSAGE = 4000
"""Characters of one message; a pasted file is cut at the end of a sentence."""


def kept_words(turn: Turn, *, most_characters: int) -> KeptTurn | None:
    """None where nothing is kept: no session, an event or free text, a summary, words that wait for a person's release.

    Of a turn over `most_characters` the newest messages stay.
    """
    is_conversation = turn.session_id is not None and turn.trigger_hint is None and not turn.ingested and not is_summary(turn)
    if not is_conversation or turn.quarantine is not None:
        return None
    messages: list[TurnMessage] = []
    size = 0
    for message in reversed(turn.messages):
        text = _beginning(message.text, min(LONGEST_MESSAGE, most_characters)) if message.role in CONTEXT_ROLES else ""
        if not text:
            continue
        size += len(text)
        if size > most_characters:
            break
        messages.append(replace(message, text=text, occurred_at=message.occurred_at or turn.occurred_at))
    if not messages:
        return None
    return KeptTurn(
        capture_id=turn.capture_id,
        turn_id=turn.turn_id,
        visibility=turn.visibility,
        messages=tuple(reversed(messages)),
        at=turn.received_at,
        agent_id=turn.agent_id,
        chat_id=turn.chat_id,
        timezone=turn.timezone,
        ttl_seconds=turn.ttl_seconds,
        labels=turn.labels,
    )


def _beginning(text: str, most: int) -> str:
    """Whole sentences, words at least, from its first `most` characters: one more is looked at, which makes a part of its own."""
    return next(iter(chunks(text.lstrip()[: most + 1], most)), "")


def length_of(kept: KeptTurn) -> int:
    """Characters."""
    return sum(len(message.text) for message in kept.messages)
