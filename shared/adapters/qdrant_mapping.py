"""A memory as a point's payload, and back.

The whole version stands in `record`, exactly as it was written; beside it stand the fields that the engine
filters, counts or orders by, and those that a PointSwitch may change later, which win over the record.
"""

import base64
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

import numpy as np

from shared.contracts.records import decode_record, encode_record
from shared.domain.aging import AgingMemory
from shared.domain.candidate import Category, Layer
from shared.domain.decision import Trace
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import Owner, parse_owner
from shared.domain.write_plan import PointInsert, PointSwitch
from shared.text.property_key import property_key
from shared.text.spoken_by import asks_something, speaker_in

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
NEVER_US = 4_000_000_000_000_000_000
"""Stands for "no end", so that one range condition does; far beyond datetime.max, still a 64-bit integer."""

TIMES = {
    "valid_to": "valid_to_us",
    "archived_at": "archived_us",
    "expires_at": "expires_us",
    "last_accessed_at": "last_accessed_us",
}
"""Times that a switch may set -> their payload field."""

PLAIN = ("current", "stage", "superseded_by", "access_count", "seen_count", "highest_version")
"""Other fields that a switch may set; payload and Memory use the same name."""

RELIABILITY = "reliability"
"""A switch may set it too. Kept as text: the engine reads a JSON number to within one bit only."""

MEMORY_FIELDS = ["record", RELIABILITY, *PLAIN, *TIMES.values()]
"""What `read_memory` needs of a payload."""

LAYERS = {layer.value: layer for layer in Layer}
CATEGORIES = {category.value: category for category in Category}
STAGES = {stage.value: stage for stage in RetentionStage}
"""A table answers in a tenth of the time that an enum's call takes; a run of maintenance asks for every memory."""

AGING_FIELDS = [
    *("memory_id", "owner", "layer", "category", "stage", "importance", RELIABILITY, "access_count", "pinned"),
    *("created_us", "observed_us", "last_accessed_us", "archived_us", "expires_us"),
]
"""What `read_aging` needs of a payload."""


def to_us(moment: datetime) -> int:
    """Whole microseconds since 1970, exact."""
    return (moment - EPOCH) // MICROSECOND


def from_us(value: int | None) -> datetime | None:
    """The inverse of `to_us`; None for an absent field and for "no end"."""
    return None if value is None or value >= NEVER_US else EPOCH + value * MICROSECOND


def label_pair(key: str, value: str) -> str:
    """`key=value` as one keyword; injective, because `=` and `%` in the key are percent-encoded."""
    return f"{key.replace('%', '%25').replace('=', '%3D')}={value}"


def pack_terms(term_ids: Sequence[int]) -> str:
    """Base64 of little-endian uint32."""
    return base64.b64encode(np.asarray(term_ids, dtype="<u4").tobytes()).decode("ascii")


def unpack_terms(packed: str) -> tuple[int, ...]:
    """The inverse of `pack_terms`. `struct`, because numpy takes three times as long for a dozen numbers."""
    raw = base64.b64decode(packed)
    return struct.unpack(f"<{len(raw) // 4}I", raw)


def memory_payload(insert: PointInsert) -> dict[str, Any]:
    """What is stored beside a version's vectors. An absent field stands for None."""
    memory = insert.memory
    payload: dict[str, Any] = {
        "tenant": memory.tenant_id,
        "owner": memory.owner.key,
        "user_id": memory.user_id,
        "agent_id": memory.agent_id,
        "session_id": memory.session_id,
        "chat_id": memory.chat_id,
        "speaker": memory.speaker or speaker_in(memory.text),
        "asks": asks_something(memory.text),
        "position": memory.position,
        "language": memory.language,
        "visibility": memory.visibility.value,
        "layer": memory.layer.value,
        "category": memory.category.value,
        "source_type": memory.source_type.value,
        "memory_id": memory.id,
        "version": memory.version,
        "text_key": memory.text_key,
        "property": property_key(memory.subject, memory.slot),
        "text_folded": memory.text.casefold(),
        "label_pairs": [label_pair(key, value) for key, value in memory.labels.items()],
        "importance": memory.importance,
        "pinned": memory.pinned,
        "created_us": to_us(memory.created_at),
        "observed_us": to_us(memory.observed_at),
        "valid_from_us": to_us(memory.valid_from),
        "valid_to_us": NEVER_US,
        "expires_us": NEVER_US,
        "terms": pack_terms(insert.term_ids),
        "record": encode_record(memory).decode(),
    }
    return {name: value for name, value in payload.items() if value is not None} | _changeable(memory)


