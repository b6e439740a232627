"""Old lines of the audit stream, moved to files: one a month and tenant, NDJSON, appended only."""

import glob
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shared.adapters.audit_chain import AuditFields, place
from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, key

PAGE = 1000
Line = tuple[bytes, AuditFields]
SPOILT: tuple[str, AuditFields] = (f"{2**63}-0", {b"at": b"", b"content": b"", b"hash": b""})
LONGEST_NAME = 150
"""Characters of a tenant in a file's name; a longer one is cut and told apart by its hash."""


class AuditFiles:
    """A line is in its file, on the disk, before it leaves the stream; one that is in the file already is not written again."""

    def __init__(self, connection: RedisConnection, folder: Path) -> None:
        self._redis = connection
        self._folder = folder

    def count(self, tenant_id: str, *, before: datetime) -> int:
        """Lines in the stream that are older."""
        return sum(len(self._old(tenant_id, start, before)) for start in self._starts(tenant_id, before))

    def move(self, tenant_id: str, *, before: datetime) -> int:
        """Move them. How many."""
        moved = 0
        while lines := self._old(tenant_id, "-", before):
            self._append(tenant_id, lines)
            last_ms, last_part = text(lines[-1][0]).split("-")
            self._redis.run("trim_audit", encoded(tenant_id), f"{last_ms}-{int(last_part) + 1}", lines[-1][1][b"hash"])
            moved += len(lines)
        return moved

    def lines(self, tenant_id: str) -> Iterator[tuple[str, AuditFields]]:
        """Everything in the tenant's files, oldest first; a line that a crash cut off is left out, a spoilt one stands with no hash."""
        for path in sorted(self._folder.glob(f"{glob.escape(_name_of(tenant_id))}-????-??.ndjson")):
            with path.open("rb") as file:
                for line in file:
                    if line.endswith(b"\n"):
                        yield _unpacked(line)

    def _starts(self, tenant_id: str, before: datetime) -> "Sequence[str]":
        starts, start = [], "-"
        while lines := self._old(tenant_id, start, before):
            starts.append(start)
            start = "(" + text(lines[-1][0])
        return starts

    def _old(self, tenant_id: str, start: str, before: datetime) -> list[Line]:
        end = f"({int(before.timestamp() * 1000)}-0"
        with self._redis.commands() as client:
            lines: Any = client.xrange(key("audit", tenant_id), min=start, max=end, count=PAGE)
        return list(lines)

    def _append(self, tenant_id: str, lines: Sequence[Line]) -> None:
        by_month: dict[str, list[Line]] = {}
        for line in lines:
            month = datetime.fromtimestamp(int(line[1][b"at"]) / 1000, UTC).strftime("%Y-%m")
            by_month.setdefault(month, []).append(line)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for month, members in by_month.items():
            path = self._folder / f"{_name_of(tenant_id)}-{month}.ndjson"
            known = _last_id(path)
            fresh = [line for line in members if place(text(line[0])) > known]
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(descriptor, "ab") as file:
                file.writelines(_packed(line) for line in fresh)
                file.flush()
                os.fsync(file.fileno())


def _packed(line: Line) -> bytes:
    """`at`, `content` and `hash` as they stand in the stream, so that the chain can be checked from the files too."""
    fields = {name.decode(): value.decode() for name, value in line[1].items()}
    return json.dumps({"id": text(line[0]), **fields}, ensure_ascii=False).encode() + b"\n"


def _unpacked(line: bytes) -> tuple[str, AuditFields]:
    try:
        fields = json.loads(line)
        return fields["id"], {name: fields[name.decode()].encode() for name in (b"at", b"content", b"hash")}
    except (ValueError, KeyError, TypeError, AttributeError):
        return SPOILT


def _last_id(path: Path) -> tuple[int, int]:
    """The place of the last whole line; what a crash cut off behind it is taken away."""
    if not path.exists():
        return (0, 0)
    whole, _, cut = path.read_bytes().rpartition(b"\n")
    if cut:
        os.truncate(path, len(whole) + 1 if whole else 0)
    last = whole.rpartition(b"\n")[2]
    return place(json.loads(last)["id"]) if last else (0, 0)


def _name_of(tenant_id: str) -> str:
    name = encoded(tenant_id)
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:LONGEST_NAME]}~{hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()}"
