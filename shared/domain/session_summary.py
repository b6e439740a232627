"""A session's kept words as one turn, from which its summary is made: what is kept, who may read it, which slot it fills. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from shared.domain import identity
from shared.domain.scope import Owner, OwnerKind, Visibility, default_visibility
from shared.domain.turn import Turn, TurnMessage

SUMMARY = "session_summary"
"""The trigger of a summary's turn. No host may give it."""
OFFLINE = "session_summary:offline"
OFF = "session_summary:off"
NOTHING_SAID = "session_summary:nothing_said"
SUBJECT = "session"
_SLOT = "session_summary-"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTurn:
    """What a session keeps of one turn for a day: who may see it and what was said, redacted. Every message has its time."""

    capture_id: str
    turn_id: str
    visibility: Visibility
    messages: tuple[TurnMessage, ...]
    at: datetime
    agent_id: str | None = None
    chat_id: str | None = None
    timezone: str = ""
    ttl_seconds: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def readers(self) -> tuple[object, ...]:
        """Turns with equal readers may be told of together; others never meet in one summary."""
        chat = self.chat_id if self.visibility is Visibility.CHAT else None
        return self.visibility.value, self.agent_id, chat, tuple(sorted(self.labels.items()))


def is_summary(turn: Turn) -> bool:
    """The turn holds a session's words to be summarised, not something that was just said."""
    return turn.trigger == SUMMARY


def is_summary_slot(slot: str | None) -> bool:
    """A candidate or memory of this slot is a session's summary: it stands beside facts and never instead of one."""
    return slot is not None and slot.startswith(_SLOT)


def by_readers(kept: Sequence[KeptTurn]) -> tuple[tuple[KeptTurn, ...], ...]:
    """The turns of each circle of readers in their order; the circle that was spoken to last comes first."""
    groups: defaultdict[tuple[object, ...], list[KeptTurn]] = defaultdict(list)
    for turn in kept:
        groups[turn.readers].append(turn)
    ordered = sorted(groups.values(), key=lambda turns: turns[-1].at, reverse=True)
    return tuple(map(tuple, ordered))


def summary_turn(tenant_id: str, owner: Owner, session_id: str, kept: Sequence[KeptTurn], *, now: datetime) -> Turn:
    """One turn out of the kept ones (at least one, of one circle of readers). The same words are the same turn.

    It lives as long as the shortest life that any of them was given. Its message ids name turn and message.
    """
    messages = tuple(_message(turn, message) for turn in kept for message in turn.messages)
    words = [part for message in messages for part in (message.message_id, message.role.value, message.text)]
    content_key = identity.digest("content", owner.key, SUMMARY, session_id, *words)
    lives = [turn.ttl_seconds for turn in kept if turn.ttl_seconds]
    last = kept[-1]
    turn_id = f"{SUMMARY}-{content_key}"
    return Turn(
        capture_id=identity.capture_id(tenant_id=tenant_id, owner_key=owner.key, session_id=session_id, turn_id=turn_id),
        turn_id=turn_id,
        tenant_id=tenant_id,
        owner=owner,
        visibility=last.visibility,
        messages=messages,
        occurred_at=max(message.occurred_at or last.at for message in messages),
        received_at=now,
        content_key=content_key,
        user_id=owner.id if owner.kind is OwnerKind.USER else None,
        agent_id=last.agent_id,
        session_id=session_id,
        chat_id=last.chat_id,
        trigger=SUMMARY,
        timezone=last.timezone,
        ttl_seconds=min(lives) if lives else None,
        labels=last.labels,
    )


def unsaid_turn(tenant_id: str, owner: Owner, session_id: str, reason: str, *, now: datetime) -> Turn:
    """What stands for a summary that is not made, without a word; the same for the same reason."""
    turn_id = f"{reason}-{identity.digest(reason, session_id)}"
    return Turn(
        capture_id=identity.capture_id(tenant_id=tenant_id, owner_key=owner.key, session_id=session_id, turn_id=turn_id),
        turn_id=turn_id,
        tenant_id=tenant_id,
        owner=owner,
        visibility=default_visibility(owner),
        messages=(),
        occurred_at=now,
        received_at=now,
        content_key=identity.digest("content", owner.key, reason, session_id),
        user_id=owner.id if owner.kind is OwnerKind.USER else None,
        session_id=session_id,
        trigger=SUMMARY,
    )


def slot_of(turn: Turn) -> str:
    """Summaries of one session that begin with the same words share it: the later one, which holds all that the earlier held, replaces it.

    Once the oldest words have fallen out of what is kept the slot is another, and the later summary stands beside the earlier one.
    """
    chat = turn.chat_id if turn.visibility is Visibility.CHAT else None
    labels = [part for item in sorted(turn.labels.items()) for part in item]
    return _SLOT + identity.digest(turn.session_id, turn.messages[0].message_id, turn.visibility.value, turn.agent_id, chat, *labels)


def _message(turn: KeptTurn, message: TurnMessage) -> TurnMessage:
    return replace(message, message_id=f"{turn.turn_id}/{message.message_id}", occurred_at=message.occurred_at or turn.at)