def switch_payload(switch: PointSwitch) -> dict[str, Any]:
    """The payload fields that a switch sets."""
    return _changeable(switch) | {TIMES[name]: NEVER_US for name in switch.clears}


def _changeable(source: Memory | PointSwitch) -> dict[str, Any]:
    plain = {name: getattr(source, name) for name in PLAIN}
    plain[RELIABILITY] = None if source.reliability is None else repr(source.reliability)
    times = {stored: getattr(source, name) for name, stored in TIMES.items()}
    return {name: value for name, value in plain.items() if value is not None} | {
        stored: to_us(moment) for stored, moment in times.items() if moment is not None
    }


def read_memory(payload: Mapping[str, Any]) -> Memory:
    """The version as it stands now. Needs MEMORY_FIELDS; RecordUnreadable for another build's record."""
    times: dict[str, Any] = {name: from_us(payload.get(stored)) for name, stored in TIMES.items()}
    return replace(
        decode_record(payload["record"].encode(), Memory),
        current=payload["current"],
        stage=RetentionStage(payload["stage"]),
        superseded_by=payload.get("superseded_by"),
        access_count=payload["access_count"],
        seen_count=payload["seen_count"],
        highest_version=payload.get("highest_version"),
        reliability=float(payload[RELIABILITY]),
        **times,
    )


def read_aging(payload: Mapping[str, Any]) -> AgingMemory:
    """What the clock needs of a version as it stands now. Needs AGING_FIELDS."""
    return AgingMemory(
        id=payload["memory_id"],
        owner=_owner(payload["owner"]),
        layer=LAYERS[payload["layer"]],
        category=CATEGORIES[payload["category"]],
        stage=STAGES[payload["stage"]],
        importance=payload["importance"],
        reliability=float(payload[RELIABILITY]),
        access_count=payload["access_count"],
        pinned=payload.get("pinned", False),
        created_at=EPOCH + payload["created_us"] * MICROSECOND,
        observed_at=EPOCH + payload["observed_us"] * MICROSECOND,
        last_accessed_at=from_us(payload.get("last_accessed_us")),
        archived_at=from_us(payload.get("archived_us")),
        expires_at=from_us(payload.get("expires_us")),
    )


@lru_cache(maxsize=4096)
def _owner(key: str) -> Owner:
    return parse_owner(key)


def trace_payload(trace: Trace, *, written_us: int) -> dict[str, Any]:
    """A trace as it stands in `records`, with the fields of its candidate that a scope may be narrowed by."""
    labels = trace.candidate.get("labels") or {}
    judged, judged_at = trace.first_word
    payload = {
        "kind": "trace",
        "tenant": trace.tenant_id,
        "owner": trace.owner.key,
        "agent_id": trace.candidate.get("agent_id"),
        "visibility": trace.candidate.get("visibility"),
        "label_pairs": [label_pair(key, value) for key, value in labels.items()],
        "memory_id": trace.memory_id,
        "capture_id": trace.capture_id,
        "candidate_id": trace.candidate_id,
        "action": trace.decision.action.value,
        "stage": trace.decision.stage.value,
        "layer": trace.candidate.get("layer"),
        "judged_action": judged.action.value,
        "judged_reason": judged.reason,
        "judged_us": to_us(judged_at),
        "at_us": to_us(trace.at),
        "written_us": written_us,
        "record": encode_record(trace).decode(),
    }
    return {name: value for name, value in payload.items() if value is not None}


def read_trace(payload: Mapping[str, Any]) -> Trace:
    """The inverse of `trace_payload`."""
    return decode_record(payload["record"].encode(), Trace)
