"""Captures over Redis: one hash per capture, one per candidate in flight."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import context_key, encoded, guard_inbox_id, key
from shared.contracts.records import decode_record, encode_record
from shared.domain.candidate import SourceMessage
from shared.domain.decision import Outcome, Proposal
from shared.domain.errors import LeaseLost
from shared.domain.scope import Owner, parse_owner
from shared.domain.turn import CaptureState, Turn
from shared.ports.captures import CaptureView, ConsumedTurn
from shared.ports.inboxes import Lease


class RedisCaptures:
    """See Captures."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def view(self, tenant_id: str, capture_id: str) -> CaptureView | None:
        """See Captures."""
        with self._redis.commands() as client:
            fields: Any = client.hgetall(key("cap", tenant_id, capture_id))
        return _view(tenant_id, capture_id, fields) if fields else None

    def turns(self, tenant_id: str, capture_ids: Sequence[str]) -> tuple[Turn, ...]:
        """See Captures."""
        raws = self._fields([key("cap", tenant_id, capture_id) for capture_id in capture_ids], "turn")
        return tuple(decode_record(raw, Turn) for raw in raws if raw is not None)

    def begin_extraction(self, lease: Lease) -> None:
        """See Captures."""
        answer = self._redis.run(
            "begin_extraction", lease.kind.value, lease.inbox_id, lease.fence, encoded(lease.tenant_id), *lease.entry_ids
        )
        if answer == 0:
            raise LeaseLost("the lease ran out before extraction began")

    def commit_extraction(self, lease: Lease, consumed: Sequence[ConsumedTurn], context: Sequence[SourceMessage]) -> None:
        """See Captures."""
        args: list[str | bytes | int | float] = [
            lease.inbox_id,
            lease.fence,
            encoded(lease.tenant_id),
            encoded(lease.owner.key),
            lease.session_id or "",
            guard_inbox_id(lease.tenant_id, lease.owner),
            context_key(lease.tenant_id, lease.owner, lease.session_id),
            encode_record(tuple(context)) if context else b"",
            len(consumed),
        ]
        for turn in consumed:
            args += [turn.capture_id, len(turn.proposals)]
            for proposal in turn.proposals:
                args += [proposal.candidate.id, proposal.candidate.number, encode_record(proposal)]
        if self._redis.run("commit_extraction", *args) == -1:
            raise LeaseLost("the lease ran out before the extraction was committed")

    def bury(self, lease: Lease, capture_id: str, *, reason: str, raw: str) -> None:
        """See Captures."""
        answer = self._redis.run(
            "bury_turn", lease.kind.value, lease.inbox_id, lease.fence, encoded(lease.tenant_id), capture_id, reason, raw
        )
        if answer == 0:
            raise LeaseLost("the lease ran out before the turn was buried")

    def proposals(self, tenant_id: str, candidate_ids: Sequence[str]) -> tuple[Proposal, ...]:
        """See Captures."""
        raws = self._fields([key("cand", tenant_id, candidate_id) for candidate_id in candidate_ids], "record")
        return tuple(decode_record(raw, Proposal) for raw in raws if raw is not None)

    def context(self, tenant_id: str, owner: Owner, session_id: str | None) -> tuple[SourceMessage, ...]:
        """See Captures."""
        with self._redis.commands() as client:
            raw: Any = client.get(context_key(tenant_id, owner, session_id))
        return decode_record(raw, tuple[SourceMessage, ...]) if raw else ()

    def pending(self, tenant_id: str, owner: Owner, *, limit: int) -> tuple[Turn, ...]:
        """See Captures."""
        with self._redis.commands() as client:
            newest: Any = client.zrevrange(key("pending", tenant_id, owner.key), 0, limit - 1)
        return self.turns(tenant_id, [text(capture_id) for capture_id in newest]) if newest else ()

    def _fields(self, keys: Sequence[str], field: str) -> list[bytes | None]:
        if not keys:
            return []
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=False)
            for name in keys:
                pipe.hget(name, field)
            return list(pipe.execute())


def _view(tenant_id: str, capture_id: str, fields: dict[bytes, bytes]) -> CaptureView:
    numbers = {name[2:]: int(value) for name, value in fields.items() if name.startswith(b"c:")}
    outcomes = sorted(
        ((numbers.get(name[2:], 0), decode_record(value, Outcome)) for name, value in fields.items() if name.startswith(b"o:")),
        key=lambda numbered: numbered[0],
    )
    return CaptureView(
        capture_id=capture_id,
        turn_id=text(fields[b"turn_id"]),
        tenant_id=tenant_id,
        owner=_decoded_owner(fields[b"owner"]),
        state=CaptureState(text(fields[b"state"])),
        reason=text(fields.get(b"reason")) or None,
        outcomes=tuple(outcome for _, outcome in outcomes),
        attempts=int(fields.get(b"attempts", b"0")),
        error=text(fields.get(b"error")) or None,
        accepted_at=datetime.fromtimestamp(float(fields[b"accepted"]) / 1000, UTC),
        redactions=json.loads(fields.get(b"redactions", b"{}")),
        agent_id=text(fields.get(b"agent")) or None,
        labels=json.loads(fields.get(b"labels", b"{}")),
    )


def _decoded_owner(raw: bytes) -> Owner:
    return parse_owner(unquote(text(raw)))
