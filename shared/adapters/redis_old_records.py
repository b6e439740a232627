"""Old records over Redis; each script decides again whether a record is old and closed."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from shared.adapters.audit_files import AuditFiles
from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, key, review_key
from shared.contracts.records import decode_record
from shared.domain.maintenance import RecordKind
from shared.domain.review import Review

CHUNK = 200
ANSWERED = ("approved", "rejected")


class RedisOldRecords:
    """See OldRecords. Without a folder for its files the audit stays in the stream."""

    def __init__(self, connection: RedisConnection, audit_dir: Path | None = None) -> None:
        self._redis = connection
        self._audit = AuditFiles(connection, audit_dir) if audit_dir is not None else None

    def count(self, tenant_id: str, kind: RecordKind, *, before: datetime) -> int:
        """See OldRecords."""
        return self._go(tenant_id, kind, before, is_removing=False)

    def remove(self, tenant_id: str, kind: RecordKind, *, before: datetime) -> int:
        """See OldRecords."""
        return self._go(tenant_id, kind, before, is_removing=True)

    def _go(self, tenant_id: str, kind: RecordKind, before: datetime, *, is_removing: bool) -> int:
        if kind is RecordKind.CAPTURES:
            return self._captures(tenant_id, _ms(before), is_removing=is_removing)
        if kind is RecordKind.REVIEWS:
            return self._reviews(tenant_id, before, is_removing=is_removing)
        if kind is RecordKind.DEAD_LETTERS:
            return self._dead_letters(tenant_id, _ms(before), is_removing=is_removing)
        if kind is RecordKind.AUDIT and self._audit is not None:
            return self._audit.move(tenant_id, before=before) if is_removing else self._audit.count(tenant_id, before=before)
        return 0

    def _captures(self, tenant_id: str, before: int, *, is_removing: bool) -> int:
        total, offset = 0, 0
        while True:
            looked, found = self._redis.run("old_captures", encoded(tenant_id), before, offset, CHUNK, int(is_removing))
            total += int(found)
            offset += looked - found if is_removing else looked
            if looked < CHUNK:
                return total

    def _dead_letters(self, tenant_id: str, before: int, *, is_removing: bool) -> int:
        with self._redis.commands() as client:
            found: Any = client.zrangebyscore(key("dead_index", tenant_id), "-inf", f"({before}")
        ids: list[bytes] = found
        if not is_removing:
            return len(ids)
        return sum(int(self._redis.run("forget_dead", encoded(tenant_id), text(capture), before)) for capture in ids)

    def _reviews(self, tenant_id: str, before: datetime, *, is_removing: bool) -> int:
        total = 0
        for raw in list(self._answered(tenant_id, before)):
            review = decode_record(raw, Review)
            if review.answered_at is None or review.answered_at >= before:
                continue
            name = review_key(tenant_id, review.id)
            removed = is_removing and self._redis.run("forget_review", encoded(tenant_id), encoded(review.owner.key), name, review.id, raw)
            total += 1 if not is_removing or removed else 0
        return total

    def _answered(self, tenant_id: str, before: datetime) -> Iterator[bytes]:
        """Answered ones that were opened before: the index knows no more."""
        with self._redis.commands() as client:
            for status in ANSWERED:
                ids: Any = client.zrangebyscore(key("reviews", tenant_id, status), "-inf", f"({_ms(before)}")
                for start in range(0, len(ids), CHUNK):
                    raws: Any = client.mget([review_key(tenant_id, text(review)) for review in ids[start : start + CHUNK]])
                    yield from (raw for raw in raws if raw is not None)


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
