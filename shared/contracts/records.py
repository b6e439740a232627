"""Records as stored and queued: versioned JSON of domain dataclasses. Never pickle."""

from collections.abc import Hashable
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from shared.domain.errors import RecordUnreadable

RECORD_VERSION = 1

Record = TypeVar("Record")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def encode_record(record: object) -> bytes:
    """`{"v":1,"r":{...}}`: the record's fields, times as RFC 3339, bytes as base64."""
    return b'{"v":%d,"r":%s}' % (RECORD_VERSION, msgspec.json.encode(record))


def decode_record(raw: bytes, kind: type[Record]) -> Record:
    """The inverse. RecordUnreadable for another version or shape."""
    try:
        envelope = _decoder(dict[str, msgspec.Raw]).decode(raw)
        version = msgspec.json.decode(envelope["v"])
        if version != RECORD_VERSION:
            raise RecordUnreadable(f"record version {version}, this build reads {RECORD_VERSION}: upgrade the service")
        record: Record = _decoder(cast("Hashable", kind)).decode(envelope["r"])
    except (msgspec.MsgspecError, KeyError) as fault:
        raise RecordUnreadable(f"stored {kind.__name__} cannot be read: {fault}") from fault
    return record


def from_plain(value: Any, kind: type[Record]) -> Record:
    """The inverse of `to_plain`. RecordUnreadable for another shape."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.MsgspecError as fault:
        raise RecordUnreadable(f"this is no {kind.__name__}: {fault}") from fault


def to_plain(record: object) -> Any:
    """Builtins only (dicts, lists, strings, numbers), for JSON columns inside other records."""
    return msgspec.to_builtins(record)
