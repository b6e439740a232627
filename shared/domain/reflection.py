"""A look back as a turn of its own: what was put right, repeated and learned as records, what was refused as hints. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from shared.domain import identity
from shared.domain.candidate import Role
from shared.domain.scope import Owner, OwnerKind, default_visibility
from shared.domain.turn import Turn, TurnMessage

REFLECTION = "reflection"
OFFLINE = "reflection:offline"
NOTHING_NEW = "reflection:nothing_new"
LONGEST = 1000
MOST_RECORDS = 40


class LookedAt(StrEnum):
    """What a record is. The value is the speaker's name that a model reads."""

    CORRECTION = "correction"
    REPEATED = "repeated"
    LEARNING = "learning"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Record:
    """One record: its words and when it was made."""

    kind: LookedAt
    text: str
    at: datetime


def reflection_turn(tenant_id: str, owner: Owner, records: Sequence[Record], *, now: datetime) -> Turn:
    """The same records are the same turn, so that they are looked at once. A reject speaks as the system: nobody's word to rest on."""
    kept = [replace(each, text=each.text[:LONGEST]) for each in records[:MOST_RECORDS]]
    words = [part for each in kept for part in (each.kind.value, each.text)]
    content_key = identity.digest("content", owner.key, REFLECTION, *words)
    turn_id = f"{REFLECTION}-{content_key}"
    session_id = f"{REFLECTION}:{content_key}"
    return Turn(
        capture_id=identity.capture_id(tenant_id=tenant_id, owner_key=owner.key, session_id=session_id, turn_id=turn_id),
        turn_id=turn_id,
        tenant_id=tenant_id,
        owner=owner,
        visibility=default_visibility(owner),
        messages=tuple(_message(number, each) for number, each in enumerate(kept, 1)),
        occurred_at=now,
        received_at=now,
        content_key=content_key,
        user_id=owner.id if owner.kind is OwnerKind.USER else None,
        chat_id=owner.id if owner.kind is OwnerKind.CHAT else None,
        session_id=session_id,
        trigger=REFLECTION,
    )


def may_be_cited(record: Record) -> bool:
    """Somebody stands behind it: all but what was refused."""
    return record.kind is not LookedAt.REJECT


def _message(number: int, record: Record) -> TurnMessage:
    role = Role.TOOL if may_be_cited(record) else Role.SYSTEM
    return TurnMessage(message_id=f"m{number}", role=role, text=record.text, name=record.kind.value, occurred_at=record.at)
