"""Turns and windows for the tests of this folder."""

from datetime import UTC, datetime, timedelta
from typing import Any

from shared.domain import identity
from shared.domain.candidate import Role, SourceMessage
from shared.domain.scope import Owner, OwnerKind, Visibility
from shared.domain.turn import Turn, TurnMessage
from shared.extraction.windows import Batch, Window, batches

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
OWNER = Owner(OwnerKind.USER, "ann")


def turn(*spoken: tuple[str, str] | str, number: int = 1, **fields: Any) -> Turn:
    """Each message is a text of the user, or (role, text)."""
    pairs = [("user", said) if isinstance(said, str) else said for said in spoken]
    at = NOW + timedelta(minutes=number)
    given: dict[str, Any] = {
        "capture_id": identity.capture_id(tenant_id="acme", owner_key=OWNER.key, session_id="s1", turn_id=f"t{number}"),
        "turn_id": f"t{number}",
        "tenant_id": "acme",
        "owner": OWNER,
        "visibility": Visibility.PRIVATE,
        "messages": tuple(
            TurnMessage(message_id=f"h{place}", role=Role(role), text=text, name="Ann" if role == "user" else None)
            for place, (role, text) in enumerate(pairs)
        ),
        "occurred_at": at,
        "received_at": at,
        "content_key": f"k{number}",
        "user_id": "ann",
        "session_id": "s1",
    }
    return Turn(**{**given, **fields})


def window(*turns: Turn, context: tuple[SourceMessage, ...] = ()) -> Window:
    """All turns in one window."""
    return batch(*turns, context=context).windows[0]


def batch(*turns: Turn, context: tuple[SourceMessage, ...] = ()) -> Batch:
    return batches(turns, context, characters=24_000, context_messages=6)[0]


def said(role: str, text: str, number: int = 0) -> SourceMessage:
    """A context message."""
    return SourceMessage(message_id=f"t0/h{number}", role=Role(role), text=text, at=NOW, is_context=True)
