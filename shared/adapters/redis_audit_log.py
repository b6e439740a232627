"""The audit stream over Redis: each line's hash covers the hash before it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from shared.adapters.audit_chain import Chain
from shared.adapters.audit_files import AuditFiles
from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, key
from shared.domain.write_plan import AuditEntry
from shared.ports.audit_log import AuditLine, ChainCheck

PAGE = 1000


class RedisAuditLog:
    """See AuditLog. `audit_dir`: where old lines are, if any have left the stream and this process reaches them."""

    def __init__(self, connection: RedisConnection, audit_dir: Path | None = None) -> None:
        self._redis = connection
        self._files = AuditFiles(connection, audit_dir) if audit_dir is not None else None

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

    def verify(self, tenant_id: str) -> ChainCheck:
        """See AuditLog."""
        with self._redis.commands() as client:
            base: Any = client.get(key("audit_base", tenant_id))
        chain = Chain(base=base or b"", last=base or b"", has_met_base=not base)
        is_whole = not base
        filed = iter(self._files.lines(tenant_id) if self._files is not None else ())
        oldest = next(filed, None)
        if oldest is not None:
            is_whole = chain.begin(*oldest)
            chain.walk(filed)
            chain.is_broken = chain.is_broken or not chain.has_met_base
        in_files = chain.length
        chain.walk(self._stream(tenant_id, "-"))
        return ChainCheck(valid=not chain.is_broken, lines=chain.length, in_files=in_files, is_whole=is_whole)

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
