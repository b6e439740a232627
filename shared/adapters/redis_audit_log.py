"""The audit stream over Redis: each line's hash covers the hash before it."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, key
from shared.domain.write_plan import AuditEntry
from shared.ports.audit_log import AuditLine

PAGE = 1000


class RedisAuditLog:
    """See AuditLog."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def append(self, tenant_id: str, entry: AuditEntry) -> None:
        """See AuditLog."""
        self._redis.run("append_audit", encoded(tenant_id), msgspec.json.encode(entry))

    def lines(self, tenant_id: str, *, limit: int, since: datetime | None = None, action: str | None = None) -> tuple[AuditLine, ...]:
        """See AuditLog."""
        start = "-" if since is None else str(int(since.timestamp() * 1000))
        found: list[AuditLine] = []
        for stream_id, fields in self._stream(tenant_id, start):
            entry = msgspec.json.decode(fields[b"content"], type=AuditEntry)
            if action is None or entry.action == action:
                found.append(_line(stream_id, fields, entry))
            if len(found) == limit:
                break
        return tuple(found)

    def verify(self, tenant_id: str) -> bool:
        """See AuditLog."""
        with self._redis.commands() as client:
            base: Any = client.get(key("audit_base", tenant_id))
        before: bytes = base or b""
        for _, fields in self._stream(tenant_id, "-"):
            expected = hashlib.sha1(before + fields[b"at"] + fields[b"content"], usedforsecurity=False).hexdigest().encode()
            if fields[b"hash"] != expected:
                return False
            before = expected
        return True

    def _stream(self, tenant_id: str, start: str) -> Iterator[tuple[str, dict[bytes, bytes]]]:
        while True:
            with self._redis.commands() as client:
                page: Any = client.xrange(key("audit", tenant_id), min=start, count=PAGE)
            for stream_id, fields in page:
                yield text(stream_id), fields
            if len(page) < PAGE:
                return
            start = "(" + text(page[-1][0])


def _line(stream_id: str, fields: dict[bytes, bytes], entry: AuditEntry) -> AuditLine:
    return AuditLine(
        id=stream_id,
        at=datetime.fromtimestamp(int(fields[b"at"]) / 1000, UTC),
        action=entry.action,
        actor=entry.actor,
        subject_ids=entry.subject_ids,
        reason=entry.reason,
        detail=entry.detail,
        hash=text(fields[b"hash"]),
    )
