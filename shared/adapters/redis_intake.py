"""The door for turns: one script stores the turn, fills its inbox and moves the ledger."""

import json
import time
from collections.abc import Sequence
from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, inbox_id
from shared.adapters.redis_session_words import WordsKept
from shared.contracts.records import encode_record
from shared.domain.errors import QueueFull
from shared.domain.turn import CaptureState, Receipt, Turn

MEMORY_CHECK_SECONDS = 1.0


class RedisTurnIntake:
    """TurnIntake over Redis. `max_turns` bounds a tenant's turns in flight; nothing is ever trimmed.

    `words` bounds what a session keeps of its turns for a summary.
    """

    def __init__(self, connection: RedisConnection, *, max_turns: int, full_at_memory_share: float, words: WordsKept | None = None) -> None:
        self._redis = connection
        self._words = words or WordsKept()
        self._max_turns = max_turns
        self._full_share = full_at_memory_share
        self._memory_checked_at = float("-inf")
        self._memory_is_full = False

    def accept(self, turn: Turn) -> Receipt:
        """See TurnIntake."""
        return self.accept_many([turn])[0]

    def accept_many(self, turns: Sequence[Turn]) -> tuple[Receipt, ...]:
        """See TurnIntake. QueueFull is raised when any turn found the queue full; those before it are stored."""
        self._refuse_when_memory_is_full()
        answers = self._redis.run_many("accept_turn", [self._arguments(turn) for turn in turns])
        receipts = tuple(_receipt(answer) for answer in answers)
        for answer in answers:
            if text(answer[0]) == "full":
                raise QueueFull(f"{self._max_turns} turns are waiting: the queue is full", retry_after_seconds=5)
        return receipts

    def skip(self, turn: Turn, *, reason: str, keep: bool) -> Receipt:
        """See TurnIntake."""
        answer = self._redis.run(
            "skip_turn",
            encoded(turn.tenant_id),
            encoded(turn.owner.key),
            turn.session_id or "",
            turn.capture_id,
            turn.turn_id,
            turn.content_key,
            reason,
            int(keep),
            _kinds(turn),
            turn.agent_id or "",
            _labels(turn),
        )
        receipt = _receipt(answer)
        return Receipt(
            capture_id=receipt.capture_id,
            turn_id=receipt.turn_id,
            state=receipt.state,
            duplicate=receipt.duplicate,
            reason=reason,
        )

    def release(self, turn: Turn) -> bool:
        """See TurnIntake."""
        inbox = inbox_id(turn.tenant_id, turn.owner, turn.session_id)
        arguments = (encoded(turn.tenant_id), turn.capture_id, inbox, encode_record(turn), *self._words.arguments(turn))
        answer: int = self._redis.run("release_turn", *arguments)
        return answer == 1

    def _arguments(self, turn: Turn) -> list[str | bytes | int | float]:
        return [
            encoded(turn.tenant_id),
            encoded(turn.owner.key),
            turn.session_id or "",
            inbox_id(turn.tenant_id, turn.owner, turn.session_id),
            turn.capture_id,
            turn.turn_id,
            turn.content_key,
            turn.replay_key or "",
            self._max_turns,
            encode_record(turn),
            _kinds(turn),
            turn.agent_id or "",
            _labels(turn),
            turn.replay_seconds,
            *self._words.arguments(turn),
        ]

    def _refuse_when_memory_is_full(self) -> None:
        now = time.monotonic()
        if now - self._memory_checked_at >= MEMORY_CHECK_SECONDS:
            with self._redis.commands() as client:
                info: dict[str, Any] = client.info("memory")
            limit = int(info.get("maxmemory", 0))
            self._memory_is_full = limit > 0 and int(info["used_memory"]) >= self._full_share * limit
            self._memory_checked_at = now
        if self._memory_is_full:
            raise QueueFull("Redis is nearly out of memory: intake waits for the workers", retry_after_seconds=10)


def _kinds(turn: Turn) -> str:
    """What was redacted, by kind: it stays readable when the turn is gone."""
    return json.dumps(dict(turn.redactions)) if turn.redactions else ""


def _labels(turn: Turn) -> str:
    """Who may read the capture is decided by these, also when the turn is gone."""
    return json.dumps(dict(turn.labels)) if turn.labels else ""


def _receipt(answer: Sequence[Any]) -> Receipt:
    status, capture, state, turn_id = (text(part) for part in answer[:4])
    return Receipt(
        capture_id=capture,
        turn_id=turn_id,
        state=CaptureState(state) if state else CaptureState.ACCEPTED,
        duplicate=status == "duplicate",
        needs_wake=status == "fresh" and len(answer) > 4 and int(answer[4]) == 0,
    )
