"""Walking the audit's chain of hashes, from the files of old lines into the stream."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

AuditFields = dict[bytes, bytes]


@dataclass(slots=True)
class Chain:
    """`last`: the hash of the line before. `base`: the hash that the stream goes on from; met on the way if the files are all there."""

    base: bytes
    last: bytes = b""
    at: tuple[int, int] = (0, 0)
    length: int = 0
    is_broken: bool = False
    has_met_base: bool = False

    def begin(self, line_id: str, fields: AuditFields) -> bool:
        """Take the oldest line that is here as it stands. True where it is the very first of all."""
        self._take(line_id, fields)
        return fields[b"hash"] == hash_of(b"", fields)

    def walk(self, lines: Iterable[tuple[str, AuditFields]]) -> None:
        """As far as each hash follows from the one before. A line that was met in a file already is passed over."""
        for line_id, fields in lines:
            if self.is_broken:
                return
            if place(line_id) > self.at:
                self.is_broken = fields[b"hash"] != hash_of(self.last, fields)
                self._take(line_id, fields)

    def _take(self, line_id: str, fields: AuditFields) -> None:
        self.last, self.at, self.length = fields[b"hash"], place(line_id), self.length + 1
        self.has_met_base = self.has_met_base or self.last == self.base


def hash_of(before: bytes, fields: AuditFields) -> bytes:
    """What a line's hash has to be."""
    return hashlib.sha1(before + fields[b"at"] + fields[b"content"], usedforsecurity=False).hexdigest().encode()


def place(stream_id: str) -> tuple[int, int]:
    """The id of a stream's line as numbers that can be compared."""
    milliseconds, part = stream_id.split("-")
    return int(milliseconds), int(part)
