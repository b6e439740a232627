"""What the same person said in the same session within the last half hour, from wherever it is kept."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from shared.domain.candidate import Role, SourceMessage
from shared.domain.session_summary import is_summary
from shared.domain.turn import Turn
from shared.ports.recall_log import AskedBefore

AT_MOST = timedelta(minutes=30)
CLOCKS_DIFFER_BY = timedelta(minutes=5)
"""A host's clock may be ahead of ours."""
Said = tuple[datetime, str]


def said_before(
    *, session_id: str, asked: Sequence[AskedBefore], context: Sequence[SourceMessage], turns: Sequence[Turn], now: datetime
) -> tuple[str, ...]:
    """Newest first, each once: earlier questions, user messages that were captured, and those that wait for judgement.

    `context` is this session's already; of `turns` only those of this session count.
    """
    found: list[Said] = [(before.at, before.query) for before in asked]
    found += [(message.at, message.text) for message in context if message.role is Role.USER]
    said = (turn for turn in turns if turn.quarantine is None and not is_summary(turn))
    found += _of_turns(turn for turn in said if turn.session_id == session_id)
    recent = [(at, text) for at, text in found if now - AT_MOST <= at <= now + CLOCKS_DIFFER_BY]
    return tuple(dict.fromkeys(text for _, text in sorted(recent, key=lambda said: said[0], reverse=True)))


def _of_turns(turns: Iterable[Turn]) -> list[Said]:
    return [
        (message.occurred_at or turn.occurred_at, message.text) for turn in turns for message in turn.messages if message.role is Role.USER
    ]
